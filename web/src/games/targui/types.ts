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
  /** Camels that one strike and its answer cost on average: the attacker's, the defender's. */
  exchange: [number, number];
  /** Why to go on: a likely win, a good trade of camels, a prize worth the risk; or not. */
  advice: 'win' | 'trade' | 'prize' | 'no';
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

/** The kind of a field's card: the sprite's name. */
export const kindOf = (card: string | null | undefined): string => (card?.startsWith('settlement') ? 'settlement' : (card ?? 'dunes'));
export const tribeOf = (card: string | null | undefined): Colour | null =>
  card?.startsWith('settlement_') ? (card.slice(11) as Colour) : null;

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
