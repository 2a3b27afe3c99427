// The bot levels the server offers, with their names.
import { settings } from '@/ui/settings.svelte';
import { t } from '@/i18n/i18n.svelte';
import { api } from './api';
import type { BotInfo, SeatStatus, Status } from './types';

export const bots = $state<{ list: BotInfo[] }>({ list: [] });

export async function needBots(): Promise<BotInfo[]> {
  if (!bots.list.length) bots.list = await api.bots();
  return bots.list;
}

/** The level chosen last, else one from the middle of what is offered. */
export function likedLevel(offered: string[]): string {
  if (offered.includes(settings.level)) return settings.level;
  const searching = offered.filter((level) => level !== 'random' && level !== 'greedy');
  const pool = searching.length ? searching : offered;
  return pool[Math.floor(pool.length / 2)] ?? 'random';
}

export function levelName(level: string | null): string {
  if (!level) return '';
  const words = bots.list.find((bot) => bot.level === level)?.words;
  return words?.[t.language]?.name ?? words?.en?.name ?? level;
}
export function levelAbout(level: string): string {
  const words = bots.list.find((bot) => bot.level === level)?.words;
  return words?.[t.language]?.about ?? words?.en?.about ?? '';
}

/** Names for a table, distinct: those who share one get numerals. */
export function seatNames(status: Status): string[] {
  const raw = status.seats.map((seat: SeatStatus) => {
    if (seat.name) return seat.name;
    if (seat.kind === 'bot') return levelName(seat.level);
    if (seat.kind === 'open') return t('seat.open');
    return t('seat.number', { n: seat.seat + 1 });
  });
  return raw.map((name, i) => {
    const same = raw.flatMap((other, j) => (other === name ? [j] : []));
    return same.length > 1 && status.seats[i]?.kind !== 'open' ? `${name} ${same.indexOf(i) + 1}` : name;
  });
}

/** What stands under a name. */
export function seatNote(seat: SeatStatus, mine: boolean): string {
  if (seat.kind === 'open') return t('seat.free');
  if (seat.away) return t(`seat.away_${seat.away}`, { level: levelName(seat.level) });
  if (seat.kind === 'bot') return seat.name ? levelName(seat.level) : t('seat.bot');
  if (seat.kind === 'program') return t('seat.program');
  return mine || seat.here ? t('seat.person') : t('seat.gone');
}
