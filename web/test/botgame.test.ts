import { expect, test } from 'vitest';
import type { GameInfo } from '@/net/types';
import { keepBotGame, likedBotGame, startOf, tableOf } from '@/pages/home/botgame';

const info = (options: any[] = []): GameInfo =>
  ({ game: 'dunes', players: [2, 3, 4], bots: ['random', 'guide'], options }) as unknown as GameInfo;
const START = [{ name: 'start', values: ['random', 0, 1], default: 'random' }];

test('strength, players and who starts become a table; the choice is kept', () => {
  const wish = { level: 'guide', players: 4, start: 'bot' as const };
  const table = tableOf(info(START), wish);
  expect(table.seats.map((seat) => seat.kind)).toEqual(['me', 'bot', 'bot', 'bot']);
  expect(table.options).toEqual({ start: 1 });
  expect(tableOf(info(START), { ...wish, start: 'me' }).options).toEqual({ start: 0 });
  expect(tableOf(info(START), { ...wish, start: 'random' }).options).toEqual({});
  keepBotGame('dunes', wish);
  expect(likedBotGame(info(START))).toMatchObject({ players: 4, start: 'bot' });
});
test('where the game decides who starts, nothing is asked or sent', () => {
  expect(startOf(info(), 2)).toEqual([]);
  expect(tableOf(info(), { level: 'guide', players: 2, start: 'me' }).options).toEqual({});
  expect(likedBotGame(info()).start).toBe('random');
});
