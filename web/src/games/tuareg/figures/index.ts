// Stacks beside the rules of loading; their words are `diagrams` of the game.
import type { Figures } from '@/games/types';
import { box, GOODS } from '../components';

/** The specials with what they do. */
export interface Specials {
  specials: string[];
}
export interface Stacks {
  /** The places are numbered from below. */
  order?: boolean;
  stacks: { animal: 'camel' | 'donkey'; goods: string[]; good: boolean; words: string }[];
}

export const figures: Record<string, (Stacks | Specials)[]> = {
  'TU-5': [
    {
      order: true,
      stacks: [
        { animal: 'camel', goods: ['salt'], good: true, words: 'load_first' },
        { animal: 'camel', goods: ['salt', 'salt', 'gold'], good: true, words: 'load_up' },
        { animal: 'camel', goods: ['salt', 'salt', 'gold', 'gold'], good: true, words: 'load_top' },
      ],
    },
  ],
  'TU-8': [{ specials: ['donkey', 'cave', 'thief', 'map'] }],
  'TU-6': [
    {
      stacks: [
        { animal: 'camel', goods: ['salt', 'salt', 'gold', 'gold'], good: true, words: 'stack_change' },
        { animal: 'camel', goods: ['water', 'water'], good: true, words: 'stack_water' },
        { animal: 'camel', goods: ['gold', 'millet', 'gold'], good: false, words: 'stack_twice' },
        { animal: 'camel', goods: ['salt', 'water'], good: false, words: 'stack_mixed' },
        { animal: 'donkey', goods: ['gold', 'gold', 'water', 'gold'], good: true, words: 'stack_donkey' },
      ],
    },
  ],
};
export { default as Figure } from './Figures.svelte';

export const side: Figures['side'] = (t) => ({
  title: t.game('tuareg', 'side.title'),
  rows: GOODS.map((good) => ({
    icon: `tu-${good}`,
    title: t.game('tuareg', `terms.${good}`),
    text: t.game('tuareg', 'side.good', { cards: box.goods[good].cards, vp: box.goods[good].vp }),
  })),
});
