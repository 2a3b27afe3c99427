// What is in the box, as the server says it.
import { boxOf } from '../boxes';
import type { Good, Special } from './types';

interface Components {
  /** Cards of every good, points of its majority, and what it pays, by preset. */
  goods: Record<Good, { cards: number; vp: number; dinar: Record<'A' | 'B', number> }>;
  specials: Special[];
  price: number;
  /** What a map brings. */
  map: number;
  draw: number;
  hand_limit: number;
  load_limit: number;
  cave_limit: number;
}
export const box = boxOf<Components>('tuareg');

export const GOODS = Object.keys(box.goods) as Good[];
export const SPECIALS = box.specials;
