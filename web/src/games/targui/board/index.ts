import type { BoardModule } from '@/table/board';
import Aid from './Aid.svelte';
import Ask from './Ask.svelte';
import Board from './Board.svelte';
import { counting } from './counting';
import { dock } from './dock';
import { duration } from './flights';
import { Latest } from './latest.svelte';
import Pack from './Pack.svelte';
import { scoring } from './scoring';
import Seat from './Seat.svelte';
import Side from './Side.svelte';
import { fieldOf } from './touch';
import { seatOf, type Helps, type View } from '../types';
import { cap, fieldName, phrase } from '../words';

export const board: BoardModule<View, Helps> = {
  sprites: ['targui'],
  open: true,
  seats: 'left',
  remember: () => new Latest(),
  Board,
  Seat,
  Side,
  Under: Pack,
  Ask,
  Aid,
  aidTitle: (about, { view }, t) => (about.startsWith('field:') ? cap(fieldName(view, fieldOf(about), t)) : t('aid.open')),
  status: (view, t) =>
    !view.round
      ? t.game('targui', 'board.settling')
      : view.rounds
        ? t.game('targui', 'board.round_of', { n: view.round, of: view.rounds })
        : t.game('targui', 'board.round', { n: view.round }),
  dock,
  phrase,
  quiet: ['turn_end', 'layout'],
  actor: (event, view) => {
    const seat = seatOf(view, event.colour);
    return seat >= 0 ? seat : null;
  },
  concerns: (event, seat, view) => {
    const own = view.colours[seat];
    return (
      [event.colour, event.taken_from, event.defender, event.by].includes(own) ||
      ['fate', 'round_start', 'round_end', 'game_over', 'strike', 'fight_end'].includes(event.event) ||
      (event.event === 'fate_camels' && view.owner[Number(event.field)] === own)
    );
  },
  scoring,
  counting,
  duration,
  dice: (event) => event.event === 'strike',
  rolls: (decision) => decision.kind === 'attack' || decision.kind === 'fight_on',
  paint: (seat, view) => `tg-${view.colours[seat] ?? 'blue'}`,
  badge: (seat, view) => `tg-shield-${view.colours[seat] ?? 'blue'}`,
};
