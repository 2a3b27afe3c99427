import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { live } from '@/net/live.svelte';
import { holdSeats } from '@/net/seats';
import type { Update } from '@/net/types';
import { Session } from '@/table/session.svelte';

// Two seats on one device; what the server tells each of them is told by the tests.
const watches: Parameters<typeof live.watch>[0][] = [];
const point = (type: string) => window.dispatchEvent(new PointerEvent(type, { pointerType: 'mouse' }));
const tell = (seat: number, decisions: number, entries: unknown[] = []) =>
  watches[seat]!.onUpdate({
    number: decisions + 1,
    status: { table: 'shared', phase: 'playing', to_decide: decisions % 2, seats: [] },
    position: { decisions, to_decide: decisions % 2, view: { seat, decisions }, helps: {}, legal: [], undo: {} },
    entries,
  } as unknown as Update);
const played = { kind: 'played', seat: 0, decisions: 1, events: [{ event: 'go', place: 0, decision: 1, words: {} }] };
let session: Session;

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.spyOn(live, 'watch').mockImplementation((watch) => {
    watches.push(watch);
    return () => {};
  });
  holdSeats([0, 1].map((seat) => ({ token: `t${seat}`, table: 'shared', seat, game: 'targui' })));
  session = new Session('shared');
  for (const seat of [0, 1]) tell(seat, 0);
});
afterEach(() => {
  session.end();
  vi.useRealTimers();
});

test('on a shared device the next person takes over once the press has ended', () => {
  point('pointerdown');
  tell(0, 1, [played]);
  tell(1, 1, [played]);
  expect([session.me, session.shown!.view, session.settled]).toEqual([0, { seat: 0, decisions: 0 }, false]);
  point('pointerup');
  vi.advanceTimersByTime(0);
  expect([session.me, session.shown!.view, session.settled]).toEqual([1, { seat: 1, decisions: 1 }, true]);
});
