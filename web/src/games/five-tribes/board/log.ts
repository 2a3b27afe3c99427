// An event in a sentence, from the game's own catalogue, as games/five_tribes/words.py puts it.
import type { Translate } from '@/i18n/i18n.svelte';
import type { GameEvent } from '@/table/board';
import type { View } from '../types';
import { GAME, term, words } from '../words';

const SEEN: Record<string, string> = { drawn: 'card', peek: 'first' };
/** Dealing is seen on the table. */
const QUIET = ['refill', 'refill_djinn'];

export function sentence(event: GameEvent, names: string[], view: View, t: Translate): string {
  if (QUIET.includes(event.event)) return '';
  const secret = SEEN[event.event];
  let key = `events.${event.event}${secret && event[secret] ? '_seen' : ''}`;
  if (!t.has(GAME, key)) key += `.${'by' in event ? String(event.by) : event.fakirs ? 'fakirs' : 'plain'}`;
  if (!t.has(GAME, key)) return '';
  const name = (fact: string) => names[Number(event[fact])] ?? '';
  const n = Number(event.n ?? event.fakirs ?? 0);
  const told: Record<string, string | number> = {};
  for (const [fact, value] of Object.entries(event)) if (typeof value === 'string' || typeof value === 'number') told[fact] = value;
  const named = (fact: string, kind: string) => (event[fact] ? { [fact]: term(`${kind}.${String(event[fact])}`, view, t) } : {});
  const count = (thing: string) => words(`terms.${n === 1 ? 'one' : 'many'}.${thing}`, view, t, { n });
  return words(key, view, t, {
    ...told,
    seat: 'seat' in event ? name('seat') : '',
    victim: 'victim' in event ? name('victim') : '',
    ...(event.colour
      ? { meeple: term(`meeple.${String(event.colour)}`, view, t), tribe: term(`tribes.${String(event.colour)}`, view, t) }
      : {}),
    ...named('card', 'cards'),
    ...named('payment', 'payments'),
    ...named('djinn', 'djinns'),
    ...named('tile_kind', 'tiles'),
    ...(event.card ? { good: term(`goods.${String(event.card)}`, view, t) } : {}),
    djinn_list: ['first', 'second', 'third']
      .filter((f) => event[f])
      .map((f) => term(`djinns.${String(event[f])}`, view, t))
      .join(', '),
    n_elders: count('elder'),
    n_fakirs: count('fakir'),
    n_meeples: count('meeple'),
    n_cards: count('card'),
  });
}
