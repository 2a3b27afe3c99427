// What one seat (or the spectator) of a table has been told.
import type { Position, TableEvent, ToldTurn, Update } from '@/net/types';
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
  /** The turns so far, each in one sentence. */
  turns = $state.raw<ToldTurn[]>([]);
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
    let undone = false;
    const events: TableEvent[] = [];
    const log = [...this.log];
    for (const entry of update.entries) {
      switch (entry.kind) {
        case 'dealt':
          this.hear(log, events, entry.events);
          break;
        case 'played': {
          const own = entry.seat === this.seat;
          if (own) this.own = [...this.own, entry.decisions];
          this.lastOwn = own && entry.decision ? { ...entry.decision, stands: null } : null;
          this.hear(log, events, entry.events);
          break;
        }
        case 'undone':
          undone = true;
          log.splice(0, log.length, ...log.filter((line) => line.decision <= entry.decisions));
          this.own = this.own.filter((decision) => decision <= entry.decisions);
          break;
        // What the coach did is no event of the game, but everybody may know it.
        case 'hinted':
        case 'coach_changed': {
          const step = entry.kind === 'hinted' ? entry.step : undefined;
          const event = { event: entry.kind, seat: entry.seat, step, place: -entry.number, decision: 0, words: {} };
          log.push({ event, decision: log.at(-1)?.decision ?? 0 });
        }
      }
    }
    if (undone) this.lastOwn = null;
    this.log = log;
    const told = update.turns ?? [];
    const [from, most] = [told[0]?.first ?? Infinity, update.position?.decisions ?? 0];
    this.turns = [...this.turns.filter((turn) => turn.first < from && turn.last <= most), ...told];
    if (!update.position) return null;
    if (first || undone || !before) return 'jump';
    if (!events.length && before.decisions === update.position.decisions) return null;
    return stepOf(update.position, events);
  }

  private hear(log: LogLine[], events: TableEvent[], told: TableEvent[]): void {
    log.push(...told.map((event) => ({ event, decision: event.decision })));
    events.push(...told);
  }
}
