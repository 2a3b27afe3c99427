// Counting what lies where, so that the box stays complete while things are moved by hand.
export type Counts = Record<string, number>;

export const sum = (counts: Counts): number => Object.values(counts).reduce((a, b) => a + b, 0);

export function tally(list: readonly string[]): Counts {
  const found: Counts = {};
  for (const each of list) found[each] = (found[each] ?? 0) + 1;
  return found;
}

export function plus(...parts: Counts[]): Counts {
  const found: Counts = {};
  for (const part of parts) for (const [name, n] of Object.entries(part)) found[name] = (found[name] ?? 0) + n;
  return found;
}

/** The pile that makes the whole as large as before: surplus cards leave it from the bottom, missing ones go under it. */
export function refill(pile: string[], whole: Counts, elsewhere: Counts): string[] {
  const wanted: Counts = {};
  for (const [name, n] of Object.entries(whole)) wanted[name] = Math.max(0, n - (elsewhere[name] ?? 0));
  const kept: string[] = [];
  for (const card of pile) {
    if (!wanted[card]) continue;
    wanted[card] -= 1;
    kept.push(card);
  }
  return [...kept, ...Object.entries(wanted).flatMap(([name, n]) => Array.from({ length: n }, () => name))];
}
