// What an event looks like in motion: which piece flies from where to where.
import { fly, flying, place, type Flight } from '@/ui/motion';
import type { GameEvent } from '@/table/board';
import { fieldKey } from './touch';
import { seatOf, type View } from '../types';

const CAMEL = { width: 40, height: 35 };

function flightsOf(event: GameEvent, view: View): Omit<Flight, 'delay'>[] {
  const colour = String(event.colour);
  const seat = place(`seat:${seatOf(view, colour)}`);
  const field = (fact: string) => place(fieldKey(Number(event[fact])));
  const many = (n: unknown) => Math.max(1, Math.min(4, Math.ceil(Number(n) / 4)));
  switch (event.event) {
    case 'marched':
    case 'advanced':
      return Array.from({ length: many(event.n) }, () => ({
        from: field('origin'),
        to: field('target'),
        sprite: `tg-camel-${colour}`,
        ...CAMEL,
      }));
    case 'bought':
      return Array.from({ length: many(event.n) }, () => ({ from: seat, to: field('field'), sprite: `tg-camel-${colour}`, ...CAMEL }));
    case 'settled':
      return [{ from: seat, to: field('field'), sprite: `tg-own-${colour}`, width: 44, height: 44 }];
    case 'strike':
      return [
        { from: place('dock-dice') ?? place('pack'), to: field('field'), sprite: `tg-die-${Number(event.die)}`, width: 38, height: 38 },
      ];
    case 'card':
      return [{ from: place('pack'), to: seat, sprite: `tg-card-${colour}`, width: 40, height: 56 }];
    case 'income':
      return Number(event.paid)
        ? Array.from({ length: Math.min(4, Math.ceil(Number(event.paid) / 4)) }, () => ({
            from: place('pack'),
            to: seat,
            sprite: 'coin-silver',
            width: 26,
            height: 26,
          }))
        : [];
    default:
      return [];
  }
}

export function flights(view: View, events: GameEvent[]): void {
  if (!flying()) return;
  let delay = 0;
  for (const event of events) {
    const list = flightsOf(event, view);
    for (const flight of list) {
      void fly({ ...flight, delay });
      delay += 90;
    }
    if (list.length) delay += event.event === 'strike' ? 330 : 60;
    if (event.event === 'fate') delay += 500;
  }
}

/** At normal pace, in ms. */
export function duration(event: GameEvent): number {
  switch (event.event) {
    case 'marched':
    case 'advanced':
      return 620;
    case 'attack':
      return 150;
    case 'strike':
      return 620;
    case 'fight_end':
      return 350;
    case 'bought':
      return 560;
    case 'settled':
      return 700;
    case 'fate':
      return 1900;
    case 'fate_camels':
      return 40;
    case 'income':
      return 260;
    case 'round_start':
      return 350;
    case 'card':
      return 260;
    case 'eliminated':
      return 1200;
    default:
      return 0;
  }
}
