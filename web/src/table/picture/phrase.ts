import type { Fill, Translate } from '@/i18n/i18n.svelte';
import type { Decision } from '../board';

/** A decision in the words of its game, or in notation (as `Game.phrase` of the kernel). */
export function phrase(game: string, decision: Decision, t: Translate): string {
  const key = `actions.${decision.kind}`;
  if (!t.has(game, key)) return decision.text;
  const named: Fill = {};
  for (const [name, value] of Object.entries(decision.args)) {
    const term = `terms.${value}`;
    named[name] = t.has(game, term) ? t.game(game, term) : value;
  }
  return t.game(game, key, named);
}
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
