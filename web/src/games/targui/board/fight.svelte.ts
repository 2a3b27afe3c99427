// What of the latest movement and fight must outlast one view: the strikes of the whole fight, and the track of the last march.
import type { GameEvent } from '@/table/board';
import type { Colour, View } from '../types';

export interface Strike {
  side: 'attacker' | 'defender';
  field: number;
  struck: number;
  sv: number;
  die: number;
  hits: number;
  lost: number;
  left: number;
}
export interface Fight {
  origin: number;
  target: number;
  attacker: Colour;
  defender: Colour;
  strikes: Strike[];
  outcome: string | null;
}
export interface Track {
  from: number;
  to: number;
  kind: 'march' | 'attack';
}

export const latest = $state<{
  fight: Fight | null;
  track: Track | null;
  changes: Record<number, number>;
  fate: number | null;
  step: number;
}>({ fight: null, track: null, changes: {}, fate: null, step: 0 });

let seen: unknown = null;

/** Takes in what led to this view. After a jump (no events) the view's own last events tell what is still known. */
export function follow(view: View, events: GameEvent[]): void {
  if (seen === view) return;
  seen = view;
  const told = events.length ? events : (view.events ?? []);
  if (!events.length) Object.assign(latest, { fight: null, track: null });
  latest.changes = {};
  latest.fate = null;
  latest.step++;
  if (!latest.fight && view.phase === 'fight' && view.pending) {
    const { from, to } = view.pending;
    latest.fight = { origin: from!, target: to!, attacker: view.owner[from!]!, defender: view.owner[to!]!, strikes: [], outcome: null };
  }
  const changed = (field: number, n: number) => n && (latest.changes[field] = (latest.changes[field] ?? 0) + n);
  if (events.some((e) => ['turn_end', 'bought', 'round_start', 'card'].includes(e.event))) latest.fight = null;
  for (const event of told) {
    const number = (name: string) => Number(event[name]);
    switch (event.event) {
      case 'marched':
      case 'advanced':
        latest.track = { from: number('origin'), to: number('target'), kind: 'march' };
        if (event.event === 'marched') latest.fight = null;
        break;
      case 'attack':
        latest.track = { from: number('origin'), to: number('target'), kind: 'attack' };
        latest.fight = {
          origin: number('origin'),
          target: number('target'),
          attacker: event.colour as Colour,
          defender: event.defender as Colour,
          strikes: [],
          outcome: null,
        };
        break;
      case 'strike': {
        const fight = latest.fight;
        if (!fight) break;
        const struck = event.side === 'attacker' ? fight.target : fight.origin;
        fight.strikes.push({
          side: event.side as Strike['side'],
          field: number('field'),
          struck,
          sv: number('sv'),
          die: number('die'),
          hits: number('hits'),
          lost: number('lost'),
          left: number('left'),
        });
        changed(struck, -number('lost'));
        break;
      }
      case 'fight_end':
        if (latest.fight) latest.fight.outcome = String(event.outcome);
        break;
      case 'fate':
        latest.fate = number('number');
        break;
      case 'fate_camels':
        changed(number('field'), number('change'));
        break;
      case 'bought':
        changed(number('field'), number('n'));
        break;
    }
  }
}
