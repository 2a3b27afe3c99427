// Tiles beside the rules of moving; their words are `diagrams` of the game.
export interface Tiles {
  columns: number;
  tiles: { tile: string; meeples?: string[]; camel?: number }[];
  path?: number[];
  end?: number;
  ring?: number[];
  good: boolean;
  words: string;
}

export const figures: Record<string, Tiles[]> = {
  'FT-2.2': [
    {
      columns: 4,
      path: [0, 1, 2, 3],
      end: 3,
      good: true,
      words: 'sow_good',
      tiles: [
        { tile: 'oasis' },
        { tile: 'small', meeples: ['vizier', 'merchant'] },
        { tile: 'village', meeples: ['elder', 'builder'] },
        { tile: 'sacred', meeples: ['assassin', 'assassin'] },
        { tile: 'large', meeples: ['vizier', 'merchant'] },
        { tile: 'small', meeples: ['elder'] },
        { tile: 'oasis', meeples: ['vizier'] },
        { tile: 'village', meeples: ['builder', 'assassin'] },
      ],
    },
    {
      columns: 3,
      path: [0, 1, 0],
      good: false,
      words: 'sow_back',
      tiles: [{ tile: 'oasis' }, { tile: 'small', meeples: ['vizier'] }, { tile: 'village', meeples: ['builder'] }],
    },
  ],
  'FT-2.4': [
    {
      columns: 3,
      ring: [0, 2, 4, 7],
      end: 4,
      good: true,
      words: 'builders',
      tiles: [
        { tile: 'village' },
        { tile: 'oasis' },
        { tile: 'sacred' },
        { tile: 'small' },
        { tile: 'village', meeples: ['builder', 'builder'] },
        { tile: 'small' },
        { tile: 'large' },
        { tile: 'sacred' },
        { tile: 'oasis' },
      ],
    },
  ],
  'FT-2.3': [
    {
      columns: 3,
      end: 1,
      good: true,
      words: 'control',
      tiles: [
        { tile: 'small', meeples: ['vizier'] },
        { tile: 'oasis', camel: 0 },
        { tile: 'village', meeples: ['elder'] },
      ],
    },
  ],
};
export { default as Figure } from './Figure.svelte';
