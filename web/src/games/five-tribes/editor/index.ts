import type { Translate } from '@/i18n/i18n.svelte';
import type { EditorModule } from '@/study/editor/types';
import { box, COLOURS } from '../components';
import { FIGURE, opened } from '../types';
import { GAME } from '../words';
import { outside, paint, settle, type Position } from './position';
import Round from './Round.svelte';
import Seat from './Seat.svelte';
import Thing from './Thing.svelte';

/** Possible, but not with what is in the box. */
function remarks(p: Position, t: Translate): string[] {
  const found = outside(p);
  return COLOURS.filter((colour) => (found[colour] ?? 0) > box.colours[colour]).map((colour) =>
    t.game('five-tribes', 'editor.box', {
      tribe: t.game(GAME, `terms.tribes.${colour}`),
      n: found[colour] ?? 0,
      most: box.colours[colour],
    }),
  );
}

export const editor: EditorModule = {
  view: opened,
  settle: (before, after) => settle(before as Position, after as Position),
  players: (p) => p.players,
  deciding: (p) => p.seat,
  brushes: (p, t) => [
    ...COLOURS.map((colour) => ({ id: colour, icon: FIGURE[colour], label: t.game(GAME, `terms.tribes.${colour}`) })),
    ...p.seats.map((_: unknown, i: number) => ({
      id: `camel${i}`,
      icon: `camel-${i}`,
      label: t.game('five-tribes', 'editor.camel_of', { n: i + 1 }),
    })),
    { id: 'palm', icon: 'palm', label: t.game('five-tribes', 'editor.palm') },
    { id: 'palace', icon: 'ft-palace', label: t.game('five-tribes', 'editor.palace') },
  ],
  paint: (p, key, brush, less) => paint(p, key, brush, less),
  remarks: (p, t) => remarks(p as Position, t),
  handles: (key) => /^(tile|row|djinn):/.test(key),
  Thing,
  Seat,
  Round,
};
