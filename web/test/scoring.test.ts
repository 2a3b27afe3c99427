import { expect, test } from 'vitest';
import type { Translate } from '@/i18n/i18n.svelte';
import { counting as income } from '@/games/targui/board/counting';
import { scoring as end } from '@/games/targui/board/scoring';
import { counting as stage, scoring, turnedUp } from '@/games/tuareg/board/scoring';
import { tallied } from '@/table/tally';

/** Says which words were asked for, and with what. */
const t = Object.assign((key: string) => key, {
  game: (_: string, key: string, fill: Record<string, unknown> = {}) => [key, ...Object.values(fill)].join(' '),
  has: () => true,
  words: () => '',
  language: 'en',
}) as unknown as Translate;

const GOODS = ['water', 'gold', 'salt', 'millet'];
const none = Object.fromEntries(GOODS.map((good) => [good, 0]));
const seat = (goods1: object) => ({ vp: { goods1: { ...none, ...goods1 }, goods2: none, maps1: 0, maps2: 0, unused: 0 } });
const STAGE = [
  { event: 'stage_ends', stage: 1 },
  { event: 'uncovers', seat: 0, special: 'cave', number: 1, good: 'millet' },
  { event: 'majority', stage: 1, good: 'water', vp: 6, counts: [1, 2], winners: [1] },
  { event: 'majority', stage: 1, good: 'gold', vp: 4, counts: [2, 2], winners: [0, 1] },
  { event: 'majority', stage: 1, good: 'salt', vp: 0, counts: [0, 0], winners: [] },
  { event: 'majority', stage: 1, good: 'millet', vp: 3, counts: [3, 2], winners: [0] },
];

test('a stage is counted good by good: who has what, who gains, why', () => {
  const view: any = { phase: 'maps', options: { goods: 'A' }, seats: [seat({ gold: 4, millet: 3 }), seat({ water: 6, gold: 4 })] };
  const sheet = stage(STAGE, view, t, {}, ['Ann', 'Bob'])!;
  expect(sheet.lines.map((line) => line.values)).toEqual([
    [1, 2],
    [2, 2],
    [0, 0],
    [3, 2],
    [7, 10],
  ]);
  expect(sheet.lines[3]!.turned).toEqual([1, 0]);
  expect([0, 1, 4].map((lines) => tallied(sheet.lines, lines))).toEqual([
    [0, 0],
    [0, 6],
    [7, 10],
  ]);
  expect([0, 1].map((seat) => turnedUp(STAGE, seat).map((card) => card.good))).toEqual([['millet'], []]);
  expect(sheet.lines.slice(0, 4).map((line) => line.gains)).toEqual([
    [0, 6],
    [4, 4],
    [0, 0],
    [3, 0],
  ]);
  expect(sheet.lines.slice(0, 4).map((line) => line.why!.split(' ')[0])).toEqual([
    'board.count.most',
    'board.count.shared',
    'board.count.nobody',
    'board.count.turned',
  ]);
  expect(stage([], view, t, {}, [])).toBeNull();
  expect(stage(STAGE, { ...view, phase: 'over' }, t, {}, [])).toBeNull();
});

test('the parts of the whole score make up its total', () => {
  const view: any = { phase: 'over', seats: [seat({ gold: 4, millet: 3 }), seat({ water: 6, gold: 4 })] };
  const lines = scoring(view, t, {}, null, STAGE);
  const parts = lines.filter((line) => line.part);
  expect(parts).toHaveLength(lines.length - 1);
  const sums = [0, 1].map((i) => parts.reduce((n, line) => n + Number(line.values[i]), 0));
  expect(sums).toEqual(lines.at(-1)!.values);
});

test('after giving up a score tells only what was counted before', () => {
  const seats = [seat({ gold: 4 }), seat({ water: 6 })];
  const told = (view: any) =>
    scoring(view, t, {}, null, [])
      .map((line) => line.values)
      .filter((values) => values.some((value) => value !== '–'));
  expect(told({ phase: 'actions', seats })).toEqual([
    [0, 6],
    [4, 0],
    [4, 6],
  ]);
  expect(told({ phase: 'actions', seats: [seat({}), seat({})] })).toEqual([]);
});

test('the income of a round is counted land by land, and adds up to what was paid', () => {
  const owner = Array.from({ length: 50 }, () => null) as (string | null)[];
  const card = Array.from({ length: 50 }, () => 'dunes');
  [5, 6, 7].forEach((field) => (owner[field] = 'blue'));
  [8, 9].forEach((field) => (owner[field] = 'red'));
  card[5] = 'oasis';
  const view: any = { colours: ['blue', 'red'], owner, card, money: { blue: 9, red: 4 }, result: null };
  const standing = [{ lands: { oasis: 3, dunes: 2 } }, { lands: { dunes: 2 } }];
  const events = [
    { event: 'income', colour: 'blue', land: 5, due: 5, paid: 5 },
    { event: 'income', colour: 'red', land: 2, due: 0, paid: 0 },
    { event: 'round_end', round: 3 },
    { event: 'fate_money', colour: 'blue', change: 2 },
  ];
  const sheet = income(events, view, t, { standing } as any, ['Ann', 'Bob'])!;
  const lands = sheet.lines.filter((line) => line.part);
  expect(lands.map((line) => [line.values, line.notes])).toEqual([
    [
      [3, 0],
      ['1 × 3', ''],
    ],
    [
      [2, 2],
      ['2 × 1', '2 × 1'],
    ],
  ]);
  expect(sheet.lines.at(-2)!.values).toEqual(['2 → 7', '4 → 4']);
  expect(sheet.lines.at(-2)!.why).toContain('board.count.lost Bob');
  expect(sheet.lines.at(-1)!.values).toEqual([5, 0]);
  expect(income(events, { ...view, result: {} }, t, {}, [])).toBeNull();
});

test('silver in the mountains is counted though its fate is over when the sheet comes', () => {
  const owner = Array.from({ length: 50 }, () => null) as (string | null)[];
  const card = Array.from({ length: 50 }, () => 'mountains');
  [5, 6, 7].forEach((field) => (owner[field] = 'blue'));
  owner[8] = 'red';
  card[8] = 'oasis';
  const view: any = { colours: ['blue', 'red'], owner, card, money: { blue: 9, red: 4 }, result: null };
  const standing = [{ lands: { mountains: 0 } }, { lands: { oasis: 3 } }];
  const events = [
    { event: 'income', colour: 'blue', land: 9, due: 9, paid: 9 },
    { event: 'income', colour: 'red', land: 3, due: 3, paid: 3 },
    { event: 'round_end', round: 2 },
  ];
  const sheet = income(events, view, t, { standing } as any, ['Ann', 'Bob'])!;
  expect(sheet.lines.filter((line) => line.part).map((line) => [line.values, line.notes![0]])).toEqual([
    [[0, 3], ''],
    [[9, 0], '3 × 3'],
  ]);
});

test('Targui tells what decided: capital between equal incomes, after a conquest who went out when', () => {
  const rows = (list: object[]) => ({ blue: list[0], red: list[1] });
  const view: any = { colours: ['blue', 'red'], owner: [], card: [], money: { blue: 9, red: 5 }, round: 7 };
  const row = { income: 16, capital: 80, out: false };
  const equal = {
    reason: 'rounds',
    table: rows([
      { ...row, rank: 1 },
      { ...row, capital: 70, rank: 2 },
    ]),
  };
  const labels = (result: object, log: any[] = []) => end({ ...view, result }, t, {}, null, log, ['Ann', 'Bob']).map((line) => line.label);
  const word = (...keys: string[]) => keys.map((key) => `board.score.${key}`);
  expect(labels(equal)).toEqual([...word('income'), 'board.count.silver', ...word('camels', 'capital', 'rank')]);
  const clear = {
    reason: 'rounds',
    table: rows([
      { ...row, rank: 1 },
      { ...row, income: 15, rank: 2 },
    ]),
  };
  expect(labels(clear)).toEqual(word('income', 'rank'));
  const alone = {
    reason: 'conquest',
    table: rows([
      { ...row, rank: 1 },
      { income: 0, capital: 0, out: true, rank: 2 },
    ]),
  };
  const log = [
    { event: 'round_start', round: 6 },
    { event: 'eliminated', colour: 'red', by: 'blue' },
    { event: 'round_start', round: 7 },
  ];
  const [gone, , capital] = end({ ...view, result: alone }, t, {}, null, log, ['Ann', 'Bob']);
  expect([gone!.values, gone!.notes]).toEqual([
    ['–', 6],
    ['', 'board.score.by Ann'],
  ]);
  expect([capital!.values, capital!.notes]).toEqual([
    [80, '–'],
    ['71 + 9', ''],
  ]);
});

test('a sum may stand before the last line, and whoever is out adds nothing', () => {
  const part = (values: (number | string)[]) => ({ label: '', values, part: 'red' });
  const place = { label: '', values: [1, 2, 3], least: true };
  const sum = { label: '', values: [7, 2, '–'], sum: true };
  expect([0, 1, 9].map((lines) => tallied([part([3, 2, '–']), part([4, 0, '–']), sum, place], lines))).toEqual([
    [0, 0, 0],
    [3, 2, 0],
    [7, 2, 0],
  ]);
  expect(tallied([part([3, 2, 0]), { ...sum, values: [0, 2, '–'] }, place], 0)).toBeNull();
  expect(tallied([part(['–', '–']), { ...sum, values: ['–', '–'] }], 0)).toBeNull();
});
