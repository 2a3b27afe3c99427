// The track of the last move in the sand: kept until the next one begins.
import type { GameEvent } from '@/table/board';
import type { Colour, View } from '../types';

interface Step {
  tile: string;
  colour: Colour | null;
}
export const trace = $state<{ steps: Step[]; seat: number | null }>({ steps: [], seat: null });
let seen: GameEvent[] | null = null;

export function walk(events: GameEvent[], view: View): void {
  if (events === seen) return;
  seen = events;
  let steps = [...trace.steps];
  for (const event of events) {
    if (event.event === 'lift') {
      steps = [{ tile: String(event.tile), colour: null }];
      trace.seat = Number(event.seat);
    }
    if (event.event === 'drop') steps.push({ tile: String(event.tile), colour: event.colour as Colour });
  }
  if (!events.length) {
    // After a jump or an undo: cut back to where the hand is.
    const at = view.turn?.at ?? null;
    if (view.stage === 'start' || !at) steps = [];
    else {
      while (steps.length && steps.at(-1)?.tile !== at) steps.pop();
      if (!steps.length) steps = [...(view.turn?.previous ? [{ tile: view.turn.previous, colour: null }] : []), { tile: at, colour: null }];
    }
  }
  trace.steps = steps;
}
