// A whole chain of decisions somebody has picked: the rest of a move, or a set to sell. The main button plays the first one; the others follow by themselves.
import type { BoardActions, BoardState } from '@/table/board';
import { total, type Good, type Helps, type View, type Way } from '../types';

type Table = BoardState<View, Helps>;

interface Plan {
  way: Way | null;
  /** Goods picked for a sale, in any order. */
  picks: Good[];
  /** Decisions still to play. */
  ids: number[];
  running: boolean;
}
export const plan = $state<Plan>({ way: null, picks: [], ids: [], running: false });
let sent = '';

/** What tells one moment of a move or a sale from the next. */
function moment(view: View): string {
  const turn = view.turn;
  return `${view.round} ${view.stage} ${turn?.at} ${turn?.previous} ${total(turn?.hand)} ${turn?.set.length ?? 0} ${view.seat}`;
}

export function drop(): void {
  if (plan.way) plan.way = null;
  if (plan.picks.length) plan.picks = [];
  if (plan.ids.length) plan.ids = [];
  if (plan.running) plan.running = false;
}

export function take(way: Way | null, table: Table): void {
  drop();
  if (!way) return;
  plan.way = way;
  plan.ids = [...way.ids];
  sent = moment(table.view);
}

export function pick(good: Good, order: Good[], table: Table): void {
  const chosen = plan.picks.includes(good) ? plan.picks.filter((g) => g !== good) : [...plan.picks, good];
  pickAll(
    order.filter((g) => chosen.includes(g)),
    table,
  );
}

export function pickAll(goods: Good[], table: Table): void {
  drop();
  if (!goods.length) return;
  plan.picks = goods;
  const sale = table.helps.sale;
  if (!sale) return drop();
  // In the fixed order of the goods, as the vocabulary wants a set; the person may have picked in any order.
  plan.ids = [...goods.map((good) => sale.ids[good]), sale.done];
  sent = moment(table.view);
}

/** Called whenever the table changes: goes on with the chain as long as the table is where the chain expects it. */
export function follow(table: Table, actions: BoardActions): void {
  if (!plan.ids.length) return;
  if (table.chosen || table.held) return drop();
  if (!table.legal.length) return;
  const now = moment(table.view);
  if (now === sent) return;
  const done = plan.ids[0];
  const rest = plan.ids.slice(1);
  const fits = plan.way ? table.view.stage === 'sow' && total(table.view.turn?.hand) === rest.length : table.view.stage === 'sell';
  const next = table.legal.find((d) => d.id === rest[0]);
  if (done === undefined || !fits || !next) return drop();
  plan.ids = rest;
  plan.running = true;
  sent = now;
  actions.play(next);
}
