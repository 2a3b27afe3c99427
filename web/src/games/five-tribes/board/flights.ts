// What an event looks like in motion: which piece flies from where to where.
import { fly, flying, place, type Flight } from '@/ui/motion';
import type { GameEvent } from '@/table/board';
import { FIGURE, type Colour, type View } from '../types';

const PIECE = { width: 38, height: 38 };
const CARD = { width: 44, height: 44 };
const tile = (name: unknown) => place(`tile:${String(name)}`);
const figure = (colour: unknown) => FIGURE[colour as Colour] ?? 'ft-elder';

/** From which place of a row something was taken: where equal things lie, the one that leaves the row as it is now. */
function slotOf(row: string[], what: string, now: string[]): number {
  const rest = (i: number) => row.filter((_, k) => k !== i).join();
  const fitting = row.findIndex((each, i) => each === what && rest(i) === now.slice(0, row.length - 1).join());
  return fitting < 0 ? row.indexOf(what) : fitting;
}
/** The rows as they were, less what has been taken since; the numbers are the places on the screen. */
interface Rows {
  cards: string[];
  slots: number[];
  djinns: string[];
  peek: string[];
}
function cardAt(rows: Rows, event: GameEvent, now: View): Element | null {
  const i = event.by === 'merchants' ? 0 : slotOf(rows.cards, String(event.card), now.row);
  const slot = rows.slots[i];
  if (slot === undefined) return place('row:1');
  rows.cards.splice(i, 1);
  rows.slots.splice(i, 1);
  return place(`row:${slot}`);
}
const djinnAt = (rows: Rows, djinn: string): Element | null =>
  rows.djinns.includes(djinn) ? place(`djinn:${rows.djinns.indexOf(djinn) + 1}`) : place(`peek:${rows.peek.indexOf(djinn) + 1}`);

/** `from`: where the moving hand is before this event. */
function flightsOf(event: GameEvent, from: string | null, rows: Rows, now: View): Omit<Flight, 'delay'>[] {
  const seat = `seat:${Number(event.seat)}`;
  switch (event.event) {
    case 'drop':
      return from ? [{ from: tile(from), to: tile(event.tile), sprite: figure(event.colour), ...PIECE }] : [];
    case 'kept':
      return [];
    case 'collect': {
      const kept = event.colour === 'yellow' || event.colour === 'white';
      return Array.from({ length: Math.min(4, Number(event.n)) }, () => ({
        from: tile(event.tile),
        to: kept ? place(seat) : (place('bag') ?? place(seat)),
        sprite: figure(event.colour),
        ...PIECE,
      }));
    }
    case 'camel':
      return [{ from: place(seat), to: tile(event.tile), sprite: `camel-${Number(event.seat)}`, ...PIECE }];
    case 'palm':
      return [{ from: place('stock') ?? place(seat), to: tile(event.tile), sprite: 'palm', ...PIECE }];
    case 'palace':
      return [{ from: place('stock') ?? place(seat), to: tile(event.tile), sprite: 'ft-palace', ...PIECE }];
    case 'kill':
      return [{ from: tile(event.tile), to: place('bag') ?? place(seat), sprite: figure(event.colour), ...PIECE }];
    case 'kill_owned':
      return [{ from: place(`seat:${Number(event.victim)}`), to: place('bag') ?? place(seat), sprite: figure(event.colour), ...PIECE }];
    case 'card':
      return [{ from: cardAt(rows, event, now), to: place(seat), sprite: `ft-${String(event.card)}`, ...CARD }];
    case 'djinn':
      return [{ from: djinnAt(rows, String(event.djinn)) ?? place('stock'), to: place(seat), sprite: 'ft-djinn', ...CARD }];
    case 'bid':
      return [
        { from: place(seat), to: place(`spot:${Number(event.spot)}`), sprite: `ft-turn-${Number(event.seat)}`, width: 26, height: 34 },
      ];
    case 'gold':
    case 'sold':
      return [{ from: place('stock') ?? null, to: place(seat), sprite: 'coin', width: 26, height: 26 }];
    case 'meeple':
      return [{ from: place('bag'), to: tile(event.tile), sprite: figure(event.colour), ...PIECE }];
    default:
      return [];
  }
}

/** `before` and `now`: the views that the events lead from and to. */
export function flights(events: GameEvent[], start: string | null, before: View, now: View): void {
  if (!flying()) return;
  let delay = 0;
  let at = start;
  const rows: Rows = {
    cards: [...before.row],
    slots: before.row.map((_, i) => i + 1),
    djinns: before.djinn_row,
    peek: Array.isArray(before.turn?.peek) ? before.turn.peek : [],
  };
  for (const event of events) {
    for (const flight of flightsOf(event, at, rows, now)) {
      void fly({ ...flight, delay });
      delay += 90;
    }
    if (event.event === 'lift' || event.event === 'drop') at = String(event.tile);
  }
}

/** At normal pace, in ms: a whole turn of a bot stays under two and a half seconds. */
export function duration(event: GameEvent): number {
  switch (event.event) {
    case 'lift':
      return 180;
    case 'drop':
      return 260;
    case 'collect':
      return 320;
    case 'camel':
    case 'palm':
    case 'palace':
      return 320;
    case 'kill':
    case 'kill_owned':
      return 420;
    case 'card':
      return 140;
    case 'djinn':
    case 'power':
      return 400;
    case 'bid':
      return 420;
    case 'sold':
      return 300;
    case 'gold':
    case 'meeple':
      return 160;
    default:
      return 0;
  }
}
