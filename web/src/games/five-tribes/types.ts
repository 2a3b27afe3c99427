// The view of docs/rules/five-tribes.md, sections FT-7 and FT-8, and the aids of games/five_tribes/helps.py.
export type Colour = 'yellow' | 'white' | 'green' | 'blue' | 'red';
export type Good = 'ivory' | 'jewels' | 'gold' | 'papyrus' | 'silk' | 'spice' | 'fish' | 'wheat' | 'pottery';
export type Card = Good | 'fakir';
export type Kind = 'village' | 'sacred' | 'oasis' | 'small_market' | 'large_market';

export const FIGURE: Record<Colour, string> = {
  yellow: 'ft-vizier',
  white: 'ft-elder',
  green: 'ft-merchant',
  blue: 'ft-builder',
  red: 'ft-assassin',
};
export const SCENE: Record<Kind, string> = {
  village: 'ft-tile-village',
  sacred: 'ft-tile-sacred',
  oasis: 'ft-tile-oasis',
  small_market: 'ft-tile-small',
  large_market: 'ft-tile-large',
};

export interface Tile {
  kind: Kind;
  vp: number;
  meeples: Record<Colour, number>;
  camel: number | null;
  palms: number;
  palaces: number;
}
export interface Player {
  gold: number | null;
  camels: number;
  viziers: number;
  elders: number;
  hand: Record<Card, number> | null;
  seen: Record<Card, number>;
  cards: number;
  djinns: string[];
  used: string[];
  /** After the end: the score sheet. */
  score?: Score;
}
export type Line = 'gold' | 'viziers' | 'elders' | 'djinns' | 'tiles' | 'palms' | 'palaces' | 'goods';
export type Score = Record<Line, number>;

export interface Turn {
  hand: Record<Colour, number> | null;
  at: string | null;
  previous: string | null;
  final: string | null;
  colour: Colour | null;
  count: number;
  set: Good[];
  pending: { djinn: string; origin: string | null; back: string } | null;
  peek: string[] | number;
  place: string | number | null;
}
export interface View {
  options: { edition: 'fakirs' | 'slaves'; [name: string]: unknown };
  players: number;
  viewer: number | null;
  tiles: Record<string, Tile>;
  seats: Player[];
  bag: Record<Colour, number>;
  palms: number;
  palaces: number;
  row: Card[];
  djinn_row: string[];
  pile: number | Card[];
  djinn_pile: number | string[];
  discard: Card[];
  djinn_discard: string[];
  round: number;
  stage: string;
  ending: boolean;
  bid_order: number[];
  bids: [number, number][];
  queue: number[];
  next_order: number[];
  seat: number | null;
  turn: Turn | null;
}

export interface Way {
  ids: number[];
  path: [string, Colour][];
  final: string;
  colour: Colour;
  count: number;
  /** What it is likely worth: banked points, and a lead by the chance that it holds. */
  gain: number;
  banked: number;
  lead: number;
  parts: Record<string, number>;
  camel: boolean;
  blue?: string[];
}
export interface Gain {
  points: number;
  lines: Partial<Score>;
  /** How much of the points is a lead that may not last. */
  lead?: number;
  camels: string[];
  fakirs?: number;
  elders?: number;
  viziers?: number;
}
export interface Bid {
  price: number;
  left: number;
  order: [number, number][];
  place: number;
  waiting: number[];
}
export interface Sale {
  sets: { goods: Good[]; gold: number }[];
  values: number[];
  laid: Good[];
  laid_gold: number;
  /** The decisions that lay a good down, and the one that completes the set. */
  ids: Record<Good, number>;
  done: number;
}
export interface Helps {
  score: Score;
  bids: Record<string, Bid>;
  lifts: Record<string, { outcomes: number; ends: Record<string, number>; split: Record<string, [number, number]>; ways: Way[] }>;
  ways: { outcomes: number; list: Way[] };
  gains: Record<string, Gain>;
  sale: Sale;
}

export const size = (pile: number | unknown[]): number => (typeof pile === 'number' ? pile : pile.length);
export const total = (counts: Record<string, number> | null | undefined): number => Object.values(counts ?? {}).reduce((a, b) => a + b, 0);
export const column = (tile: string): number => tile.charCodeAt(0) - 97;
export const rowOf = (tile: string): number => Number(tile[1]) - 1;
/** The middle of a tile in the drawing's units. */
export const middle = (tile: string): [number, number] => [70 + 104 * column(tile), 70 + 104 * rowOf(tile)];
/** The tile a step leads to, by the notation alone. */
export function beside(tile: string, direction: string): string {
  const x = column(tile) + (direction === 'E' ? 1 : direction === 'W' ? -1 : 0);
  const y = rowOf(tile) + (direction === 'S' ? 1 : direction === 'N' ? -1 : 0);
  return `${String.fromCharCode(97 + x)}${y + 1}`;
}

/** A position as the board draws it: everything open, piles counted. */
export function opened(position: any): View {
  const seats = position.seats.map((seat: Player) => ({ ...seat, cards: seat.cards ?? total(seat.hand) }));
  return { viewer: null, ...position, pile: size(position.pile), djinn_pile: size(position.djinn_pile), seats };
}
