// What an event looks like in motion: which piece flies from where to where.
import { fly, place, type Flight } from '../motion';
import type { GameEvent } from '../types';
import { FIGURE, type Colour, type Good } from './types';

const PIECE = { width: 38, height: 38 };
const CARD = { width: 44, height: 44 };
const tile = (name: unknown) => place(`tile:${String(name)}`);
const figure = (colour: unknown) => FIGURE[colour as Colour] ?? 'ft-elder';

/** `from`: where the moving hand is before this event. */
function flightsOf(event: GameEvent, from: string | null): Omit<Flight, 'delay'>[] {
  const seat = `seat:${Number(event.seat)}`;
  switch (event.event) {
    case 'drop': return from ? [{ from: tile(from), to: tile(event.tile), sprite: figure(event.colour), ...PIECE }] : [];
    case 'kept': return [];
    case 'collect': {
      const kept = event.colour === 'yellow' || event.colour === 'white';
      return Array.from({ length: Math.min(4, Number(event.n)) }, () => ({ from: tile(event.tile), to: kept ? place(seat) : (place('bag') ?? place(seat)), sprite: figure(event.colour), ...PIECE }));
    }
    case 'camel': return [{ from: place(seat), to: tile(event.tile), sprite: `ft-camel-${Number(event.seat)}`, ...PIECE }];
    case 'palm': return [{ from: place('stock') ?? place(seat), to: tile(event.tile), sprite: 'ft-palm', ...PIECE }];
    case 'palace': return [{ from: place('stock') ?? place(seat), to: tile(event.tile), sprite: 'ft-palace', ...PIECE }];
    case 'kill': return [{ from: tile(event.tile), to: place('bag') ?? place(seat), sprite: figure(event.colour), ...PIECE }];
    case 'kill_owned': return [{ from: place(`seat:${Number(event.victim)}`), to: place('bag') ?? place(seat), sprite: figure(event.colour), ...PIECE }];
    case 'card': return [{ from: place('row:1'), to: place(seat), sprite: `ft-${String(event.card as Good)}`, ...CARD }];
    case 'djinn': return [{ from: place('djinn:1') ?? place('stock'), to: place(seat), sprite: 'ft-djinn', ...CARD }];
    case 'bid': return [{ from: place(seat), to: place(`spot:${Number(event.spot)}`), sprite: `ft-turn-${Number(event.seat)}`, width: 26, height: 34 }];
    case 'gold':
    case 'sold': return [{ from: place('stock') ?? null, to: place(seat), sprite: 'coin', width: 26, height: 26 }];
    case 'meeple': return [{ from: place('bag'), to: tile(event.tile), sprite: figure(event.colour), ...PIECE }];
    default: return [];
  }
}

export function flights(events: GameEvent[], start: string | null): void {
  let delay = 0;
  let at = start;
  for (const event of events) {
    for (const flight of flightsOf(event, at)) {
      void fly({ ...flight, delay });
      delay += 90;
    }
    if (event.event === 'lift' || event.event === 'drop') at = String(event.tile);
  }
}

/** At normal pace, in ms: a whole turn of a bot stays under two and a half seconds. */
export function duration(event: GameEvent): number {
  switch (event.event) {
    case 'lift': return 180;
    case 'drop': return 260;
    case 'collect': return 320;
    case 'camel':
    case 'palm':
    case 'palace': return 320;
    case 'kill':
    case 'kill_owned': return 420;
    case 'card': return 140;
    case 'djinn':
    case 'power': return 400;
    case 'bid': return 420;
    case 'sold': return 300;
    case 'gold':
    case 'meeple': return 160;
    default: return 0;
  }
}
