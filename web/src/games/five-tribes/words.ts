// The game's words, with the edition's name for the Fakir card.
import type { Fill, Translate } from '@/i18n/i18n.svelte';
import { COLOURS } from './components';
import { type Colour, type View, type Way } from './types';

export const GAME = 'five-tribes';

/** All that tells which edition is played: a view or a position. */
type Edition = Pick<View, 'options'>;

const known = new WeakMap<object, Record<string, string>>();

function forms(view: Edition, t: Translate): Record<string, string> {
  const found = t.section(GAME, `edition.${view.options.edition}`);
  let made = known.get(found);
  if (!made) {
    made = { ...found, fakir: found.Fakir_akk ?? found.fakir ?? '', fakirs: found.Fakire ?? found.fakirs ?? '' };
    known.set(found, made);
  }
  return made;
}
/** Anything of the game's own catalogue. */
export const words = (key: string, view: Edition, t: Translate, values: Fill = {}): string =>
  t.game(GAME, key, { ...forms(view, t), ...values });
/** Words of the board. */
export const say = (key: string, view: Edition, t: Translate, values: Fill = {}): string => words(`board.${key}`, view, t, values);
export const term = (key: string, view: Edition, t: Translate): string => words(`terms.${key}`, view, t);
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "2 builders, 1 vizier". */
export function crowd(counts: Record<Colour, number> | null | undefined, view: View, t: Translate): string {
  return COLOURS.filter((c) => counts?.[c])
    .map((c) => say(`folk.${c}`, view, t, { n: counts?.[c] ?? 0 }))
    .join(', ');
}

const ORDER = ['gold', 'viziers', 'elders', 'cards', 'kill', 'control', 'build', 'market', 'djinn'];
/** What a way brings, part by part. */
export function brings(way: Way, view: View, t: Translate): string {
  const first = say(`act.${way.colour}`, view, t, { n: way.count, gold: way.parts.gold ?? 0, blue: way.blue?.length ?? 0 });
  const told = ORDER.filter(
    (part) => way.parts[part] && !(part === 'gold' && way.colour === 'blue') && part !== 'viziers' && part !== 'elders',
  );
  return [first, ...told.map((part) => say(`part.${part}`, view, t, { n: way.parts[part] ?? 0, tile: way.final }))].join(' · ');
}
