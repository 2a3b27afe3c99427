// What can be told from the results of a person: how often each seat and each number of players was won.
import type { Schemas } from '@/net/types';

type Results = Schemas['SeatResults'][];
export interface Tally {
  players: number;
  won: number;
  games: number;
}
/** Fewer games in a seat say nothing, */
const FEW = 3;
/** and fewer of a number of players are not compared with others. */
const ENOUGH = 5;

const sum = (rows: Results, of: 'won' | 'games') => rows.reduce((all, row) => all + row[of], 0);

/** Percent won in a seat; null if there were too few games. */
export function rate(results: Results, seat: number): number | null {
  const rows = results.filter((row) => row.seat === seat);
  return sum(rows, 'games') < FEW ? null : Math.round((100 * sum(rows, 'won')) / sum(rows, 'games'));
}

/** Won and played by number of players. */
export function byPlayers(results: Results): Tally[] {
  const sizes = [...new Set(results.map((row) => row.players))].sort((a, b) => a - b);
  return sizes.map((players) => {
    const rows = results.filter((row) => row.players === players);
    return { players, won: sum(rows, 'won'), games: sum(rows, 'games') };
  });
}

/** With how many players somebody is strongest and weakest, measured by an even share of the wins; null if it cannot be said. */
export function strongest(results: Results): { best: Tally; worst: Tally } | null {
  const share = (one: Tally) => (one.won * one.players) / one.games;
  const known = byPlayers(results).filter((one) => one.games >= ENOUGH);
  const sorted = known.sort((a, b) => share(b) - share(a));
  const [best, worst] = [sorted[0], sorted.at(-1)];
  return best && worst && share(best) > share(worst) ? { best, worst } : null;
}
