// Which things on the table a decision is made of, and what a touch on a thing means. No rules: only the decisions that were offered.
import type { BoardActions, BoardState, Decision } from '@/table/board';
import { GOODS } from '../components';
import { handOf, type Helps, type View } from '../types';

type Table = BoardState<View, Helps>;

/** The keys of the things one touches for a decision. */
export function parts(decision: Decision): string[] {
  const { good, animal, cave, seat, special } = decision.args;
  switch (decision.kind) {
    case 'draw':
      return ['pile'];
    case 'to_market':
      return [`hand:${good}`, 'market'];
    case 'load_hand':
      return [`hand:${good}`, `animal:${animal}`];
    case 'load_market':
      return [`market:${good}`, `animal:${animal}`];
    case 'buy':
      return [`supply:${special}`];
    case 'pay_hand':
      return [`hand:${good}`];
    case 'pay_animal':
      return [`animal:${animal}`];
    case 'hide_hand':
      return [`hand:${good}`, `cave:${cave}`];
    case 'hide_animal':
      return [`animal:${animal}`, `cave:${cave}`];
    case 'steal_hand':
      return [`seat:${seat}`, 'thief'];
    case 'steal_animal':
      return [`seat:${seat}:${animal}`, 'thief'];
    case 'use_map':
    case 'keep_map':
      return ['map'];
    default:
      return [];
  }
}

export function having(table: Table, ...keys: string[]): Decision[] {
  return table.legal.filter((decision) => keys.every((key) => parts(decision).includes(key)));
}

export type Look = { legal: boolean; sel: boolean; prev: boolean; no: boolean; off: boolean };

/** How a thing looks now. */
export function look(table: Table, key: string): Look {
  const held = table.held !== null && table.held !== key ? table.held : null;
  const chosen = table.chosen ? parts(table.chosen) : [];
  const any = having(table, key).length > 0;
  const legal = held ? having(table, held, key).length > 0 : any;
  return {
    legal,
    sel: table.held === key || (chosen.length === 1 && chosen[0] === key),
    prev: chosen.includes(key),
    no: table.refused?.key === key,
    off: table.legal.length > 0 && !any,
  };
}
export const classes = (seen: Look): string =>
  Object.entries(seen)
    .filter(([, on]) => on)
    .map(([name]) => name)
    .join(' ');

/** A touch: preview, play, remember, or ask why not. */
export function touch(table: Table, actions: BoardActions, key: string): void {
  // Where nothing can be decided a touch on a special explains it.
  if (key.startsWith('supply:') && !table.legal.length) return actions.explain?.(key);
  if (table.me === null || table.over) return;
  const held = table.held;
  if (held && held !== key) {
    const both = having(table, held, key);
    if (both[0]) return actions.choose(both[0], held);
    const pair = pairOf(held, key);
    if (pair && !(having(table, key).length && startsAnew(held, key))) return actions.attempt(pair, key);
  }
  const found = having(table, key);
  const chosen = table.chosen && parts(table.chosen).includes(key) ? table.chosen : null;
  if (chosen) return actions.choose(chosen);
  if (!found.length) return actions.attempt(attemptOf(table, key), key);
  const only = found[0];
  if (found.length === 1 && only) return only.kind.startsWith('pay_') ? actions.play(only) : actions.choose(only, key);
  const market = found.find((decision) => decision.kind === 'to_market');
  if (market) return actions.choose(market, key);
  actions.hold(key);
}

/** Carried from one thing and dropped on another: played at once, as it can be taken back. Two things that have nothing to do with each
 *  other decide nothing: the card goes back. */
export function drop(table: Table, actions: BoardActions, from: string, to: string): void {
  const pair = pairOf(from, to);
  const both = having(table, from, to)[0] ?? table.legal.find((decision) => decision.text === pair);
  if (both) return both.stands ? actions.choose(both, from) : actions.play(both);
  if (pair) actions.attempt(pair, to);
  else actions.hold(null);
}

const sort = (key: string): string => key.split(':')[0] ?? '';
const CARDS = ['hand', 'market'];
/** A card after a card is a new beginning, not a pair. */
const startsAnew = (held: string, key: string): boolean => CARDS.includes(sort(held)) && CARDS.includes(sort(key));

/** What two things together mean, in notation; null: nothing. */
function pairOf(held: string, key: string): string | null {
  const [what, a] = key.split(':');
  const [with_, c] = held.split(':');
  if (with_ === 'hand' && what === 'animal') return `load_hand ${a} ${c}`;
  if (with_ === 'animal' && what === 'hand') return `load_hand ${c} ${a}`;
  if (with_ === 'market' && what === 'animal') return `load_market ${a} ${c}`;
  if (with_ === 'animal' && what === 'market' && a) return `load_market ${c} ${a}`;
  if (with_ === 'hand' && what === 'cave') return `hide_hand ${a} ${c}`;
  if (with_ === 'cave' && what === 'hand') return `hide_hand ${c} ${a}`;
  if (with_ === 'animal' && what === 'cave') return `hide_animal ${a} ${c}`;
  if (with_ === 'cave' && what === 'animal') return `hide_animal ${c} ${a}`;
  if (with_ === 'hand' && what === 'market') return `to_market ${c}`;
  if (with_ === 'market' && (what === 'hand' || what === 'handarea')) return 'take_market';
  if (with_ === 'thief' && what === 'market') return 'steal_market';
  return null;
}

/** What somebody who touches this most likely wants, in notation; the server answers why it is not possible. */
function attemptOf(table: Table, key: string): string {
  const view = table.view;
  const me = view.seats[table.me ?? 0];
  const hand = handOf(me);
  const [what, a, b] = key.split(':');
  const animal = view.turn.animal ?? Object.keys(me?.animals ?? {})[0] ?? 'camel1';
  const good = hand[0] ?? 'millet';
  switch (what) {
    case 'pile':
      return 'draw';
    case 'hand':
      return view.phase === 'pay' ? `pay_hand ${a}` : view.turn.main === 'draw' ? `to_market ${a}` : `load_hand ${animal} ${a}`;
    case 'market':
      return a ? `load_market ${animal} ${a}` : `to_market ${good}`;
    case 'animal':
      return view.phase === 'pay'
        ? `pay_animal ${a}`
        : hand.length
          ? `load_hand ${a} ${good}`
          : `load_market ${a} ${GOODS.find((g) => view.market[g]) ?? 'millet'}`;
    case 'supply':
      return `buy ${a}`;
    case 'cave':
      return `hide_hand ${a} ${good}`;
    case 'thief':
      return `steal_hand ${view.seats.findIndex((_, i) => i !== table.me)}`;
    case 'seat':
      return b ? `steal_animal ${a} ${b}` : `steal_hand ${a}`;
    case 'map':
      return 'use_map';
    default:
      return 'end_turn';
  }
}
