// What of the latest movement and fight must outlast one view: the strikes of the whole fight, and the track of the last march.
import type { BoardProps, BoardState, GameEvent } from '@/table/board';
import type { Colour, Helps, View } from '../types';

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

export class Latest {
  fight = $state<Fight | null>(null);
  track = $state.raw<Track | null>(null);
  /** Camels won and lost by field. */
  changes = $state<Record<number, number>>({});
  /** Counts the views. */
  step = $state(0);
  private seen: unknown = null;

  /** Takes in what led to this view. After a jump (no events) the view's own last events tell what is still known. */
  follow(view: View, events: GameEvent[]): void {
    if (this.seen === view) return;
    this.seen = view;
    const told = events.length ? events : (view.events ?? []);
    if (!events.length) this.fight = this.track = null;
    this.changes = {};
    this.step++;
    if (!this.fight && view.phase === 'fight' && view.pending) {
      const { from, to } = view.pending;
      this.fight = { origin: from!, target: to!, attacker: view.owner[from!]!, defender: view.owner[to!]!, strikes: [], outcome: null };
    }
    const changed = (field: number, n: number) => n && (this.changes[field] = (this.changes[field] ?? 0) + n);
    if (events.some((e) => ['turn_end', 'bought', 'round_start', 'card'].includes(e.event))) this.fight = null;
    for (const event of told) {
      const number = (name: string) => Number(event[name]);
      switch (event.event) {
        case 'marched':
        case 'advanced':
          this.track = { from: number('origin'), to: number('target'), kind: 'march' };
          if (event.event === 'marched') this.fight = null;
          break;
        case 'attack':
          this.track = { from: number('origin'), to: number('target'), kind: 'attack' };
          this.fight = {
            origin: number('origin'),
            target: number('target'),
            attacker: event.colour as Colour,
            defender: event.defender as Colour,
            strikes: [],
            outcome: null,
          };
          break;
        case 'strike': {
          const fight = this.fight;
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
          if (this.fight) this.fight.outcome = String(event.outcome);
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
}

/** The table as this board is given it. */
export type Table = BoardState<View, Helps, Latest>;
export type Props = BoardProps<View, Helps, Latest>;
