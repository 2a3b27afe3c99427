// Words about people (locales/<language>/people.json): they come with the pages that need them, so that the first one stays small.
import { needWords, t, type Fill } from '@/i18n/i18n.svelte';

const NAME = 'people';
export const p = (key: string, values?: Fill): string => t.game(NAME, key, values);
export const needPeopleWords = (): Promise<void> => needWords(NAME);
