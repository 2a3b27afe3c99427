import type { Turn } from '@/coach/types';
import type { BoardModule, Drawn } from '@/table/board';

/** The best turn as a board draws it. */
export function sketch(turn: Turn | null, board: BoardModule | null): Drawn[] {
  if (!turn) return [];
  const keys = turn.path.length > 1 ? turn.keys.filter((key) => !board?.shifts?.(key)) : turn.keys;
  return [{ style: 'best', path: turn.path, keys }];
}
