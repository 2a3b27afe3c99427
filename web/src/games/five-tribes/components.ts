// What is in the box, as the server says it.
import { boxOf } from '../boxes';
import type { Colour, Good, Kind, Line } from './types';

interface Components {
  columns: number;
  rows: number;
  tile_kinds: Record<Kind, { values: number[]; blue: boolean }>;
  /** Meeples of every colour. */
  colours: Record<Colour, number>;
  goods: Good[];
  row_size: number;
  djinn_row_size: number;
  /** `cost`: what the card says; `payments`: how its power can be paid for. */
  djinns: Record<string, { value: number; cost: 'E' | 'EE' | 'F' | null; payments: string[] }>;
  /** Spots as they are printed, from the first to play to the last. */
  track: number[];
  palms: number;
  palaces: number;
  /** Camels and markers by number of players. */
  camels: Record<number, number>;
  markers: Record<number, number>;
  /** The lines of the score sheet with their rules. */
  score: Record<Line, string>;
  /** What a set of so many different goods is worth. */
  sets: number[];
  /** What a vizier is worth, and to whom Jafaar serves. */
  vizier: { usual: number; jafaar: number };
}
export const box = boxOf<Components>('five-tribes');

export const COLOURS = Object.keys(box.colours) as Colour[];
export const GOODS = box.goods;
export const KINDS = Object.keys(box.tile_kinds) as Kind[];
export const LINES = Object.keys(box.score) as Line[];
export const COLUMNS = Array.from({ length: box.columns }, (_, i) => String.fromCharCode(97 + i));
export const ROWS = Array.from({ length: box.rows }, (_, i) => i + 1);
export const isBlue = (kind: Kind): boolean => box.tile_kinds[kind].blue;
