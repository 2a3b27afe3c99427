import { beforeEach, expect, test, vi } from 'vitest';
import { duration as fiveTribes, flights } from '@/games/five-tribes/board/flights';
import lesson from '@/games/five-tribes/lesson.json';
import type { View } from '@/games/five-tribes/types';
import { duration as targui } from '@/games/targui/board/flights';
import { duration as tuareg } from '@/games/tuareg/board/flights';
import { fly, land, place } from '@/ui/motion';
import { setPace } from '@/ui/settings.svelte';

const flown: { frames: Keyframe[]; options: KeyframeAnimationOptions; sprite: string }[] = [];
const box = (x: number, y: number) => new DOMRect(x, y, 20, 20);
vi.stubGlobal(
  'DOMRect',
  class {
    constructor(
      public x: number,
      public y: number,
      public width: number,
      public height: number,
    ) {}
  },
);

beforeEach(() => {
  flown.length = 0;
  document.body.innerHTML = '';
  setPace('normal');
  Element.prototype.animate = function (frames, options) {
    const sprite = this.querySelector('use')!.getAttribute('href')!;
    flown.push({ frames: frames as Keyframe[], options: options as KeyframeAnimationOptions, sprite });
    return { finished: new Promise(() => {}) } as unknown as Animation;
  };
});
const piece = { sprite: 'coin', width: 20, height: 20 };

test('a piece flies from middle to middle in an arc', () => {
  void fly({ ...piece, from: box(0, 0), to: box(100, 0) });
  const [start, top, end] = flown[0]!.frames.map((frame) => String(frame.transform));
  expect(start).toContain('translate(10px,10px)');
  expect(end).toContain('translate(110px,10px)');
  expect(Number(/,(-?[\d.]+)px/.exec(top!)![1])).toBeLessThan(0);
});
test('the pace stretches flights and their delays', () => {
  void fly({ ...piece, from: box(0, 0), to: box(9, 9), delay: 100 });
  setPace('slow');
  void fly({ ...piece, from: box(0, 0), to: box(9, 9), delay: 100 });
  expect(flown.map(({ options }) => [options.duration, options.delay])).toEqual([
    [420, 100],
    [756, 180],
  ]);
});
test('nothing flies where there is no place, no pace or no wish for movement', () => {
  void fly({ ...piece, from: null, to: box(0, 0) });
  setPace('off');
  void fly({ ...piece, from: box(0, 0), to: box(9, 9) });
  setPace('normal');
  const before = matchMedia;
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  void fly({ ...piece, from: box(0, 0), to: box(9, 9) });
  vi.stubGlobal('matchMedia', before);
  expect(flown).toEqual([]);
});
test('everything in the air lands at once', () => {
  void fly({ ...piece, from: box(0, 0), to: box(9, 9) });
  expect(document.querySelectorAll('#flights > div')).toHaveLength(1);
  land();
  expect(document.querySelectorAll('#flights > div')).toHaveLength(0);
});
test('of several things with one key the one in sight counts', () => {
  document.body.innerHTML = '<i data-key="a"></i><b data-key="a"></b>';
  document.querySelector('b')!.getBoundingClientRect = () => box(1, 1);
  expect(place('a')?.localName).toBe('b');
  expect(place('b')).toBeNull();
});
test('the meeples of a move follow each other from tile to tile', () => {
  document.body.innerHTML = ['a1', 'b1', 'c1'].map((tile) => `<i data-key="tile:${tile}"></i>`).join('');
  [...document.querySelectorAll('i')].forEach((each, i) => (each.getBoundingClientRect = () => box(100 * i, 0)));
  const view = lesson as unknown as View;
  const drop = (tile: string, colour: string) => ({ event: 'drop', seat: 0, tile, colour });
  flights([{ event: 'lift', seat: 0, tile: 'a1' }, drop('b1', 'red'), drop('c1', 'blue')], null, view, view);
  expect(flown.map(({ sprite, options }) => [sprite, options.delay])).toEqual([
    ['#ft-assassin', 0],
    ['#ft-builder', 90],
  ]);
  expect(String(flown[1]!.frames[0]!.transform)).toContain('translate(110px,10px)');
});
test('a whole turn of a bot takes less than two and a half seconds', () => {
  const sum = (duration: (event: { event: string }) => number, events: string[]) => events.reduce((n, event) => n + duration({ event }), 0);
  expect(sum(fiveTribes, ['lift', 'drop', 'drop', 'drop', 'drop', 'collect', 'camel', 'palm', 'card'])).toBeLessThan(2500);
  expect(sum(tuareg, ['draws', 'puts_into_market', 'puts_into_market'])).toBeLessThan(2500);
  expect(sum(targui, ['marched', 'attack', 'strike', 'strike', 'fight_end'])).toBeLessThan(2500);
  for (const duration of [fiveTribes, targui, tuareg]) expect(duration({ event: 'nothing like it' })).toBe(0);
});
