import type { Translate } from '@/i18n/i18n.svelte';
import type { BoardModule, ScoreLine } from '@/table/board';
import Aid from './Aid.svelte';
import Board from './Board.svelte';
import { dock, goodName, phrase } from './dock';
import { duration } from './flights';
import Seat from './Seat.svelte';
import Side from './Side.svelte';
import { GOODS } from '../components';
import { total, type Helps, type View } from '../types';

function scoring(view: View, t: Translate): ScoreLine[] {
  const each = (value: (seat: View['seats'][number]) => number) => view.seats.map(value);
  const goods = (stage: 1 | 2): ScoreLine[] =>
    GOODS.map((good) => ({
      label: t.game('tuareg', 'board.score.good', { good: goodName(good, t), stage }),
      rule: 'TU-13.6',
      values: each((s) => s.vp[stage === 1 ? 'goods1' : 'goods2'][good]),
    }));
  return [
    ...goods(1),
    { label: t.game('tuareg', 'board.score.maps1'), rule: 'TU-12.1', values: each((s) => s.vp.maps1) },
    ...goods(2),
    { label: t.game('tuareg', 'board.score.unused'), rule: 'TU-14.2', values: each((s) => s.vp.unused) },
    { label: t.game('tuareg', 'board.score.maps2'), rule: 'TU-14.3', values: each((s) => s.vp.maps2) },
    { label: t.game('tuareg', 'board.score.total'), values: each(total) },
  ];
}

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
  duration,
  elsewhere: (key, seat) => {
    const [what, name] = key.split(':');
    if (what === 'animal') return `seat:${seat}:${name}`;
    if (what === 'hand') return `seat:${seat}`;
    return what === 'cave' || what === 'thief' || what === 'map' ? null : key;
  },
};
