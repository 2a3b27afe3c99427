// What a person's page tells from results.
import { expect, test } from 'vitest';
import { byPlayers, rate, strongest } from '@/people/figures';

const row = (players: number, seat: number, games: number, won: number) => ({ players, seat, games, won });

test('seats with fewer than three games are not told', () => {
  const results = [row(2, 0, 3, 2), row(2, 1, 1, 1), row(3, 1, 1, 0)];
  expect(rate(results, 0)).toBe(67);
  expect(rate(results, 1)).toBe(null);
  expect(byPlayers([row(3, 0, 2, 1), ...results])).toEqual([
    { players: 2, won: 3, games: 4 },
    { players: 3, won: 1, games: 3 },
  ]);
});

test('one is strongest where one wins most, measured by an even share', () => {
  const results = [row(2, 0, 6, 3), row(2, 1, 6, 4), row(4, 0, 10, 4)];
  // 58 % of two is little more than even; 40 % of four is far more
  expect(strongest(results)?.best.players).toBe(4);
  expect(strongest(results)?.worst).toEqual({ players: 2, won: 7, games: 12 });
});

test('nobody is strongest with too few games, or with one number of players', () => {
  expect(strongest([])).toBe(null);
  expect(strongest([row(2, 0, 20, 20)])).toBe(null);
  expect(strongest([row(2, 0, 20, 20), row(3, 0, 4, 0)])).toBe(null);
  expect(strongest([row(2, 0, 10, 5), row(4, 0, 8, 2)])).toBe(null);
});
