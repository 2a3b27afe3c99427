import type { EditorModule } from '@/study/editor/types';
import { opened } from '../types';
import { colourName } from '../words';
import { paint, ready, settle, type Position } from './position';
import Round from './Round.svelte';
import Seat from './Seat.svelte';
import Thing from './Thing.svelte';

export const editor: EditorModule = {
  ready,
  view: opened,
  settle: (before, after) => settle(before as Position, after as Position),
  players: (p) => p.colours.length,
  deciding: (p) => (p.turn === null ? null : p.colours.indexOf(p.turn)),
  brushes: (p, t) => [
    ...p.colours.map((colour: string) => ({
      id: colour,
      icon: `tg-own-${colour}`,
      label: t.game('targui', 'editor.marker', { colour: colourName(colour, t) }),
    })),
    { id: 'camels1', icon: `tg-camel-${p.turn ?? p.colours[0]}`, label: t.game('targui', 'editor.camel1') },
    { id: 'camels5', icon: `tg-stack-${p.turn ?? p.colours[0]}`, label: t.game('targui', 'editor.camel5') },
  ],
  paint: (p, key, brush, less) => paint(p, key, brush, less),
  handles: (key) => key.startsWith('field:'),
  Thing,
  Seat,
  Round,
};
