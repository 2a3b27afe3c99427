import { expect, test } from 'vitest';
import { all, cut, grow, moves, node, pieces, promote, read, write } from '@/study/tree';

const tree = () => read([{ moves: ['a', 'b', 'c'] }, { moves: ['a', 'x'], note: 'why not' }, { moves: ['a', 'b', 'y'] }]);

test('a move that is known leads to the same place', () => {
  const root = node('', null);
  expect(grow(root, 'a')).toBe(grow(root, 'a'));
  expect(root.children).toHaveLength(1);
});
test('lines share what they have in common', () => {
  expect(all(tree()).map((at) => at.move)).toEqual(['', 'a', 'b', 'c', 'y', 'x']);
});
test('what is written is read again', () => {
  const lines = write(tree());
  expect(lines).toEqual([{ moves: ['a', 'b', 'c'] }, { moves: ['a', 'b', 'y'] }, { moves: ['a', 'x'], note: 'why not' }]);
  expect(write(read(lines))).toEqual(lines);
});
test('a note in the middle is kept as a line of its own', () => {
  const root = read([{ moves: ['a'], note: 'here' }, { moves: ['a', 'b'] }]);
  expect(write(root)).toEqual([{ moves: ['a'], note: 'here' }, { moves: ['a', 'b'] }]);
});
test('promoting makes a branch the main line', () => {
  const root = tree();
  const branch = all(root).find((at) => at.move === 'y')!;
  promote(branch);
  expect(moves(branch)).toEqual(['a', 'b', 'y']);
  expect(write(root)[0]).toEqual({ moves: ['a', 'b', 'y'] });
});
test('cutting takes everything behind it away', () => {
  const root = tree();
  const b = all(root).find((at) => at.move === 'b')!;
  expect(cut(b).move).toBe('a');
  expect(all(root).map((at) => at.move)).toEqual(['', 'a', 'x']);
  expect(cut(root)).toBe(root);
});
test('pieces end where the seat changes or a branch begins', () => {
  const root = read([{ moves: ['a', 'b', 'c', 'd'] }, { moves: ['a', 'b', 'z'] }]);
  const seats: Record<string, number> = { '': 0, a: 0, b: 1, c: 1 };
  for (const at of all(root)) at.answer = { to_decide: seats[at.move] ?? null } as never;
  const told = pieces(root.children[0]!, true);
  const found = told.map(({ seat, nodes, branches }) => [seat, nodes.map((at) => at.move).join(''), branches.length]);
  expect(found).toEqual([
    [0, 'ab', 0],
    [1, 'c', 1],
    [1, 'd', 0],
  ]);
});
