// The track of the last move in the sand: kept until the next one begins.
import type { GameEvent } from '@/table/board';
import type { View } from '../types';

export class Trace {
  /** The tiles of the move, the one it began on first. */
  tiles = $state.raw<string[]>([]);
  private seen: GameEvent[] | null = null;

  walk(events: GameEvent[], view: View): void {
    if (events === this.seen) return;
    this.seen = events;
    let tiles = [...this.tiles];
    for (const event of events) {
      if (event.event === 'lift') tiles = [String(event.tile)];
      if (event.event === 'drop') tiles.push(String(event.tile));
    }
    if (!events.length) {
      // After a jump or an undo: cut back to where the hand is.
      const at = view.turn?.at ?? null;
      if (view.stage === 'start' || !at) tiles = [];
      else {
        while (tiles.length && tiles.at(-1) !== at) tiles.pop();
        if (!tiles.length) tiles = [...(view.turn?.previous ? [view.turn.previous] : []), at];
      }
    }
    this.tiles = tiles;
  }
}
