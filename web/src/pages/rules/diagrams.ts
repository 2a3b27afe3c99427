// Small drawings beside rules, as data: what stands where, which path, right or wrong. The words are in web.json under `diagrams`.
export interface Stacks { kind: 'stacks'; stacks: { animal: 'camel' | 'donkey'; goods: string[]; good: boolean; words: string }[] }
export interface Tiles {
  kind: 'tiles';
  columns: number;
  tiles: { tile: string; meeples?: string[]; camel?: number }[];
  path?: number[];
  end?: number;
  ring?: number[];
  good: boolean;
  words: string;
}
export interface Fields {
  kind: 'fields';
  columns: number;
  fields: { field: string; owner?: string; camels?: number }[];
  arrow?: [number, number];
  attack?: boolean;
  no?: number[];
  good: boolean;
  words: string;
}
export type Diagram = Stacks | Tiles | Fields;

export const diagrams: Record<string, Diagram[]> = {
  'TU-6': [
    {
      kind: 'stacks',
      stacks: [
        { animal: 'camel', goods: ['salt', 'salt', 'gold', 'gold'], good: true, words: 'stack_change' },
        { animal: 'camel', goods: ['water', 'water'], good: true, words: 'stack_water' },
        { animal: 'camel', goods: ['gold', 'millet', 'gold'], good: false, words: 'stack_twice' },
        { animal: 'camel', goods: ['salt', 'water'], good: false, words: 'stack_mixed' },
        { animal: 'donkey', goods: ['gold', 'gold', 'water', 'gold'], good: true, words: 'stack_donkey' },
      ],
    },
  ],
  'FT-2.2': [
    {
      kind: 'tiles', columns: 4, path: [0, 1, 2, 3], end: 3, good: true, words: 'sow_good',
      tiles: [
        { tile: 'oasis' }, { tile: 'small', meeples: ['vizier', 'merchant'] }, { tile: 'village', meeples: ['elder', 'builder'] }, { tile: 'sacred', meeples: ['assassin', 'assassin'] },
        { tile: 'large', meeples: ['vizier', 'merchant'] }, { tile: 'small', meeples: ['elder'] }, { tile: 'oasis', meeples: ['vizier'] }, { tile: 'village', meeples: ['builder', 'assassin'] },
      ],
    },
    { kind: 'tiles', columns: 3, path: [0, 1, 0], good: false, words: 'sow_back', tiles: [{ tile: 'oasis' }, { tile: 'small', meeples: ['vizier'] }, { tile: 'village', meeples: ['builder'] }] },
  ],
  'FT-2.4': [
    {
      kind: 'tiles', columns: 3, ring: [0, 2, 4, 7], end: 4, good: true, words: 'builders',
      tiles: [{ tile: 'village' }, { tile: 'oasis' }, { tile: 'sacred' }, { tile: 'small' }, { tile: 'village', meeples: ['builder', 'builder'] }, { tile: 'small' }, { tile: 'large' }, { tile: 'sacred' }, { tile: 'oasis' }],
    },
  ],
  'FT-2.3': [{ kind: 'tiles', columns: 3, end: 1, good: true, words: 'control', tiles: [{ tile: 'small', meeples: ['vizier'] }, { tile: 'oasis', camel: 0 }, { tile: 'village', meeples: ['elder'] }] }],
  'TG-5.2': [
    { kind: 'fields', columns: 3, arrow: [0, 1], good: true, words: 'march', fields: [{ field: 'settlement', owner: 'blue', camels: 10 }, { field: 'hills' }, { field: 'salt_lake' }] },
    { kind: 'fields', columns: 3, no: [2], good: false, words: 'lake', fields: [{ field: 'dunes', owner: 'blue', camels: 4 }, { field: 'oasis', owner: 'blue', camels: 2 }, { field: 'salt_lake' }] },
  ],
  'TG-5.3': [{ kind: 'fields', columns: 3, arrow: [0, 1], attack: true, good: true, words: 'fight', fields: [{ field: 'oasis', owner: 'blue', camels: 9 }, { field: 'hills', owner: 'red', camels: 5 }, { field: 'dunes', owner: 'red', camels: 1 }] }],
};
