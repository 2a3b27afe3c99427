import { FIELDS } from './components';
import { type View } from './types';
import type { BoardState } from '@/table/board';
import position from './lesson.json';
import type { Lesson } from '@/learn/types';

type Table = BoardState<View>;
const mine = (table: Table) => table.deciding === table.me;
const colour = (table: Table) => table.view.colours[table.me ?? 0]!;
const fields = (table: Table) => FIELDS.filter((field) => table.view.owner[field] === colour(table)).length;
const happened = (table: Table, event: string) => table.events.some((e) => e.event === event);
/** Another card lies open than when the step began. */
const turned = (table: Table, start: Table) =>
  table.view.revealed.length !== start.view.revealed.length || table.view.round !== start.view.round;
const fighting = (table: Table) => mine(table) && table.view.phase === 'fight';

export const lesson: Lesson = {
  game: 'targui',
  position,
  steps: [
    { say: 'welcome', rule: 'TG-2.1' },
    { say: 'march', rule: 'TG-5.2.1', until: (table, start) => table.view.phase === 'march_amount' || fields(table) > fields(start) },
    { say: 'amount', rule: 'TG-5.2.6', until: (table) => table.view.phase !== 'march_amount' },
    {
      say: 'buy',
      rule: 'TG-5.4.1',
      until: (table, start) => table.view.money[colour(table)] < start.view.money[colour(table)] || turned(table, start),
    },
    { say: 'end', rule: 'TG-5.1.3', until: turned },
    { say: 'attack', rule: 'TG-5.3.3', until: (table) => fighting(table) || happened(table, 'attack') || happened(table, 'strike') },
    { say: 'fight', rule: 'TG-5.3.8', until: (table) => !fighting(table) },
    { say: 'advance', rule: 'TG-5.3.5', until: (table) => table.view.phase !== 'advance_amount' },
    { say: 'fate', until: (table) => table.view.fate_seen.length > 0 },
    { say: 'seen', rule: 'TG-4.6' },
    { say: 'income', rule: 'TG-5.5.2', until: (table) => table.view.round > 1 },
    { say: 'refuse', rule: 'TG-5.2.3', until: (table) => table.refused !== null },
    { say: 'last', rule: 'TG-6.3', until: (table) => table.over },
  ],
};
