// What the lines of a scoring give to every seat, and what they have come to.
import type { ScoreLine } from './board';

/** What a line adds to a seat's total. */
export function pointsOf(line: ScoreLine, seat: number): number {
  const value = line.gains ? line.gains[seat] : line.part ? line.values[seat] : 0;
  return typeof value === 'number' ? value : 0;
}

const sum = (lines: ScoreLine[], seat: number): number => lines.reduce((n, line) => n + pointsOf(line, seat), 0);

/** What every seat has been given by the first lines; null where the lines do not make up the total. */
export function tallied(lines: ScoreLine[], upTo: number): number[] | null {
  const total = lines.at(-1)?.values ?? [];
  const parts = lines.slice(0, -1);
  if (!parts.length || !total.every((value, seat) => value === sum(parts, seat))) return null;
  return total.map((_, seat) => sum(parts.slice(0, upTo), seat));
}
