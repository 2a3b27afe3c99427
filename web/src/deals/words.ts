// The words of these pages: a file of their own, fetched with the first of them.
import { needWords, t, type Fill } from '@/i18n/i18n.svelte';

export const needDealWords = (): Promise<void> => needWords('deals');
export const d = (key: string, values?: Fill): string => t.game('deals', key, values);

/** "16 November", without a year. */
export const dayName = (day: string): string =>
  new Intl.DateTimeFormat(t.language, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));
/** "Friday, 18:00": when something ends, in the time of this device. */
export const timeName = (stamp: string): string =>
  new Intl.DateTimeFormat(t.language, { weekday: 'long', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(
    new Date(stamp),
  );
