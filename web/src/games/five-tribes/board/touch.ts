// Which things on the table a decision is made of, and what a touch on a thing means. No rules: only the decisions that were offered.
import type { BoardActions, Decision } from '@/table/board';
import type { Table } from './memory.svelte';
import { box } from '../components';
import { beside, type Colour, type Good, type View, type Way } from '../types';

/** The tile a decision is about, or null. */
export function tileOf(decision: Decision, view: View): string | null {
  switch (decision.kind) {
    case 'lift':
    case 'kill':
    case 'place':
      return String(decision.args.tile);
    case 'drop':
      return view.turn?.at ? beside(view.turn.at, String(decision.args.direction)) : null;
    case 'build':
      return view.turn?.pending?.origin ?? view.turn?.final ?? null;
    default:
      return null;
  }
}

/** The keys of the things one touches for a decision. */
export function parts(decision: Decision, view: View): string[] {
  const { spot, name, slot, good, seat, colour, n } = decision.args;
  switch (decision.kind) {
    case 'bid':
      return [`spot:${spot}`];
    case 'djinn':
      return [`own:${name}`];
    case 'take_card':
      return [`row:${slot}`];
    case 'take_djinn':
      return [`djinn:${slot}`];
    case 'keep':
      return [`peek:${slot}`];
    case 'sell_add':
      return [`card:${good}`];
    case 'kill_owned':
      return [`victim:${seat}:${colour}`];
    case 'fakirs':
      return [`fakirs:${n}`];
    default: {
      const tile = tileOf(decision, view);
      return tile ? [`tile:${tile}`] : [];
    }
  }
}

export const having = (table: Table, key: string): Decision[] => table.legal.filter((d) => parts(d, table.view).includes(key));
export const ofKind = (table: Table, kind: string): Decision[] => table.legal.filter((d) => d.kind === kind);

export interface Look {
  legal: boolean;
  sel: boolean;
  prev: boolean;
  no: boolean;
  off: boolean;
}
export function look(table: Table, key: string): Look {
  const found = having(table, key).length > 0;
  const chosen = table.chosen !== null && parts(table.chosen, table.view).includes(key);
  return { legal: found, sel: table.held === key, prev: chosen, no: table.refused?.key === key, off: table.legal.length > 0 && !found };
}
export const classes = (seen: Look): string =>
  Object.entries(seen)
    .filter(([, on]) => on)
    .map(([name]) => name)
    .join(' ');

/** A thing with one decision is previewed, one with several asks which. */
export function touch(table: Table, actions: BoardActions, key: string): void {
  const heated = key.startsWith('tile:') && table.heat;
  // Where nothing can be decided about things of this kind, a touch explains them.
  const asks = table.legal.length > 0 && !(table.view.stage === 'bid' && /^(tile|djinn|own):/.test(key));
  if (!heated && (table.me === null || table.over || !asks) && key !== '') return actions.explain?.(key);
  if (table.me === null || table.over) return;
  if (key.startsWith('tile:')) return touchTile(table, actions, key.slice(5));
  if (key.startsWith('card:') && touchCard(table, key.slice(5), actions)) return;
  table.memory.plan.drop();
  const found = having(table, key);
  const chosen = table.chosen && found.some((d) => d.id === table.chosen?.id) ? table.chosen : null;
  if (chosen) return actions.choose(chosen);
  if (!found.length) return actions.attempt(attemptOf(table, key), key);
  if (found.length === 1 && found[0]) return actions.choose(found[0]);
  // Several ways to pay: the first is previewed, the dock offers the others.
  actions.preview(found[0]!);
}

function touchCard(table: Table, card: string, actions: BoardActions): boolean {
  const laid = table.helps.sale?.laid ?? [];
  const open = ofKind(table, 'sell_add').some((d) => d.args.good === card);
  if (table.view.stage !== 'end' || laid.length || !open) return false;
  if (table.chosen) actions.choose(null);
  table.memory.plan.pick(card as Good, table);
  return true;
}

function touchTile(table: Table, actions: BoardActions, tile: string): void {
  if (table.heat) return table.heat.pick(tile);
  const key = `tile:${tile}`;
  const found = having(table, key);
  const held = table.held?.startsWith('hand:') ? table.held.slice(5) : null;
  table.memory.plan.drop();
  if (table.view.stage === 'sow') {
    const fitting = held ? found.filter((d) => d.args.colour === held) : found;
    if (fitting.length === 1 && fitting[0]) return actions.play(fitting[0]);
    if (fitting.length > 1) return actions.hold(key);
    const end = table.helps.ways?.list.find((way) => way.final === tile && (!held || way.path[0]?.[1] === held));
    if (end && !found.length) {
      actions.hold(null);
      return table.memory.plan.take(end, table);
    }
    return actions.attempt(`drop_at ${tile} ${held ?? firstInHand(table)}`, key);
  }
  if (table.chosen && found.some((d) => d.id === table.chosen?.id)) return actions.choose(table.chosen);
  if (found.length === 1 && found[0]) return actions.choose(found[0]);
  if (found.length > 1) return actions.hold(key);
  const lifted = table.chosen?.kind === 'lift' ? String(table.chosen.args.tile) : null;
  const way = lifted ? table.helps.lifts?.[lifted]?.ways.find((w) => w.final === tile) : undefined;
  if (way) return choose(way, table, actions);
  actions.attempt(attemptOf(table, key), key);
}

/** Picks a whole way: it is previewed, and the main button plays it. */
export function choose(way: Way, table: Table, actions: BoardActions): void {
  if (table.chosen || table.held) actions.choose(null);
  table.memory.plan.take(way, table);
}

const firstInHand = (table: Table): Colour =>
  (Object.entries(table.view.turn?.hand ?? {}).find(([, n]) => n > 0)?.[0] ?? 'yellow') as Colour;

/** What somebody who touches this most likely wants, in notation; the server answers why it is not possible. */
function attemptOf(table: Table, key: string): string {
  const [what, a, b] = key.split(':');
  const { stage } = table.view;
  switch (what) {
    case 'tile':
      if (stage === 'target') return `place ${a}`;
      if (stage === 'assassins' || stage === 'second_kill')
        return `kill ${a} ${Object.entries(table.view.tiles[a ?? '']?.meeples ?? {}).find(([, n]) => n)?.[0] ?? 'red'}`;
      return `lift ${a}`;
    case 'spot':
      return `bid ${a} 0`;
    case 'row':
      return `take_card ${a}`;
    case 'djinn':
      return `take_djinn ${a} EE`;
    case 'own':
      return `djinn ${a} ${box.djinns[a ?? '']?.payments[0] ?? ''}`.trim();
    case 'card':
      return `sell_add ${a}`;
    case 'victim':
      return `kill_owned ${a} ${b}`;
    case 'peek':
      return `keep ${a}`;
    default:
      return 'end_turn';
  }
}
