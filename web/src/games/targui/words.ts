// The names of things, decisions and events in sentences.
import type { Translate } from '@/i18n/i18n.svelte';
import type { Decision } from '@/table/board';
import type { Table } from './board/latest.svelte';
import { ends } from './board/touch';
import { kindOf, tribeOf, type View } from './types';

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
export const percent = (p: number): number => Math.round(p * 100);
/** "37 %"; never 0 or 100 for what is merely unlikely or likely. */
export const chance = (p: number, t: Translate): string =>
  p > 0 && p < 0.005
    ? t.game('targui', 'board.chance_under')
    : p < 1 && p >= 0.995
      ? t.game('targui', 'board.chance_over')
      : `${percent(p)} %`;
/** The same where room is scarce. */
export const brief = (p: number): string => (p > 0 && p < 0.005 ? '<1 %' : p < 1 && p >= 0.995 ? '>99 %' : `${percent(p)} %`);
export const decimal = (x: number, t: Translate): string =>
  x.toLocaleString(t.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A decision in a few words. */
export function phrase(decision: Decision, table: Table, t: Translate): string {
  const { view } = table;
  const { from, to } = ends(decision);
  const kind = decision.kind === 'amount' ? (view.phase.endsWith('amount') ? view.phase : 'amount') : decision.kind;
  return t.game('targui', `board.phrase.${kind}`, { from, to, n: Number(decision.args.n ?? 0), land: to ? landName(view, to, t) : '' });
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
