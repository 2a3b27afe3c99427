import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenReleased } from '@/ui/press';

const point = (type: string) => window.dispatchEvent(new PointerEvent(type, { pointerId: 1 }));
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
    expect(change).not.toHaveBeenCalled();
    vi.advanceTimersByTime(0);
    expect(change).toHaveBeenCalledOnce();
  },
);
test('what came first changes first', () => {
  const order: number[] = [];
  point('pointerdown');
  for (const n of [1, 2, 3]) whenReleased(() => order.push(n));
  point('pointerup');
  vi.runAllTimers();
  expect(order).toEqual([1, 2, 3]);
});
test('a press that never ends holds nothing up for long', () => {
  point('pointerdown');
  vi.advanceTimersByTime(1000);
  whenReleased(change);
  vi.advanceTimersByTime(499);
  expect(change).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(change).toHaveBeenCalledOnce();
  whenReleased(change);
  expect(change).toHaveBeenCalledTimes(2);
});
