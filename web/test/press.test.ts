import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenReleased } from '@/ui/press';

const point = (type: string, pointerType = 'mouse') => window.dispatchEvent(new PointerEvent(type, { pointerId: 1, pointerType }));
const change = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ now: 10_000, toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  change.mockClear();
});
afterEach(() => {
  point('pointerup');
  vi.runAllTimers();
  vi.useRealTimers();
});

test('where nothing is pressed the page changes at once', () => {
  whenReleased(change);
  expect(change).toHaveBeenCalledOnce();
});
test.each(['pointerup', 'pointercancel', 'blur'])(
  'what is pressed stays where it is until %s, and the click that follows is heard first',
  (end) => {
    point('pointerdown');
    whenReleased(change);
    vi.advanceTimersByTime(100);
    point(end);
    point('click');
    expect(change).not.toHaveBeenCalled();
    vi.advanceTimersByTime(0);
    expect(change).toHaveBeenCalledOnce();
  },
);
test('the click of a finger may come later, and is heard first all the same', () => {
  point('pointerdown', 'touch');
  whenReleased(change);
  point('pointerup', 'touch');
  vi.advanceTimersByTime(20);
  point('click', 'touch');
  expect(change).not.toHaveBeenCalled();
  vi.advanceTimersByTime(0);
  expect(change).toHaveBeenCalledOnce();
});
test('where a finger brings no click nothing waits for it for long', () => {
  point('pointerdown', 'touch');
  whenReleased(change);
  point('pointerup', 'touch');
  vi.advanceTimersByTime(49);
  expect(change).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(change).toHaveBeenCalledOnce();
});
test('the next press holds the page although the click of the one before is still awaited', () => {
  point('pointerdown', 'touch');
  point('pointerup', 'touch');
  vi.advanceTimersByTime(20);
  point('pointerdown', 'touch');
  whenReleased(change);
  vi.advanceTimersByTime(100);
  expect(change).not.toHaveBeenCalled();
});
test('neither a click of the keyboard nor a field that loses the focus ends a press', () => {
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  point('pointerdown');
  whenReleased(change);
  field.blur();
  field.click();
  vi.advanceTimersByTime(1000);
  expect(change).not.toHaveBeenCalled();
  field.remove();
});
test('what came first changes first', () => {
  const order: number[] = [];
  point('pointerdown');
  for (const n of [1, 2, 3]) whenReleased(() => order.push(n));
  point('pointerup');
  vi.runAllTimers();
  expect(order).toEqual([1, 2, 3]);
});
test.each([1000, 1000.7])('a press that never ends holds nothing up for long, also where something waits only after %d ms', (ms) => {
  point('pointerdown');
  vi.advanceTimersByTime(ms);
  whenReleased(change);
  vi.advanceTimersByTime(499);
  expect(change).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(change).toHaveBeenCalledOnce();
  whenReleased(change);
  expect(change).toHaveBeenCalledTimes(2);
});
test('nor do two of them', () => {
  point('pointerdown');
  whenReleased(change);
  vi.advanceTimersByTime(1000);
  point('pointerdown');
  vi.advanceTimersByTime(1499);
  expect(change).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(change).toHaveBeenCalledOnce();
});
