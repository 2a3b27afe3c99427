import { beforeEach, expect, test } from 'vitest';
import { shares, signed } from '@/coach/paint';
import { library } from '@/net/games.svelte';
import { recognise } from '@/study/files';
import { gameOfRule, ruleLink } from '@/ui/notices.svelte';

beforeEach(() => {
  library.list = [
    { game: 'kalah', prefix: 'KA' },
    { game: 'tuareg', prefix: 'TU' },
  ] as never;
});

test('a record is recognised by its first line', () => {
  const text = 'sandtable record 1\ngame: tuareg\nseats: ["Ann", "Bo"] #12345678\n1 draw\n2 end_turn\n';
  expect(recognise(text)).toMatchObject({ kind: 'record', decisions: 2, seats: ['Ann', 'Bo'] });
});
test('a position says which game it is of, or its keys tell', () => {
  expect(recognise('{"game": "kalah"}')).toMatchObject({ kind: 'position', game: 'kalah' });
  expect(recognise('{"market": {}}')).toMatchObject({ game: 'tuareg' });
  expect(recognise('{"game": "chess"}')).toBeNull();
  expect(recognise('[1, 2]')).toBeNull();
  expect(recognise('{"x": 1}')).toBeNull();
  expect(recognise('hello')).toBeNull();
});
test('a rule leads to the rulebook of its game', () => {
  expect(gameOfRule('KA-2.1')).toBe('kalah');
  expect(ruleLink('TU-4.1')).toBe('/rules/tuareg#TU-4.1');
  expect(ruleLink('XX-1')).toBe('/rules');
  library.list = [{ game: 'kalah', prefix: 'KA', parts: { rulebook: false } } as any];
  expect(ruleLink('KA-2.1')).toBeUndefined();
});
test('shares add up to a hundred', () => {
  expect(shares([1, 1, 1])).toEqual([34, 33, 33]);
  expect(shares([0.005, 0.995])).toEqual([1, 99]);
  expect(shares([0, 0]).reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(100);
});
test('signs', () => {
  expect([signed(3), signed(0), signed(-2)]).toEqual(['+3', '0', '−2']);
});
