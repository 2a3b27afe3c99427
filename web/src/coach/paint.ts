// Seats as colours, patterns and numbers: nothing is said by colour alone.
import type { BoardModule } from '@/table/board';
import type { Translate } from '@/i18n/i18n.svelte';
import type { SeatReport } from './types';

export interface Paint {
  /** Colour, ink on it, and emblem. */
  fill: string;
  ink: string;
  badge: string;
  name: string;
}

export function paints(board: BoardModule, view: any, names: string[]): Paint[] {
  return names.map((name, seat) => {
    const token = board.paint?.(seat, view) ?? `seat-${seat}`;
    return { fill: `var(--${token})`, ink: `var(--${token}-ink)`, badge: board.badge?.(seat, view) ?? `seat-badge-${seat}`, name };
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

/** What is said about a seat, with the name it has on this page. */
export function about(seat: SeatReport, names: string[], t: Translate): string {
  const text = t.words(seat.words).replace(/\{(\d)\}/g, (whole, n: string) => names[Number(n)] ?? whole);
  const name = names[seat.seat] ?? '';
  return seat.name && text.startsWith(seat.name) ? name + text.slice(seat.name.length) : text;
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
