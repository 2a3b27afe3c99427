import { expect, test } from 'vitest';
import type { Update } from '@/net/types';
import { Slot } from '@/table/slot.svelte';

let number = 0;
const position = (decisions: number) => ({ decisions, to_decide: 0, view: { decisions }, legal: [], helps: {}, undo: {} });
function update(decisions: number, ...entries: any[]): Update {
  number += Math.max(1, entries.length);
  return {
    number,
    entries: entries.map((entry, i) => ({ number: number + i, ...entry })),
    position: position(decisions),
  } as unknown as Update;
}
const played = (seat: number, decisions: number, ...events: string[]) => ({
  kind: 'played',
  seat,
  decisions,
  decision: seat === 0 ? { id: decisions, text: `go ${decisions}` } : undefined,
  events: events.map((event, place) => ({ event, place, decision: decisions, words: {} })),
});

test('the first update is jumped to, the next is a step with its events', () => {
  const slot = new Slot(0);
  expect(slot.take(update(2, played(0, 1, 'a'), played(1, 2, 'b')))).toBe('jump');
  const step = slot.take(update(3, played(1, 3, 'c', 'd')));
  expect(step).toMatchObject({ decisions: 3, deciding: 0, view: { decisions: 3 } });
  expect((step as any).events.map((event: any) => event.event)).toEqual(['c', 'd']);
  expect(slot.log.map((line) => [line.event.event, line.decision])).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 3],
    ['d', 3],
  ]);
});
test('an update without news shows nothing', () => {
  const slot = new Slot(0);
  slot.take(update(1, played(0, 1)));
  expect(slot.take(update(1))).toBeNull();
});
test('what was taken back leaves the log and the own decisions', () => {
  const slot = new Slot(0);
  slot.take(update(2, played(0, 1, 'a'), played(0, 2, 'b')));
  expect([slot.own, slot.lastOwn?.text]).toEqual([[1, 2], 'go 2']);
  expect(slot.take(update(1, { kind: 'undone', seat: 0, decisions: 1 }))).toBe('jump');
  expect(slot.log.map((line) => line.event.event)).toEqual(['a']);
  expect([slot.own, slot.lastOwn]).toEqual([[1], null]);
});
test("after somebody else played there is nothing of one's own to take back", () => {
  const slot = new Slot(0);
  slot.take(update(2, played(0, 1), played(1, 2)));
  expect(slot.lastOwn).toBeNull();
});
test('what the coach did stands in the log', () => {
  const slot = new Slot(0);
  slot.take(update(1, played(0, 1, 'a'), { kind: 'hinted', seat: 1, step: 2 }));
  expect(slot.log.at(-1)).toMatchObject({ event: { event: 'hinted', seat: 1, step: 2 }, decision: 1 });
});
test('turns are kept in one sentence each; a turn that goes on or was taken back is told anew', () => {
  const turn = (first: number, last: number, en: string) => ({ seat: 0, first, last, done: false, words: { en }, gain: null, marks: [] });
  const slot = new Slot(0);
  slot.take({ ...update(2, played(0, 1), played(1, 2)), turns: [turn(0, 1, 'a'), turn(1, 2, 'b')] } as any);
  slot.take({ ...update(3, played(1, 3)), turns: [turn(1, 3, 'b, c')] } as any);
  expect(slot.turns.map((one) => one.words.en)).toEqual(['a', 'b, c']);
  slot.take({ ...update(1, { kind: 'undone', decisions: 1 }), turns: [turn(0, 1, 'a')] } as any);
  expect(slot.turns.map((one) => one.words.en)).toEqual(['a']);
});
