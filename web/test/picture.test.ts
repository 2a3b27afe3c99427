import { expect, test } from 'vitest';
import type { Decision } from '@/table/board';
import { pictureBoard } from '@/table/picture';
import { sanitize } from '@/table/picture/sanitize';
import { Parts } from '@/table/picture/touch';
import { still } from '@/table/still';

const decision = (id: number, text: string): Decision => ({ id, text, kind: text.split(' ')[0]!, args: {}, stands: null });
const [one, two, pass] = [decision(1, 'sow 1'), decision(2, 'sow 2'), decision(3, 'pass')];
function drawing() {
  const pits = '<g data-decision="sow 1" aria-label="Pit 1"/><g data-decision="sow 2"/>';
  const svg = sanitize(`<svg xmlns="http://www.w3.org/2000/svg">${pits}<g aria-label="Store" role="img"/></svg>`)!;
  return { svg, parts: new Parts(svg) };
}

test('only what is offered can be touched', () => {
  const { svg, parts } = drawing();
  expect(svg.querySelectorAll('[data-decision], [role="button"]')).toHaveLength(0);
  parts.offer([one!, pass!], null, (each) => each.text);
  const buttons = [...svg.querySelectorAll('[role="button"]')];
  expect(
    buttons.map((each) => [each.getAttribute('data-decision'), each.getAttribute('tabindex'), each.getAttribute('aria-label')]),
  ).toEqual([['sow 1', '0', 'Pit 1']]);
});
test('a part without a name is called by its decision, and the chosen one is pressed', () => {
  const { svg, parts } = drawing();
  parts.offer([one!, two!], two!, () => 'Sow pit 2');
  const second = svg.children[1]!;
  expect(second.getAttribute('aria-label')).toBe('Sow pit 2');
  expect([...svg.querySelectorAll('[aria-pressed]')].map((each) => each.getAttribute('aria-pressed'))).toEqual(['false', 'true']);
});
test('what is no longer offered is drawing again', () => {
  const { svg, parts } = drawing();
  parts.offer([one!], null, String as never);
  parts.offer([], null, String as never);
  expect(svg.children[0]!.getAttribute('role')).toBe('img');
  expect(svg.querySelectorAll('[tabindex], [data-decision], [aria-pressed]')).toHaveLength(0);
});
test('small parts get a field for a finger', () => {
  const { svg, parts } = drawing();
  const small = svg.children[0] as SVGGraphicsElement;
  small.getBoundingClientRect = () => ({ width: 22, height: 22 }) as DOMRect;
  small.getBBox = () => ({ x: 0, y: 0, width: 11, height: 11 }) as DOMRect;
  parts.offer([one!], null, String as never);
  parts.widen();
  parts.widen();
  const fields = small.querySelectorAll('rect');
  expect(fields).toHaveLength(1);
  expect([fields[0]!.getAttribute('x'), fields[0]!.getAttribute('width')]).toEqual(['-5.5', '22']);
});
test('the coach rings by key or decision', () => {
  const { svg, parts } = drawing();
  parts.ring([{ style: 'best', path: [], keys: ['decision:sow 2'] }]);
  expect(svg.querySelector('[data-coach="best"]')).toBe(svg.children[1]);
  parts.ring([]);
  expect(svg.querySelector('[data-coach]')).toBeNull();
});
test('the dock offers what the picture does not', () => {
  const board = pictureBoard('kalah');
  const memory: any = board.remember!();
  memory.texts = ['sow 1', 'sow 2'];
  const say: any = Object.assign((key: string) => key, { has: () => false });
  const dock = (legal: Decision[], chosen: Decision | null = null) => board.dock(still({}, [], { legal, chosen, memory }), say);
  expect(dock([one!, two!, pass!]).others!.map((each) => each.decision.text)).toEqual(['pass']);
  expect(dock([one!, two!]).main).toBeNull();
  expect(dock([one!, two!], one!).main!.decision).toBe(one);
  expect(dock([pass!]).main!.decision).toBe(pass);
});
