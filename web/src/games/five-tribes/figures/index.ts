// Tiles beside the rules of moving; their words are `diagrams` of the game.
import type { Figures } from '@/games/types';
import { COLOURS } from '../components';
import { FIGURE } from '../types';
import { GAME } from '../words';

export interface Tiles {
  columns: number;
  tiles: { tile: string; meeples?: string[]; camel?: number }[];
  path?: number[];
  end?: number;
  ring?: number[];
  good: boolean;
  words: string;
}

/** Pieces with what they do: tribes, or kinds of tiles. */
export interface Pieces {
  pieces: 'tribes' | 'tiles';
}
/** The track of a bidding: who stands where, and in which order they play. */
export interface Bids {
  bids: { spot: number; seat: number }[];
  words: string;
}

export const figures: Record<string, (Tiles | Pieces | Bids)[]> = {
  'FT-1': [
    {
      words: 'bids',
      bids: [
        { spot: 8, seat: 2 },
        { spot: 3, seat: 0 },
        { spot: 0, seat: 3 },
        { spot: 0, seat: 1 },
      ],
    },
  ],
  'FT-2.5': [{ pieces: 'tiles' }],
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
    { pieces: 'tribes' },
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
    {
      columns: 5,
      ring: [2, 6, 7, 8, 10, 11, 12, 13, 14],
      end: 12,
      good: true,
      words: 'assassins',
      tiles: [
        { tile: 'oasis', meeples: ['elder'] },
        { tile: 'small' },
        { tile: 'village', meeples: ['vizier'] },
        { tile: 'large', meeples: ['builder'] },
        { tile: 'small' },
        { tile: 'small' },
        { tile: 'sacred', meeples: ['merchant'] },
        { tile: 'oasis', meeples: ['elder'] },
        { tile: 'small', meeples: ['vizier'] },
        { tile: 'village', meeples: ['merchant'] },
        { tile: 'village', meeples: ['builder'] },
        { tile: 'small' },
        { tile: 'large', meeples: ['assassin', 'assassin'] },
        { tile: 'sacred', meeples: ['elder'] },
        { tile: 'oasis', meeples: ['merchant'] },
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
    {
      columns: 3,
      end: 1,
      good: false,
      words: 'control_not',
      tiles: [
        { tile: 'small', meeples: ['vizier'] },
        { tile: 'oasis', meeples: ['builder'] },
        { tile: 'village', meeples: ['elder'] },
      ],
    },
  ],
};
export { default as Figure } from './Figures.svelte';

export const side: Figures['side'] = (t) => ({
  title: t.game(GAME, 'side.title'),
  rows: COLOURS.map((colour) => ({
    icon: FIGURE[colour],
    title: t.game(GAME, `terms.tribes.${colour}`),
    text: t.game(GAME, `side.${colour}`),
  })),
});
