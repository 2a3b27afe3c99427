import type { BoardModule } from '@/table/board';
import Ask from './Ask.svelte';
import Board from './Board.svelte';
import Aid from './Aid.svelte';
import { consists, dock, phrase } from './dock';
import { duration } from './flights';
import { Memory } from './memory.svelte';
import Seat from './Seat.svelte';
import Side from './Side.svelte';
import Turn from './Turn.svelte';
import { scoring } from './scoring';
import { type Helps, type View } from '../types';
import Under from './Under.svelte';
import { say, term } from '../words';

export const board: BoardModule<View, Helps> = {
  sprites: ['five-tribes'],
  seats: 'left',
  aspect: 1.18,
  remember: () => new Memory(),
  Board,
  Seat,
  Side,
  Under,
  Ask,
  status: (view, t) => say(view.ending ? 'status_last' : 'status', view, t, { round: view.round, players: view.players }),
  dock,
  phrase: (decision, table, t) => phrase(decision, table, t),
  quiet: ['refill', 'refill_djinn'],
  concerns: (event, seat) => event.seat === seat || event.victim === seat || ['round', 'ending', 'over', 'score'].includes(event.event),
  scoring,
  duration,
  shifts: (key) => key.startsWith('row:'),
  marks: [
    'claims',
    'elders',
    'viziers',
    'merchants',
    'builders',
    'kills',
    'djinn',
    'sacred',
    'palace',
    'palm',
    'market',
    'empties',
    'blocks',
  ],
  Turn,
  consists: (turn, table, t) => consists(turn, table, t),
  searchable: (view) => view.stage === 'start',
  plannable: (view) => view?.stage === 'bid',
  Aid,
  aidTitle: (about, { view }, t) => {
    const tile = about.startsWith('tile:') ? view.tiles[about.slice(5)] : undefined;
    return tile ? `${about.slice(5)}, ${term(`tiles.${tile.kind}`, view, t)}` : t('aid.open');
  },
};
