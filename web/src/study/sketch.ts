import type { Drawn } from '@/boards/types';
import type { Turn } from '@/coach/types';

/** The best turn as a board draws it. After a move the market row has moved on, so its places would be wrong ones. */
export function sketch(turn: Turn | null): Drawn[] {
  if (!turn) return [];
  const keys = turn.path.length > 1 ? turn.keys.filter((key) => !key.startsWith('row:')) : turn.keys;
  return [{ style: 'best', path: turn.path, keys }];
}
