// The names of things, decisions and events in sentences.
import type { Translate } from '@/i18n/i18n.svelte';
import type { Decision, GameEvent } from '@/table/board';
import type { Table } from './board/latest.svelte';
import { ends } from './board/touch';
import { kindOf, seatOf, tribeOf, type View } from './types';

export const cap = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** "Oasis", "Settlement of Blue". */
export const cardName = (card: string | null | undefined, t: Translate): string => (card ? t.game('targui', `terms.cards.${card}`) : '');
/** Short, for headings: a settlement is just a settlement. */
export const landName = (view: View, field: number, t: Translate): string => t.game('targui', `board.land.${kindOf(view.card[field])}`);
export const fieldName = (view: View, field: number, t: Translate): string =>
  t.game('targui', 'board.field', { n: field, land: landName(view, field, t) });
export const colourName = (colour: string, t: Translate): string => t.game('targui', `terms.colours.${colour}`);
export const fateName = (n: number, t: Translate): string => t.game('targui', `terms.fates.${n}.name`);
export const fateText = (n: number, t: Translate): string => t.game('targui', `terms.fates.${n}.text`);
export const percent = (p: number): number => (p > 0 && p < 0.01 ? 1 : p < 1 && p > 0.99 ? 99 : Math.round(p * 100));
export const decimal = (x: number, t: Translate): string =>
  x.toLocaleString(t.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A decision in a few words. */
export function phrase(decision: Decision, table: Table, t: Translate): string {
  const { view } = table;
  const { from, to } = ends(decision);
  const kind = decision.kind === 'amount' ? (view.phase.endsWith('amount') ? view.phase : 'amount') : decision.kind;
  return t.game('targui', `board.phrase.${kind}`, { from, to, n: Number(decision.args.n ?? 0), land: to ? landName(view, to, t) : '' });
}

const PLAYERS = ['colour', 'taken_from', 'defender', 'by'];

function variant(event: GameEvent): string {
  const name = event.event;
  const change = Number(event.change);
  switch (name) {
    case 'round_start':
      return event.turns_per_card === 2 ? `${name}_double` : name;
    case 'card':
      return event.turns === 2 ? `${name}_double` : name;
    case 'fate_camels':
    case 'fate_money':
      return `${name}_${change > 0 ? 'gain' : change < 0 ? 'loss' : 'none'}`;
    case 'marched':
    case 'advanced':
      return event.taken_from ? `${name}_taken` : name;
    case 'fight_end':
      return `${name}_${String(event.outcome)}`;
    case 'strike':
      return `${name}_${String(event.side)}`;
    case 'turn_end':
      return event.turns_left ? `${name}_first` : name;
    case 'income':
      return Number(event.land) > Number(event.due) ? 'income_lost' : Number(event.paid) < Number(event.due) ? 'income_short' : name;
    case 'game_over':
      return `${name}_${String(event.reason)}${(event.winners as unknown[]).length > 1 ? '_shared' : ''}`;
    default:
      return name;
  }
}
function counted(what: string, n: number, t: Translate): string {
  return t.game('targui', `terms.${what}_${n === 1 ? 'one' : 'many'}`, { n });
}

/** An event as the game's own catalogue says it, with the names of those who play. */
export function sentence(event: GameEvent, names: string[], view: View, t: Translate): string {
  if (event.event === 'turn_end' || event.event === 'layout') return '';
  const who = (colour: unknown): string => names[seatOf(view, colour)] ?? String(colour);
  const fill: Record<string, string | number> = {};
  for (const [fact, value] of Object.entries(event)) if (typeof value === 'string' || typeof value === 'number') fill[fact] = value;
  for (const fact of PLAYERS) if (event[fact]) fill[fact] = who(event[fact]);
  if (event.replaced) fill.replaced = cardName(String(event.replaced), t);
  if (Array.isArray(event.winners)) fill.winners = event.winners.map(who).join(t.game('targui', 'terms.and'));
  if (event.event === 'fate') Object.assign(fill, { name: fateName(Number(event.number), t), text: fateText(Number(event.number), t) });
  for (const fact of ['n', 'lost', 'change']) {
    if (typeof event[fact] !== 'number') continue;
    fill.camels = counted('camel', Math.abs(event[fact]), t);
    fill.silver = counted('silver', Math.abs(event[fact]), t);
  }
  if (typeof event.cards_each === 'number') fill.cards = counted('card', event.cards_each, t);
  if (typeof event.hits === 'number') fill.hits = counted('hit', event.hits, t);
  const key = `events.${variant(event)}`;
  return t.has('targui', key) ? t.game('targui', key, fill) : '';
}

/** All of a field, for those who listen: what it is, what it is worth, who stands there. */
export function spoken(view: View, field: number, sv: number, ev: number, owner: string, t: Translate): string {
  const card = view.card[field];
  if (card === 'salt_lake') return t.game('targui', 'board.spoken_lake', { n: field });
  const land = tribeOf(card) ? cardName(card, t) : landName(view, field, t);
  const camels = view.camels[field] ?? 0;
  const who = owner
    ? t.game('targui', camels ? 'board.spoken_camels' : 'board.spoken_empty', { name: owner, n: camels })
    : t.game('targui', 'board.spoken_free');
  return t.game('targui', 'board.spoken', { n: field, land, sv, ev, who });
}
