import type { Translate } from '@/i18n/i18n.svelte';
import type { BoardModule, ScoreLine } from '@/table/board';
import Aid from './Aid.svelte';
import Ask from './Ask.svelte';
import Board from './Board.svelte';
import { counting, lands } from './counting';
import { dock } from './dock';
import { duration } from './flights';
import { Latest } from './latest.svelte';
import Pack from './Pack.svelte';
import Seat from './Seat.svelte';
import Side from './Side.svelte';
import { fieldOf } from './touch';
import { seatOf, type Helps, type View } from '../types';
import { fieldName, phrase } from '../words';

/** Where the last income comes from, kind by kind; capital decides between equal incomes (TG-6.3, TG-6.4). */
function scoring(view: View, t: Translate, helps: Partial<Helps>): ScoreLine[] {
  const result = view.result?.table;
  const lines: ScoreLine[] = lands(view, t, helps);
  if (!result) return lines;
  const told = (key: 'capital' | 'income' | 'rank') =>
    view.colours.map((colour) => (result[colour].out && key !== 'rank' ? t.game('targui', 'board.is_out') : result[colour][key]));
  if (helps.standing?.some((row) => !row.out && !row.home))
    lines.push({
      label: t.game('targui', 'board.score.home'),
      rule: 'TG-5.5.3',
      values: helps.standing.map((row) => t.game('targui', row.home ? 'board.score.held' : 'board.score.lost')),
    });
  const line = (key: 'capital' | 'income' | 'rank', word: string, rule: string): ScoreLine => ({
    label: t.game('targui', `board.score.${word}`),
    rule,
    values: told(key),
    least: key === 'rank',
  });
  // What decided stands last: places after a conquest, capital between equal incomes, else the income.
  if (view.result?.reason === 'conquest') return [...lines, line('income', 'income_now', 'TG-5.5.2'), line('rank', 'rank', 'TG-6.2')];
  const first = view.colours.filter((colour) => result[colour].rank === 1)[0]!;
  const tied = view.colours.filter((colour) => !result[colour].out && result[colour].income === result[first].income);
  const [rank, income, capital] = [
    line('rank', 'rank', 'TG-6.3'),
    line('income', 'income', 'TG-6.3'),
    line('capital', 'capital', 'TG-6.4'),
  ];
  return tied.length > 1 ? [...lines, rank, income, capital] : [...lines, capital, rank, income];
}

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
  aidTitle: (about, { view }, t) => (about.startsWith('field:') ? fieldName(view, fieldOf(about), t) : t('aid.open')),
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
