// What moves on the board just now, in words: for those who see it move and cannot tell what it was.
import { named } from '@/i18n/named';
import type { Translate } from '@/i18n/i18n.svelte';
import type { BoardModule, BoardState, GameEvent } from './board';

/** The dock has room for so many sentences. */
const MOST = 2;

/** What others do, and what nobody does (dice, cards of fate, incomes); one's own moves were chosen and need no words. */
export function captionOf(table: BoardState, board: BoardModule, t: Translate): string {
  const names = table.seats.map((seat) => seat.name);
  const actor = (event: GameEvent): unknown => board.actor?.(event, table.view) ?? event.seat ?? null;
  return table.events
    .filter((event) => table.me === null || actor(event) !== table.me)
    .filter((event) => board.duration(event) > 0 && !board.quiet?.includes(event.event))
    .map((event) => named(t.words(event.words), names))
    .filter(Boolean)
    .slice(0, MOST)
    .join(' ');
}
