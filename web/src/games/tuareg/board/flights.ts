// What an event looks like in motion: which piece flies from where to where.
import { fly, flying, place, type Flight } from '@/ui/motion';
import type { GameEvent } from '@/table/board';

/** The place of something of a seat: in the own camp, or on another seat's card. */
function spot(seat: number, what: string, shown: number): Element | null {
  if (seat !== shown) return (what.startsWith('animal:') ? place(`seat:${seat}:${what.slice(7)}`) : null) ?? place(`seat:${seat}`);
  return place(what) ?? place(`handarea:${seat}`);
}
const CARD = { width: 60, height: 84 };
const BALE = { width: 110, height: 31 };

function flightsOf(event: GameEvent, shown: number): Omit<Flight, 'delay'>[] {
  const seat = typeof event.seat === 'number' ? event.seat : shown;
  const good = typeof event.good === 'string' ? event.good : null;
  const from = String(event.from ?? 'hand');
  const source = from === 'hand' ? spot(seat, good ? `hand:${good}` : 'hand', shown) : spot(seat, `animal:${from}`, shown);
  const card = good ? `tu-card-${good}` : 'tu-back';
  switch (event.event) {
    case 'draws': {
      const goods = (event.goods as string[] | null) ?? [];
      return Array.from({ length: Number(event.count ?? 0) }, (_, i) => ({
        from: place('pile'),
        to: seat === shown ? place(`handarea:${seat}`) : place(`seat:${seat}`),
        sprite: goods[i] ? `tu-card-${goods[i]}` : 'tu-back',
        ...CARD,
      }));
    }
    case 'puts_into_market':
      return [{ from: spot(seat, `hand:${good}`, shown), to: place('market'), sprite: card, ...CARD }];
    case 'loads':
      return [
        {
          from: from === 'market' ? place(`market:${good}`) : source,
          to: spot(seat, `animal:${String(event.animal)}`, shown),
          sprite: `tu-bale-${good}`,
          ...BALE,
        },
      ];
    case 'pays':
      return [{ from: source, to: place('supply:donkey'), sprite: card, ...CARD }];
    case 'buys':
      return [
        {
          from: place(`supply:${String(event.special)}`),
          to: spot(seat, 'animal:camel1', shown),
          sprite: `tu-special-${String(event.special)}`,
          ...CARD,
        },
      ];
    case 'hides':
      return [{ from: source, to: spot(seat, `cave:${String(event.cave)}`, shown), sprite: card, ...CARD }];
    case 'steals': {
      const victim = Number(event.victim);
      return [
        { from: spot(victim, from === 'hand' ? 'hand' : `animal:${from}`, shown), to: spot(seat, 'thief', shown), sprite: card, ...CARD },
      ];
    }
    default:
      return [];
  }
}

export function flights(events: GameEvent[], shown: number): void {
  if (!flying()) return;
  let delay = 0;
  for (const event of events) {
    for (const flight of flightsOf(event, shown)) {
      void fly({ ...flight, delay });
      delay += 110;
    }
  }
}

/** At normal pace, in ms. */
export function duration(event: GameEvent): number {
  switch (event.event) {
    case 'draws':
      return 750;
    case 'puts_into_market':
    case 'loads':
    case 'hides':
      return 650;
    case 'steals':
      return 900;
    case 'buys':
      return 700;
    case 'pays':
      return 450;
    case 'majority':
      return 250;
    case 'stage_ends':
    case 'lap_begins':
      return 600;
    default:
      return 0;
  }
}
