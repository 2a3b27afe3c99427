// What one seat (or the spectator) of a table has been told.
import type { Position, TableEvent, Update } from '@/net/types';
import type { Decision } from './board';
import type { Step } from './driver.svelte';

export interface LogLine {
  event: TableEvent;
  decision: number;
}

export const stepOf = (position: Position, events: TableEvent[]): Step => ({
  view: position.view,
  helps: position.helps,
  picture: position.picture,
  events,
  decisions: position.decisions,
  deciding: position.to_decide,
});

export class Slot {
  number = 0;
  position = $state.raw<Position | null>(null);
  log = $state.raw<LogLine[]>([]);
  lastOwn = $state.raw<Decision | null>(null);
  /** Which decisions of the game were this seat's own. */
  own = $state.raw<number[]>([]);
  constructor(readonly seat: number | null) {}

  /** Takes an update in; returns the step to show, or null if the position is the same. */
  take(update: Update): Step | 'jump' | null {
    const first = this.number === 0;
    this.number = Math.max(this.number, update.number);
    const before = this.position;
    this.position = update.position;
    const log = [...this.log];
    let undone = false;
    const events: TableEvent[] = [];
    for (const entry of update.entries) {
      const decisions = entry.decisions ?? 0;
      if (entry.kind === 'undone') {
        undone = true;
        log.splice(0, log.length, ...log.filter((line) => line.decision <= decisions));
        this.own = this.own.filter((decision) => decision <= decisions);
      }
      // What the coach did is no event of the game, but everybody may know it.
      if (entry.kind === 'hinted' || entry.kind === 'coach_changed') {
        const event = { event: entry.kind, seat: entry.seat, step: entry.step, place: -entry.number, decision: 0 };
        log.push({ event, decision: entry.decisions ?? log.at(-1)?.decision ?? 0 });
      }
      if (entry.kind === 'played' && entry.seat === this.seat) this.own = [...this.own, decisions];
      if (entry.kind === 'played') this.lastOwn = entry.seat === this.seat && entry.decision ? entry.decision : null;
      for (const event of entry.events ?? []) {
        log.push({ event, decision: event.decision ?? decisions });
        events.push(event);
      }
    }
    if (undone) this.lastOwn = null;
    this.log = log;
    if (!update.position) return null;
    if (first || undone || !before) return 'jump';
    if (!events.length && before.decisions === update.position.decisions) return null;
    return stepOf(update.position, events);
  }
}
