import type { Turn, WholeTurn } from '@/coach/types';
import type { BoardModule, Drawn } from '@/table/board';

/** The things a turn is made of; where the coach names none, its decisions themselves: a picture board finds them. */
export const keysOf = (turn: Turn | WholeTurn): string[] => {
  const keys = turn.keys as string[] | undefined;
  return keys?.length ? keys : turn.texts;
};

/** The best turn as a board draws it. */
export function sketch(turn: Turn | null, board: BoardModule | null): Drawn[] {
  if (!turn) return [];
  const keys = turn.path.length > 1 ? keysOf(turn).filter((key) => !board?.shifts?.(key)) : keysOf(turn);
  return [{ style: 'best', path: turn.path, keys }];
}
