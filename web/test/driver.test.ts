import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BoardModule, Decision, Refusal } from '@/table/board';
import { Driver, type Step } from '@/table/driver.svelte';
import { notices } from '@/ui/notices.svelte';
import { setConfirm, setPace } from '@/ui/settings.svelte';

const REFUSAL: Refusal = { code: 'NO', rule: 'XX-1', words: { en: 'No.' } };
const decision = (id: number, stands: Decision['stands'] = null): Decision => ({ id, kind: 'go', args: {}, text: `go ${id}`, stands });
const step = (n: number, ms = 0): Step => ({ view: n, helps: null, events: ms ? [{ event: 'e', ms }] : [], decisions: n, deciding: 0 });
const board = { duration: (event: any) => event.ms, remember: () => ({ mark: 'fresh' }) } as unknown as BoardModule;

class Table extends Driver {
  me: number | null = 0;
  seats = [];
  over = false;
  myTurn = true;
  legal = [decision(1), decision(2, 'passes')];
  played: number[] = [];
  asked: string[] = [];
  play(chosen: Decision): Promise<void> {
    this.played.push(chosen.id);
    return Promise.resolve();
  }
  protected whyNot(text: string): Promise<Refusal | null> {
    this.asked.push(text);
    return Promise.resolve(REFUSAL);
  }
  come = (...steps: Step[]) => this.enqueue(...steps);
  leap = (to: Step | null) => this.jump(to);
  once_more = (steps: Step[]) => this.restart(steps);
}
const point = (type: string) => window.dispatchEvent(new PointerEvent(type, { pointerType: 'mouse' }));
let table: Table;
beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  setPace('normal');
  table = new Table();
  table.board = board;
  table.leap(step(0));
});
afterEach(() => vi.useRealTimers());

test('steps are shown one after another, each as long as it moves', () => {
  table.come(step(1, 300), step(2, 500), step(3));
  expect([table.shown!.view, table.waiting, table.settled]).toEqual([1, true, false]);
  vi.advanceTimersByTime(299);
  expect(table.shown!.view).toBe(1);
  vi.advanceTimersByTime(1);
  expect(table.shown!.view).toBe(2);
  vi.advanceTimersByTime(500);
  expect([table.shown!.view, table.waiting, table.settled]).toEqual([3, false, true]);
});
test('no step holds the table up for long, and the pace counts', () => {
  table.come(step(1, 60_000), step(2));
  vi.advanceTimersByTime(2500);
  expect(table.shown!.view).toBe(2);
  setPace('off');
  table.come(step(3, 60_000), step(4));
  expect(table.shown!.view).toBe(4);
});
test('whoever is far behind catches up at once', () => {
  table.come(...Array.from({ length: 60 }, (_, i) => step(i + 1, 1000)));
  expect(table.shown!.view).toBeGreaterThan(19);
});
test('what arrives during a press is shown when it ends', () => {
  point('pointerdown');
  table.come(step(1), step(2));
  vi.advanceTimersByTime(1000);
  expect([table.shown!.view, table.waiting, table.settled]).toEqual([0, true, false]);
  point('pointerup');
  vi.advanceTimersByTime(0);
  expect([table.shown!.view, table.waiting, table.settled]).toEqual([2, false, true]);
});
test('what is left by the press that ends shows nothing more', () => {
  table.come(step(1, 300));
  point('pointerdown');
  table.come(step(2));
  vi.advanceTimersByTime(400);
  table.end();
  point('pointerup');
  vi.runAllTimers();
  expect([table.shown!.view, table.told, table.waiting]).toEqual([1, 1, false]);
});
test('a tap finishes what moves', () => {
  table.come(step(1, 1000), step(2, 1000), step(3, 1000));
  table.hurry();
  expect([table.shown!.view, table.shown!.events, table.settled]).toEqual([3, [], true]);
  table.come(step(4));
  expect(table.shown!.view).toBe(4);
});
test('a jump forgets what was waiting and what was taken up', () => {
  table.come(step(1, 1000), step(2));
  table.actions.choose(decision(1));
  table.leap(step(9));
  vi.advanceTimersByTime(5000);
  expect([table.shown!.view, table.chosen, table.waiting]).toEqual([9, null, false]);
});
test('shown again, steps begin at once and stand for a moment', () => {
  table.come(step(1, 2000));
  table.once_more([
    { ...step(0), again: true },
    { ...step(1), again: true },
  ]);
  expect(table.shown!.view).toBe(0);
  vi.advanceTimersByTime(699);
  expect(table.shown!.view).toBe(0);
  vi.advanceTimersByTime(1);
  expect(table.shown!.view).toBe(1);
});
test('the first touch previews, the second plays', () => {
  table.actions.choose(decision(1), 'hand:a');
  expect([table.chosen!.id, table.held, table.played]).toEqual([1, 'hand:a', []]);
  table.actions.choose(decision(1));
  expect(table.played).toEqual([1]);
});
test('what cannot be taken back is never played by a second touch', () => {
  table.actions.choose(decision(2, 'passes'));
  table.actions.choose(decision(2, 'passes'));
  expect(table.played).toEqual([]);
  expect(table.chosen!.id).toBe(2);
});
test('the same thing touched twice is let go', () => {
  table.actions.hold('a');
  expect(table.held).toBe('a');
  table.actions.hold('a');
  expect(table.held).toBeNull();
});
test('an attempt that is possible after all is previewed, another one is refused with its reason', async () => {
  table.actions.attempt('go 1', 'a');
  expect([table.chosen!.id, table.asked]).toEqual([1, []]);
  table.actions.attempt('fly 3', 'b');
  await vi.advanceTimersByTimeAsync(0);
  expect(table.asked).toEqual(['fly 3']);
  expect(table.refused).toEqual({ key: 'b', refusal: REFUSAL });
  vi.advanceTimersByTime(4000);
  expect(table.refused).toBeNull();
});
test('whoever has no seat attempts nothing', () => {
  table.me = null;
  table.actions.attempt('fly 3', 'b');
  expect(table.asked).toEqual([]);
});
test("a board keeps its own memory as long as it is the table's board", () => {
  const first = table.state!.memory;
  expect(first).toEqual({ mark: 'fresh' });
  table.leap(step(1));
  expect(table.state!.memory).toBe(first);
  const other = new Table();
  other.board = board;
  other.leap(step(0));
  expect(other.state!.memory).not.toBe(first);
});
test('a counting holds the table until somebody goes on; whoever wants none is not stopped', () => {
  const sheet = { title: 'Round 1', lines: [], next: 'Round 2' };
  class Counted extends Table {
    protected override readonly opensCountings = true;
  }
  const counted = new Counted();
  counted.board = { ...board, counting: (events: any[]) => (events.length ? sheet : null) } as unknown as BoardModule;
  counted.leap(step(0));
  counted.come(step(1, 300), step(2));
  expect([counted.counting, counted.settled]).toEqual([sheet, false]);
  vi.advanceTimersByTime(9000);
  counted.hurry();
  expect([counted.shown!.view, counted.told], 'what is counted is still there').toEqual([0, 0]);
  counted.endCounting();
  expect([counted.shown!.view, counted.counting]).toEqual([1, null]);
  vi.advanceTimersByTime(300);
  expect([counted.shown!.view, counted.counting, counted.settled]).toEqual([2, null, true]);
  setPace('off');
  counted.come(step(3, 300));
  expect([counted.counting, counted.counted, counted.settled]).toEqual([null, sheet, true]);
  counted.leap(step(3));
  expect(counted.counted).toBe(sheet);
  counted.leap(step(2));
  expect(counted.counted, 'what was taken back was not counted').toBe(null);
  // A screen without a place for it (an analysis board) is never held up.
  setPace('normal');
  table.board = counted.board;
  table.come(step(1, 300));
  expect([table.counting, table.settled]).toEqual([null, true]);
});
test('words do not run ahead of what moves', () => {
  table.come(step(1, 300), step(2, 500));
  expect(table.told).toBe(0);
  vi.advanceTimersByTime(300);
  expect([table.shown!.view, table.told]).toEqual([2, 1]);
  table.hurry();
  expect(table.told).toBe(2);
  table.leap(step(1));
  expect(table.told).toBe(1);
});
test('what has to be confirmed is a matter of taste', () => {
  setConfirm('stands');
  table.actions.choose(table.legal[0]!);
  table.actions.choose(table.legal[1]!);
  expect([table.played, table.chosen!.id]).toEqual([[1], 2]);
  setConfirm('never');
  table.actions.choose(table.legal[1]!);
  expect(table.played).toEqual([1, 2]);
  table.actions.preview(table.legal[0]!);
  expect([table.played.length, table.chosen!.id]).toEqual([2, 1]);
  setConfirm('always');
});
test('a refusal goes as soon as something possible is touched', async () => {
  table.actions.attempt('go 9', 'thing');
  await vi.waitFor(() => expect(notices.list.map((notice) => notice.kind)).toEqual(['refused']));
  table.actions.choose(table.legal[0]!);
  expect(notices.list).toEqual([]);
});
