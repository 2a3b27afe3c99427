// Where the fields lie, and what they are worth.
import { box, ROWS } from './components';
import { kindOf, type Helps, type View } from './types';

/** The kinds of land, the dearest first. */
export const LAND = ['salt_works', 'settlement', 'oasis', 'hills', 'dunes', 'sand_plain', 'mountains', 'salt_lake'];

const AT: [number, number][] = [];
ROWS.forEach((row, r) => row.forEach((field, c) => (AT[field] = [r, c])));
/** Row and column of a field. */
export const at = (field: number): [number, number] => AT[field] ?? [0, 0];
/** The middle of a field in the board's 700 units. */
export const middle = (field: number): [number, number] => [at(field)[1] * 100 + 50, at(field)[0] * 100 + 50];
/** The field in a direction, or 0. */
export function beside(field: number, dir: string): number {
  const [r, c] = at(field);
  const [dr, dc] = box.directions[dir] ?? [0, 0];
  return ROWS[r + dr]?.[c + dc] ?? 0;
}
/** The direction from one field to another, as far as the pointer tells: also for fields that do not touch. */
export function towards(from: number, to: number): string {
  const [r1, c1] = at(from);
  const [r2, c2] = at(to);
  const dr = Math.sign(r2 - r1);
  const dc = Math.sign(c2 - c1);
  return Object.keys(box.directions).find((name) => box.directions[name]![0] === dr && box.directions[name]![1] === dc) ?? 'N';
}
export const touching = (a: number, b: number): boolean =>
  a !== b && Math.max(Math.abs(at(a)[0] - at(b)[0]), Math.abs(at(a)[1] - at(b)[1])) === 1;

/** What is printed on a field's card: strength and income. */
export function printed(view: View, field: number): [number, number] {
  const card = box.cards[kindOf(view.card[field])];
  return [card?.sv ?? 0, card?.ev ?? 0];
}
/** The values as they count now, as the engine says; without its word those that are printed. */
export function values(view: View, helps: Partial<Helps>, field: number): [number, number] {
  const told = helps.values;
  return told ? [told.sv[field] ?? 0, told.ev[field] ?? 0] : printed(view, field);
}
