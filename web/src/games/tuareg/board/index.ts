import type { BoardModule } from '@/table/board';
import Aid from './Aid.svelte';
import Board from './Board.svelte';
import { dock, phrase } from './dock';
import { duration } from './flights';
import Seat from './Seat.svelte';
import Side from './Side.svelte';
import { counting, scoring } from './scoring';
import { type Helps, type View } from '../types';

export const board: BoardModule<View, Helps> = {
  sprites: ['tuareg'],
  Aid,
  seats: 'top',
  Board,
  Seat,
  Side,
  status: (view, t) => t.game('tuareg', 'board.status', { stage: view.stage, players: view.players }),
  dock,
  phrase: (decision, table, t) => phrase(decision, table, t),
  concerns: (event, seat) =>
    event.seat === seat ||
    event.victim === seat ||
    ['majority', 'stage_ends', 'stage_begins', 'lap_begins', 'game_ends'].includes(event.event),
  scoring,
  counting,
  duration,
  elsewhere: (key, seat) => {
    const [what, name] = key.split(':');
    if (what === 'animal') return `seat:${seat}:${name}`;
    if (what === 'hand') return `seat:${seat}`;
    return what === 'cave' || what === 'thief' || what === 'map' ? null : key;
  },
};
