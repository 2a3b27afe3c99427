// What is in the box, as the server says it.
import { boxOf } from '../boxes';

interface Components {
  /** Territory cards with their number in the deck, strength and income. */
  cards: Record<string, { count: number; sv: number; ev: number }>;
  /** The tribes in their order. */
  colours: string[];
  /** The board as it is printed, row by row. */
  spiral: number[][];
  directions: Record<string, [number, number]>;
  /** By number of players and seat: where the settlement may lie. */
  starts: Record<number, number[][]>;
  camels: number;
  coins: number;
  start_camels: number;
  start_money: number;
  /** The round after which a game ends at the latest. */
  safety_round: number;
  die: number;
  /** With this die a card gives so many turns. */
  double: number;
  double_turns: number;
  /** The fate that brings silver to the mountains. */
  silver_fate: number;
}
export const box = boxOf<Components>('targui');

export const ROWS = box.spiral;
export const FIELDS = ROWS.flat();
