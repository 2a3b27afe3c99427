// A whole chain of decisions somebody has picked: the rest of a move, or a set to sell. The main button plays the first one; the others
// follow by themselves.
import type { BoardActions } from '@/table/board';
import { GOODS } from '../components';
import { total, type Good, type View, type Way } from '../types';
import type { Table } from './memory.svelte';

/** What tells one moment of a move or a sale from the next. */
function moment(view: View): string {
  const turn = view.turn;
  return `${view.round} ${view.stage} ${turn?.at} ${turn?.previous} ${total(turn?.hand)} ${turn?.set.length ?? 0} ${view.seat}`;
}

export class Plan {
  way = $state.raw<Way | null>(null);
  /** Goods picked for a sale, in the order of the vocabulary. */
  picks = $state.raw<Good[]>([]);
  /** Decisions still to play. */
  ids = $state.raw<number[]>([]);
  private sent = '';

  drop(): void {
    if (this.way) this.way = null;
    if (this.picks.length) this.picks = [];
    if (this.ids.length) this.ids = [];
  }

  take(way: Way, table: Table): void {
    this.drop();
    this.way = way;
    this.ids = [...way.ids];
    this.sent = moment(table.view);
  }

  /** Adds a good to the set, or takes it out again. */
  pick(good: Good, table: Table): void {
    const chosen = this.picks.includes(good) ? this.picks.filter((g) => g !== good) : [...this.picks, good];
    this.pickAll(chosen, table);
  }

  pickAll(goods: Good[], table: Table): void {
    this.drop();
    const sale = table.helps.sale;
    if (!goods.length || !sale) return;
    // In the fixed order of the goods, as the vocabulary wants a set; the person may have picked in any order.
    this.picks = GOODS.filter((good) => goods.includes(good));
    this.ids = [...this.picks.map((good) => sale.ids[good]), sale.done];
    this.sent = moment(table.view);
  }

  /** Called whenever the table changes: goes on with the chain as long as the table is where the chain expects it. */
  follow(table: Table, actions: BoardActions): void {
    if (!this.ids.length) return;
    if (table.chosen || table.held) return this.drop();
    if (!table.legal.length) return;
    const now = moment(table.view);
    if (now === this.sent) return;
    const rest = this.ids.slice(1);
    const fits = this.way ? table.view.stage === 'sow' && total(table.view.turn?.hand) === rest.length : table.view.stage === 'sell';
    const next = table.legal.find((d) => d.id === rest[0]);
    if (!fits || !next) return this.drop();
    this.ids = rest;
    this.sent = now;
    actions.play(next);
  }
}
