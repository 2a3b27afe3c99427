// Stacks beside the rules of loading; their words are `diagrams` of the game.
export interface Stacks {
  stacks: { animal: 'camel' | 'donkey'; goods: string[]; good: boolean; words: string }[];
}

export const figures: Record<string, Stacks[]> = {
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
export { default as Figure } from './Figure.svelte';
