import type { EditorModule } from '@/study/editor/types';
import { goodName } from '../board/dock';
import { GOODS } from '../components';
import { opened } from '../types';
import { paint, settle, type Position } from './position';
import Round from './Round.svelte';
import Seat from './Seat.svelte';
import Thing from './Thing.svelte';

export const editor: EditorModule = {
  view: opened,
  settle: (before, after) => settle(before as Position, after as Position),
  players: (p) => p.players,
  deciding: (p) => (p.phase === 'maps' ? (p.map_queue[0] ?? null) : p.phase === 'over' ? null : p.current),
  brushes: (_, t) => GOODS.map((good) => ({ id: good, icon: `tu-${good}`, label: goodName(good, t) })),
  paint: (p, key, brush, less, seat) => paint(p, key, brush, less, seat),
  handles: (key) => /^(animal:|market|hand|cave:|thief|pile|supply:)/.test(key),
  Thing,
  Seat,
  Round,
};
