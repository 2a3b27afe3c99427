// What a touch on a field means. No rules: only the decisions that were offered.
import type { BoardActions, Decision } from '@/table/board';
import type { Table } from './latest.svelte';
import { beside, touching, towards } from '../map';
import { type View } from '../types';

export const fieldKey = (field: number): string => `field:${field}`;
export const fieldOf = (key: string | null): number => Number(key?.split(':')[1] ?? 0);

/** Origin and target of a decision; a settlement or purchase has only a target. */
export function ends(decision: Decision): { from: number; to: number } {
  const { from, dir, field } = decision.args;
  if (decision.kind === 'march' || decision.kind === 'attack') return { from: Number(from), to: beside(Number(from), String(dir)) };
  return { from: 0, to: Number(field ?? 0) };
}
export const moves = (table: Table, from: number): Decision[] =>
  table.legal.filter((d) => (d.kind === 'march' || d.kind === 'attack') && d.args.from === from);
export const move = (table: Table, from: number, to: number): Decision | undefined => moves(table, from).find((d) => ends(d).to === to);
export const placing = (table: Table, field: number): Decision | undefined =>
  table.legal.find((d) => (d.kind === 'buy' || d.kind === 'settle') && d.args.field === field);
export const find = (table: Table, kind: string): Decision | null => table.legal.find((d) => d.kind === kind) ?? null;

// ---- amounts ------------------------------------------------------------------------------------------------------------------

export const amounts = (table: Table): Decision[] => table.legal.filter((d) => d.kind === 'amount');
/** How many at first: march and advance with all but one, buy what can be paid. */
export function amount(table: Table): Decision | null {
  if (table.chosen?.kind === 'amount') return table.chosen;
  const all = amounts(table);
  const last = all[all.length - 1] ?? null;
  return table.view.phase !== 'buy_amount' && all.length > 1 ? all[all.length - 2]! : last;
}
export function setAmount(table: Table, actions: BoardActions, n: number): void {
  const all = amounts(table);
  const wanted = all[Math.max(0, Math.min(all.length - 1, Math.round(n) - 1))];
  if (wanted && wanted.id !== table.chosen?.id) actions.preview(wanted);
}

// ---- looks --------------------------------------------------------------------------------------------------------------------

export type Mark = 'legal' | 'march' | 'attack' | 'place' | null;
export interface Look {
  mark: Mark;
  sel: boolean;
  prev: boolean;
  no: boolean;
  off: boolean;
  decision: Decision | undefined;
}

export function look(table: Table, field: number): Look {
  const { view, chosen } = table;
  const key = fieldKey(field);
  const held = fieldOf(table.held);
  const open = view.pending;
  const pair = chosen ? ends(chosen) : { from: 0, to: 0 };
  const decision = held && held !== field ? move(table, held, field) : undefined;
  let mark: Mark = null;
  if (decision) mark = decision.kind === 'attack' ? 'attack' : 'march';
  else if (!held && table.legal.length) {
    if (moves(table, field).length) mark = 'legal';
    else if (placing(table, field)) mark = 'place';
  }
  const fighting = view.phase === 'fight' && open !== null;
  if (fighting && open?.to === field) mark = 'attack';
  return {
    mark,
    sel: held === field || pair.from === field || (pair.to === field && !pair.from) || open?.from === field || open?.field === field,
    prev: (pair.from > 0 && pair.to === field) || (open?.to === field && !fighting),
    no: table.refused?.key === key,
    off: table.legal.length > 0 && view.phase === 'settle' && !placing(table, field),
    decision,
  };
}

// ---- touches ------------------------------------------------------------------------------------------------------------------

/** A tap: take up, preview, play, or ask why not. */
export function touch(table: Table, actions: BoardActions, field: number): void {
  const key = fieldKey(field);
  // Where nothing can be decided a touch explains the field.
  if (table.me === null || table.over || !table.legal.length) return actions.explain?.(key);
  const { view, chosen } = table;
  const open = view.pending;
  if (amounts(table).length) {
    const now = amount(table);
    if (now && (field === open?.to || field === open?.field)) return actions.play(now);
    return actions.attempt(attemptOf(table, field, 0), key);
  }
  const held = fieldOf(table.held);
  if (held && held !== field) {
    const way = move(table, held, field);
    if (way) return way.kind === 'march' ? actions.play(way) : actions.choose(way, table.held ?? undefined);
    if (!moves(table, field).length && !placing(table, field)) return actions.attempt(attemptOf(table, field, held), key);
  }
  if (chosen && ends(chosen).to === field && !ends(chosen).from) return actions.choose(chosen);
  const place = placing(table, field);
  if (moves(table, field).length) return actions.hold(key);
  if (place) return actions.choose(place);
  actions.attempt(attemptOf(table, field, 0), key);
}

/** Camels carried from one field to another. */
export function drop(table: Table, actions: BoardActions, from: string, to: string): void {
  const [a, b] = [fieldOf(from), fieldOf(to)];
  if (!to.startsWith('field:') || a === b) return;
  const way = move(table, a, b);
  if (!way) {
    const text = attemptOf(table, b, a);
    // Far apart: what the other field could do by itself was not meant.
    return table.legal.some((d) => d.text === text) ? actions.hold(null) : actions.attempt(text, to);
  }
  if (way.kind === 'march') actions.play(way);
  else actions.choose(way, from);
}

/** What somebody who touches this most likely wants, in notation; the server answers why it is not possible. */
export function attemptOf(table: Table, field: number, held: number): string {
  const { view, me } = table;
  const own = me !== null && view.owner[field] === view.colours[me];
  if (view.phase === 'settle') return `settle ${field}`;
  if (held) {
    const dir = touching(held, field) ? towards(held, field) : '';
    // Fields that do not touch: there is nothing to say about a step, so the refusal is about the field itself.
    if (!dir) return own ? `march ${field} ${outward(view, field)}` : `buy ${field}`;
    const foreign = (view.camels[field] ?? 0) > 0 && !own;
    return `${foreign ? 'attack' : 'march'} ${held} ${dir}`;
  }
  if (own) return view.moved || view.bought || !view.camels[field] ? `buy ${field}` : `march ${field} ${outward(view, field)}`;
  return `march ${field} ${outward(view, field)}`;
}
/** Some neighbour that exists. */
function outward(view: View, field: number): string {
  return ['N', 'E', 'S', 'W'].find((dir) => beside(field, dir) > 0 && view.card[beside(field, dir)] !== 'salt_lake') ?? 'N';
}
