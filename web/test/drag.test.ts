import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drag, type Drag } from '@/ui/drag';

let card: HTMLElement;
let given: Drag;
let held: ReturnType<typeof drag>;
const point = (type: string, x: number, y: number, target: EventTarget = window) =>
  target.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, button: 0, pointerId: 1, bubbles: true }));
const ghost = () => document.querySelector('[aria-hidden="true"]');

beforeEach(() => {
  document.body.innerHTML = '<button data-key="hand:gold">gold</button><div data-key="market"><i></i></div>';
  card = document.querySelector('button')!;
  given = { key: 'hand:gold', on: true, lift: vi.fn<Drag['lift']>(), drop: vi.fn<Drag['drop']>() };
  held = drag(card, given);
  document.elementsFromPoint = (x: number) => (x > 100 ? [card, document.querySelector('i')!] : [card]);
});
afterEach(() => held.destroy());

test('a small movement is a tap', () => {
  point('pointerdown', 10, 10, card);
  point('pointermove', 15, 14);
  expect(ghost()).toBeNull();
  point('pointerup', 15, 14);
  expect(given.lift).not.toHaveBeenCalled();
  expect(given.drop).not.toHaveBeenCalled();
});
test('a card is carried from eight pixels on and dropped on what lies below', () => {
  point('pointerdown', 10, 10, card);
  point('pointermove', 18, 10);
  expect(given.lift).toHaveBeenCalledExactlyOnceWith('hand:gold');
  expect(ghost()?.hasAttribute('data-key')).toBe(false);
  point('pointermove', 200, 50);
  expect((ghost() as HTMLElement).style.transform).toContain('translate(200px,50px)');
  point('pointerup', 200, 50);
  expect(given.drop).toHaveBeenCalledExactlyOnceWith('hand:gold', 'market');
  expect(ghost()).toBeNull();
});
test('where nothing lies below nothing is dropped', () => {
  point('pointerdown', 10, 10, card);
  point('pointermove', 40, 10);
  point('pointerup', 40, 10);
  expect(given.drop).not.toHaveBeenCalled();
});
test('a cancelled touch drops nothing', () => {
  point('pointerdown', 10, 10, card);
  point('pointermove', 200, 10);
  point('pointercancel', 200, 10);
  expect(given.drop).not.toHaveBeenCalled();
  expect(ghost()).toBeNull();
});
test('the click that ends a drag is no tap; the next one is', async () => {
  const tapped = vi.fn();
  card.addEventListener('click', tapped);
  point('pointerdown', 10, 10, card);
  point('pointermove', 200, 10);
  point('pointerup', 200, 10);
  card.click();
  expect(tapped).not.toHaveBeenCalled();
  await new Promise((done) => setTimeout(done, 5));
  card.click();
  expect(tapped).toHaveBeenCalledOnce();
});
test('what cannot be carried now stays', () => {
  held.update({ ...given, on: false });
  expect(card.style.touchAction).toBe('manipulation');
  point('pointerdown', 10, 10, card);
  point('pointermove', 200, 10);
  expect(ghost()).toBeNull();
});
