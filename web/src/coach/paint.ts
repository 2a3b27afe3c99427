// Seats as colours, patterns and numbers: nothing is said by colour alone.
import { named } from '@/i18n/named';
import type { BoardModule } from '@/table/board';
import type { Translate } from '@/i18n/i18n.svelte';
import type { SeatReport } from './types';

export interface Paint {
  /** Colour, ink on it, and emblem. */
  fill: string;
  ink: string;
  badge: string;
  name: string;
  /** Whose words say what a score is. */
  game: string;
}

export function paints(board: BoardModule, view: any, names: string[]): Paint[] {
  return names.map((name, seat) => {
    const token = board.paint?.(seat, view) ?? `seat-${seat}`;
    return {
      fill: `var(--${token})`,
      ink: `var(--${token}-ink)`,
      badge: board.badge?.(seat, view) ?? `seat-badge-${seat}`,
      name,
      game: view?.game ?? '',
    };
  });
}

/** The pattern of a seat in bars and charts, for CSS. */
export const PATTERNS = [
  'none',
  'repeating-linear-gradient(45deg, transparent 0 7px, rgba(42, 33, 68, .18) 7px 10px)',
  'radial-gradient(rgba(20, 21, 45, .28) 1.7px, transparent 2px) 0 0 / 9px 9px',
  ['', '90deg, '].map((turn) => `linear-gradient(${turn}rgba(255, 255, 255, .2) 1.5px, transparent 1.5px) 0 0 / 9px 9px`).join(', '),
  'repeating-linear-gradient(90deg, transparent 0 6px, rgba(42, 33, 68, .2) 6px 8.5px)',
];

/** A score as the game calls it: points, or what counts there instead. */
export const scored = (paint: Paint | undefined, n: string, t: Translate): string =>
  paint && t.has(paint.game, 'score.plain') ? t.game(paint.game, 'score.plain', { n }) : t('coach.report.points', { n });

/** What is said about a seat, with the name it has on this page. */
export function about(seat: SeatReport, names: string[], t: Translate): string {
  const text = named(t.words(seat.words), names);
  const name = names[seat.seat] ?? '';
  return seat.name && text.startsWith(seat.name) ? name + text.slice(seat.name.length) : text;
}

/** How chance treated a seat in all, as a word: the sum of many turns is no figure to read. */
export function fortune(luck: number): string {
  if (Math.abs(luck) < 0.05) return 'even';
  return (Math.abs(luck) >= 0.25 ? 'very_' : '') + (luck > 0 ? 'lucky' : 'unlucky');
}
/** What a turn of a seat lost on average, against the best ones found, in percent. */
export function lostPerTurn(seat: SeatReport, t: Translate): string {
  const free = (['best', 'good', 'slip', 'mistake'] as const).reduce((sum, label) => sum + (seat.labels[label] ?? 0), 0);
  const lost = free ? Math.max(0, (-100 * seat.skill.chance) / free) : 0;
  return `${lost.toLocaleString(t.language, { maximumFractionDigits: 1 })} %`;
}

export const percent = (x: number): number => Math.round(x * 100);
/** "37 %", with a space that does not break. */
export const percents = (x: number): string => `${percent(x)} %`;
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');
export const points = (x: number, t: Translate, digits = 0): string => x.toLocaleString(t.language, { maximumFractionDigits: digits });

/** Whole percents that add up to 100, so that a bar never says 101. */
export function shares(chances: number[]): number[] {
  const sum = chances.reduce((a, b) => a + b, 0) || 1;
  const exact = chances.map((c) => (100 * c) / sum);
  const whole = exact.map(Math.floor);
  const rest = 100 - whole.reduce((a, b) => a + b, 0);
  const order = exact.map((x, i) => [x - Math.floor(x), i] as const).sort((a, b) => b[0] - a[0]);
  for (const [, i] of order.slice(0, rest)) whole[i] = (whole[i] ?? 0) + 1;
  return whole;
}
