import { expect, test } from 'vitest';
import type { Translate } from '@/i18n/i18n.svelte';
import { dock as targuiDock } from '@/games/targui/board/dock';
import { dock } from '@/games/tuareg/board/dock';
import type { Decision } from '@/table/board';
import { still } from '@/table/still';

const t = Object.assign((key: string) => key, {
  game: (_: string, key: string, fill: Record<string, unknown> = {}) => [key.split('.').at(-1), ...Object.values(fill)].join(' '),
  has: () => true,
  language: 'en',
}) as unknown as Translate;
const decisions = (...kinds: string[]): Decision[] => kinds.map((kind, id) => ({ id, text: kind, kind, args: {}, stands: null }));
const view: any = {
  phase: 'main',
  turn: { main: null, owed: 0, paid: [], loading: false },
  seats: [{ hand: [] }],
  pile: 30,
  options: { goods: 'A' },
};
const asked = (...kinds: string[]) => dock(still(view, [], { legal: decisions(...kinds), me: null }) as never, t).ask;

test('a prompt offers what can be done, and nothing else', () => {
  expect(asked('draw', 'load_hand', 'load_market', 'buy', 'hide_hand', 'steal_animal')).toBe(
    'turn can_draw, can_load, can_buy, can_hide or can_steal',
  );
  expect(asked('draw', 'load_market')).toBe('turn can_draw or can_load_market');
  expect(asked('draw')).toBe('turn can_draw');
  expect(asked('steal_hand', 'end_turn')).toBe('end_may can_steal');
  expect(asked('end_turn')).toBe('end');
  expect(asked('load_hand', 'pass')).toBe('lap can_load_hand or can_pass');
});

test('whoever has no silver is not told to buy', () => {
  const targui: any = { phase: 'turn', turn: 0, money: [0, 5], turns_left: 1, camels: {}, options: {} };
  const said = (...kinds: string[]) => targuiDock(still(targui, [], { legal: decisions(...kinds), me: 0 }) as never, t).ask;
  expect(said('march', 'buy', 'end_turn')).toBe('turn');
  expect(said('march', 'end_turn')).toBe('turn_poor');
  expect(said('buy', 'end_turn')).toBe('buy 0');
  expect(said('end_turn')).toBe('done');
});
