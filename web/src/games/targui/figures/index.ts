// Fields beside the rules of marching and fighting; their words are `diagrams` of the game.
import type { Figures } from '@/games/types';
import { box } from '../components';
import { LAND } from '../map';

export interface Fields {
  fields: { field: string; owner?: string; camels?: number }[];
  arrow?: [number, number];
  attack?: boolean;
  no?: number[];
  good: boolean;
  words: string;
}

/** The whole desert: its spiral, the sectors of the tribes, or the neighbours of a field. */
export interface MapFigure {
  map: 'spiral' | 'sectors' | 'neighbours';
  words: string;
}

export const figures: Record<string, (Fields | MapFigure)[]> = {
  'TG-1': [{ map: 'spiral', words: 'spiral' }],
  'TG-3': [{ map: 'sectors', words: 'sectors' }],
  'TG-5.2': [
    { map: 'neighbours', words: 'neighbours' },
    {
      arrow: [0, 1],
      good: true,
      words: 'march',
      fields: [{ field: 'settlement', owner: 'blue', camels: 10 }, { field: 'hills' }, { field: 'salt_lake' }],
    },
    {
      no: [2],
      good: false,
      words: 'lake',
      fields: [{ field: 'dunes', owner: 'blue', camels: 4 }, { field: 'oasis', owner: 'blue', camels: 2 }, { field: 'salt_lake' }],
    },
  ],
  'TG-5.3': [
    {
      arrow: [0, 1],
      attack: true,
      good: true,
      words: 'fight',
      fields: [
        { field: 'oasis', owner: 'blue', camels: 9 },
        { field: 'hills', owner: 'red', camels: 5 },
        { field: 'dunes', owner: 'red', camels: 1 },
      ],
    },
  ],
};
export { default as Figure } from './Figures.svelte';

export const side: Figures['side'] = (t) => ({
  title: t.game('targui', 'side.title'),
  rows: LAND.map((kind) => ({
    icon: `tg-${kind}`,
    title: t.game('targui', `board.land.${kind}`),
    text: kind === 'salt_lake' ? t.game('targui', 'side.lake') : t.game('targui', 'side.land', { ...box.cards[kind] }),
  })),
});
