// Fields beside the rules of marching and fighting; their words are `diagrams` of the game.
export interface Fields {
  fields: { field: string; owner?: string; camels?: number }[];
  arrow?: [number, number];
  attack?: boolean;
  no?: number[];
  good: boolean;
  words: string;
}

export const figures: Record<string, Fields[]> = {
  'TG-5.2': [
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
export { default as Figure } from './Figure.svelte';
