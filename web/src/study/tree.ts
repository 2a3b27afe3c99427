// A tree of lines: every node is a position reached by one decision; the first child goes on with the line, the others branch off.
import type { Decision } from '@/table/board';
import type { BoardAnswer, SavedLine } from './api';

export interface Node {
  id: number;
  /** The decision in notation that led here; '' at the root. */
  move: string;
  /** The same as the server offered it, once known. */
  decision: Decision | null;
  parent: Node | null;
  children: Node[];
  note: string;
  answer: BoardAnswer | null;
}

let next = 1;
export function node(move: string, parent: Node | null): Node {
  return { id: next++, move, decision: null, parent, children: [], note: '', answer: null };
}

/** The child a move leads to; made if there is none yet. */
export function grow(from: Node, move: string): Node {
  const found = from.children.find((child) => child.move === move);
  if (found) return found;
  const child = node(move, from);
  from.children.push(child);
  return child;
}

export function moves(to: Node): string[] {
  const found: string[] = [];
  for (let at: Node | null = to; at?.parent; at = at.parent) found.unshift(at.move);
  return found;
}

export function all(root: Node): Node[] {
  return [root, ...root.children.flatMap(all)];
}

/** Takes a node and everything behind it away; returns where to go on. */
export function cut(at: Node): Node {
  const parent = at.parent;
  if (!parent) return at;
  parent.children = parent.children.filter((child) => child !== at);
  return parent;
}

/** Makes the line of this node the first one, all the way from the root. */
export function promote(to: Node): void {
  for (let at: Node | null = to; at?.parent; at = at.parent) {
    const { parent } = at;
    parent.children = [at, ...parent.children.filter((child) => child !== at)];
  }
}

/** One line for every leaf and every note, the main line first. */
export function write(root: Node): SavedLine[] {
  return all(root)
    .filter((at) => at.note || (!at.children.length && at.parent))
    .map((at) => (at.note ? { moves: moves(at), note: at.note } : { moves: moves(at) }));
}

export function read(lines: SavedLine[]): Node {
  const root = node('', null);
  for (const line of lines) {
    let at = root;
    for (const move of line.moves) at = grow(at, move);
    if (line.note) at.note = line.note;
  }
  return root;
}

/** A piece of a line: decisions of one seat in a row, without a branch in between. */
export interface Piece {
  seat: number | null;
  nodes: Node[];
  /** Other decisions in place of the first one of this piece. */
  branches: Node[];
}

/** A line from `first` on, in pieces; every piece begins with a change of seat or a branch. `whole`: the branches beside `first` too. */
export function pieces(first: Node, whole: boolean): Piece[] {
  const found: Piece[] = [];
  for (let at: Node | undefined = first; at; at = at.children[0]) {
    const seat = at.parent?.answer?.to_decide ?? null;
    const branches = at === first && !whole ? [] : (at.parent?.children.slice(1) ?? []);
    const last = found.at(-1);
    if (last && last.seat === seat && !branches.length && !last.branches.length) last.nodes.push(at);
    else found.push({ seat, nodes: [at], branches });
  }
  return found;
}
