import type { View } from './types';
import type { BoardState } from '@/table/board';
import position from './lesson.json';
import type { Lesson } from '@/learn/types';

type Table = BoardState<View>;
const me = (table: Table) => table.view.seats[table.me ?? 0]!;
const loaded = (table: Table) => Object.values(me(table).animals).reduce((n, stack) => n + stack.length, 0);
const mine = (table: Table) => table.deciding === table.me;
const specials = (table: Table) =>
  me(table).caves.length + me(table).thieves.length + me(table).maps + Object.keys(me(table).animals).length;

export const lesson: Lesson = {
  game: 'tuareg',
  position,
  steps: [
    { say: 'welcome' },
    { say: 'load', rule: 'TU-5.1', until: (table, start) => loaded(table) > loaded(start) },
    { say: 'more', rule: 'TU-6.3', until: (table) => !mine(table) || table.view.turn.main === null },
    { say: 'draw', rule: 'TU-4.1', until: (table) => mine(table) && table.view.turn.main === 'draw' },
    { say: 'market', rule: 'TU-4.3', until: (table) => !mine(table) || (table.view.turn.main === 'draw' && table.view.turn.owed === 0) },
    { say: 'end', rule: 'TU-4.5', until: (table) => !mine(table) || table.view.turn.main === null },
    { say: 'majorities', rule: 'TU-13.6' },
    { say: 'buy', rule: 'TU-8.2', until: (table, start) => specials(table) > specials(start) },
    { say: 'refuse', rule: 'TU-6.4', until: (table) => table.refused !== null },
    { say: 'last', rule: 'TU-13.1' },
  ],
};
