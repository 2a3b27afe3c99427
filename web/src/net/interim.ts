// Until the server serves everything of a game: the same from the files of the repository. Goes at the rebase.
import type { Tree } from '@/net/api';

const files = import.meta.glob<any>('../../../src/sandtable/games/*/words/*.json', { import: 'default' });
const web = import.meta.glob<any>('@locales/*/web.json', { import: 'default' });
const read = async (found: typeof files, end: string): Promise<any> =>
  (await found[Object.keys(found).find((path) => path.endsWith(end)) ?? '']?.()) ?? {};
const folder = (game: string) => game.replaceAll('-', '_');

export async function complete(language: string, served: Tree): Promise<Tree> {
  if (served.diagrams) return served;
  const { diagrams, setup } = await read(web, `/${language}/web.json`);
  return { ...served, diagrams, setup };
}
export const book = (game: string, language: string): Promise<any> => read(files, `/${folder(game)}/words/rulebook-${language}.json`);
const all = import.meta.glob<any>('../../../src/sandtable/games/*/words/{en,de}.json', { import: 'card', eager: true });
export const oldCard = (game: string, language: string): { lead: string; note: string } =>
  all[Object.keys(all).find((path) => path.endsWith(`/${folder(game)}/words/${language}.json`)) ?? ''];

const BOXES: Record<string, unknown> = {
  'five-tribes': {
    columns: 6,
    rows: 5,
    tile_kinds: {
      village: { values: [5], blue: true },
      sacred: { values: [6, 10, 12, 15], blue: true },
      oasis: { values: [8], blue: false },
      small_market: { values: [6], blue: false },
      large_market: { values: [4], blue: false },
    },
    colours: { yellow: 16, white: 20, green: 18, blue: 18, red: 18 },
    goods: ['ivory', 'jewels', 'gold', 'papyrus', 'silk', 'spice', 'fish', 'wheat', 'pottery'],
    row_size: 9,
    djinn_row_size: 3,
    djinns: Object.fromEntries(
      (
        [
          ['al_amin', 5],
          ['anun_nak', 8, 'E'],
          ['baal', 6],
          ['boaz', 6],
          ['bouraq', 6, 'E'],
          ['echidna', 4, 'EE'],
          ['enki', 8, 'E'],
          ['hagis', 10, 'E'],
          ['haurvatat', 8],
          ['iblis', 8, 'E'],
          ['jafaar', 6],
          ['kandicha', 6],
          ['kumarbi', 6, 'F'],
          ['lamia', 10, 'E'],
          ['leta', 4, 'EE'],
          ['marid', 6],
          ['monkir', 6],
          ['nekir', 6],
          ['shamhat', 6],
          ['sibittis', 4, 'EE'],
          ['sloar', 8, 'F'],
          ['utug', 4, 'EE'],
        ] as [string, number, string?][]
      ).map(([name, value, cost]) => [name, { value, cost: cost ?? null, payments: cost && name !== 'kumarbi' ? [cost] : [] }]),
    ),
    track: [18, 12, 8, 5, 3, 1, 0, 0, 0],
    palms: 12,
    palaces: 10,
    camels: { 2: 11, 3: 8, 4: 8 },
    markers: { 2: 4, 3: 3, 4: 4 },
    score: Object.fromEntries(
      ['gold', 'viziers', 'elders', 'djinns', 'tiles', 'palms', 'palaces', 'goods'].map((line, i) => [line, `FT-4.6.${i + 1}`]),
    ),
  },
  targui: {
    cards: {
      salt_works: { count: 0, sv: 5, ev: 5 },
      oasis: { count: 6, sv: 3, ev: 3 },
      dunes: { count: 12, sv: 0, ev: 1 },
      hills: { count: 12, sv: 0, ev: 2 },
      mountains: { count: 6, sv: 1, ev: 0 },
      sand_plain: { count: 8, sv: 2, ev: 0 },
      salt_lake: { count: 4, sv: 0, ev: 0 },
      settlement: { count: 0, sv: 4, ev: 4 },
    },
    spiral: [
      [43, 44, 45, 46, 47, 48, 49],
      [42, 21, 22, 23, 24, 25, 26],
      [41, 20, 7, 8, 9, 10, 27],
      [40, 19, 6, 1, 2, 11, 28],
      [39, 18, 5, 4, 3, 12, 29],
      [38, 17, 16, 15, 14, 13, 30],
      [37, 36, 35, 34, 33, 32, 31],
    ],
    directions: { N: [-1, 0], NE: [-1, 1], E: [0, 1], SE: [1, 1], S: [1, 0], SW: [1, -1], W: [0, -1], NW: [-1, -1] },
    starts: {
      2: [
        [20, 21, 22, 41, 42, 43, 44, 45],
        [12, 13, 14, 29, 30, 31, 32, 33],
      ],
      3: [
        [31, 32, 33],
        [39, 40, 41],
        [47, 48, 49],
      ],
      4: [
        [20, 21, 22, 41, 42, 43, 44, 45],
        [10, 24, 25, 26, 27, 47, 48, 49],
        [16, 17, 18, 35, 36, 37, 38, 39],
        [12, 13, 14, 29, 30, 31, 32, 33],
      ],
    },
    camels: 400,
    coins: 130,
    start_camels: 10,
    start_money: 10,
    safety_round: 100,
    silver_fate: 16,
  },
  tuareg: {
    goods: {
      water: { cards: 8, vp: 6, dinar: { A: 3, B: 3 } },
      gold: { cards: 10, vp: 5, dinar: { A: 2, B: 2 } },
      salt: { cards: 12, vp: 4, dinar: { A: 2, B: 1 } },
      millet: { cards: 14, vp: 3, dinar: { A: 1, B: 1 } },
    },
    specials: ['donkey', 'cave', 'thief', 'map'],
    price: 3,
    draw: 3,
    hand_limit: 4,
    load_limit: 4,
    cave_limit: 2,
  },
};
export const components = (game: string): any => BOXES[game];
