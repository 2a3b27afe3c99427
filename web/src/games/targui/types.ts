// The view of docs/rules/targui.md, sections H and L, and the aids of games/targui/helps.py.
import type { GameEvent } from '@/table/board';

export type Colour = 'blue' | 'red' | 'green' | 'yellow';
export type Phase = 'settle' | 'turn' | 'march_amount' | 'fight' | 'advance_amount' | 'buy_amount' | 'over';

export interface View {
  options: { fates: number[]; stacking: boolean; split_purchase: boolean };
  colours: Colour[];
  card: (string | null)[];
  owner: (Colour | null)[];
  camels: number[];
  money: Record<Colour, number>;
  supply: number | null;
  bank: number | null;
  out: Colour[];
  round: number;
  rounds: number | null;
  die: number | null;
  fate_deck: number;
  fate_unseen: number[];
  fate_seen: number[];
  fate_now: number | null;
  pack: Record<Colour | 'fate', number>;
  revealed: (Colour | number)[];
  phase: Phase;
  turn: Colour | null;
  turns_left: number;
  moved: boolean;
  bought: boolean;
  pending: { from?: number; to?: number; defender?: Colour; field?: number } | null;
  result: {
    reason: string;
    table: Record<Colour, { income: number; capital: number; out: boolean; rank: number }>;
    winners: Colour[];
  } | null;
  events?: GameEvent[];
}

export interface Standing {
  land: number;
  /** What each kind of land adds to it. */
  lands: Record<string, number>;
  home: boolean;
  income: number;
  income_silver: number;
  fields: number;
  camels: number;
  capital: number;
  out: boolean;
  rank: number;
}
export interface Change {
  origin?: number;
  target: number;
  income?: number[];
  gain?: number[];
  from?: number | null;
  out?: boolean;
  card?: string;
  near?: number;
}
export interface Odds {
  origin: number;
  target: number;
  attackers: number;
  defenders: number;
  sv: [number, number];
  win: number;
  first: number;
  losses: [number, number];
  left: number[];
  left_if_won: number;
  go: boolean;
}
export interface Helps {
  values: { sv: number[]; ev: number[] };
  standing: Standing[];
  changes: Record<string, Change>;
  odds: Record<string, Odds>;
  fight: Odds | null;
  next_card: Record<Colour | 'fate', number> | null;
  fate: { coming: boolean; chance: number };
}

/** The board as it is printed (TG-2.4). */
export const ROWS: number[][] = [
  [43, 44, 45, 46, 47, 48, 49],
  [42, 21, 22, 23, 24, 25, 26],
  [41, 20, 7, 8, 9, 10, 27],
  [40, 19, 6, 1, 2, 11, 28],
  [39, 18, 5, 4, 3, 12, 29],
  [38, 17, 16, 15, 14, 13, 30],
  [37, 36, 35, 34, 33, 32, 31],
];
export const FIELDS: number[] = ROWS.flat();
export const DIRECTIONS: Record<string, [number, number]> = {
  N: [-1, 0],
  NE: [-1, 1],
  E: [0, 1],
  SE: [1, 1],
  S: [1, 0],
  SW: [1, -1],
  W: [0, -1],
  NW: [-1, -1],
};

const AT: [number, number][] = [];
ROWS.forEach((row, r) => row.forEach((field, c) => (AT[field] = [r, c])));
/** Row and column of a field. */
export const at = (field: number): [number, number] => AT[field] ?? [0, 0];
/** The middle of a field in the board's 700 units. */
export const middle = (field: number): [number, number] => [at(field)[1] * 100 + 50, at(field)[0] * 100 + 50];
/** The field in a direction, or 0. */
export function beside(field: number, dir: string): number {
  const [r, c] = at(field);
  const [dr, dc] = DIRECTIONS[dir] ?? [0, 0];
  return ROWS[r + dr]?.[c + dc] ?? 0;
}
/** The direction from one field to another, as far as the pointer tells: also for fields that do not touch. */
export function towards(from: number, to: number): string {
  const [r1, c1] = at(from);
  const [r2, c2] = at(to);
  const dr = Math.sign(r2 - r1);
  const dc = Math.sign(c2 - c1);
  return Object.keys(DIRECTIONS).find((name) => DIRECTIONS[name]![0] === dr && DIRECTIONS[name]![1] === dc) ?? 'N';
}
export const touching = (a: number, b: number): boolean =>
  a !== b && Math.max(Math.abs(at(a)[0] - at(b)[0]), Math.abs(at(a)[1] - at(b)[1])) === 1;

/** The kind of a field's card: the sprite's name. */
export const kindOf = (card: string | null | undefined): string => (card?.startsWith('settlement') ? 'settlement' : (card ?? 'dunes'));
export const tribeOf = (card: string | null | undefined): Colour | null =>
  card?.startsWith('settlement_') ? (card.slice(11) as Colour) : null;

/** What is printed on the cards (TG-2.1): strength and income. */
const PRINTED: Record<string, [number, number]> = {
  settlement: [4, 4],
  salt_works: [5, 5],
  oasis: [3, 3],
  dunes: [0, 1],
  hills: [0, 2],
  mountains: [1, 0],
  sand_plain: [2, 0],
  salt_lake: [0, 0],
};
export function printed(view: View, field: number): [number, number] {
  return PRINTED[kindOf(view.card[field])] ?? [0, 0];
}
/** The values as they count now, as the engine says; without its word those that are printed. */
export function values(view: View, helps: Partial<Helps>, field: number): [number, number] {
  const told = helps.values;
  return told ? [told.sv[field] ?? 0, told.ev[field] ?? 0] : printed(view, field);
}
export const seatOf = (view: View, colour: unknown): number => view.colours.indexOf(colour as Colour);

/** A position as the board draws it: everything open, pack and deck counted. */
export function opened(position: any): View {
  if (!Array.isArray(position.pack)) return position;
  const inPack = (fits: (card: Colour | number) => boolean): number => position.pack.filter(fits).length;
  return {
    ...position,
    pack: {
      ...Object.fromEntries(position.colours.map((colour: Colour) => [colour, inPack((card) => card === colour)])),
      fate: inPack((card) => typeof card === 'number'),
    },
    fate_deck: position.fate_deck.length,
    fate_unseen: position.options.fates.filter((fate: number) => !position.fate_seen.includes(fate)),
  };
}
