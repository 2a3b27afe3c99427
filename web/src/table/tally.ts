// What the lines of a scoring give to every seat, and what they have come to.
import type { ScoreLine } from './board';

/** What a line adds to a seat's total. */
export function pointsOf(line: ScoreLine, seat: number): number {
  const value = line.gains ? line.gains[seat] : line.part ? line.values[seat] : 0;
  return typeof value === 'number' ? value : 0;
}

const sum = (lines: ScoreLine[], seat: number): number => lines.reduce((n, line) => n + pointsOf(line, seat), 0);

/** The place of the line that the ones before it come to. */
export function sumAt(lines: ScoreLine[]): number {
  const said = lines.findIndex((line) => line.sum);
  return said < 0 ? lines.length - 1 : said;
}

/** What every seat has been given by the first lines; null where the lines do not make up the total. */
export function tallied(lines: ScoreLine[], upTo: number): number[] | null {
  const at = sumAt(lines);
  const total = lines[at]?.values ?? [];
  const parts = lines.slice(0, at);
  const counted = total.some((value) => typeof value === 'number');
  if (!counted || !parts.length || !total.every((value, seat) => (typeof value === 'number' ? value : 0) === sum(parts, seat))) return null;
  return total.map((_, seat) => sum(parts.slice(0, upTo), seat));
}
