import type { View } from './types';
import type { BoardState } from '@/table/board';
import position from './lesson.json';
import type { Lesson } from '@/learn/types';

type Table = BoardState<View>;
const mine = (table: Table) => table.deciding === table.me;
const stage = (table: Table) => table.view.stage;
const tribe = (table: Table) => table.view.turn?.colour;
/** The kind of the tile where the move ended. */
const ground = (table: Table) => table.view.tiles[table.view.turn?.final ?? '']?.kind;
const camels = (table: Table) => table.view.seats[table.me ?? 0]!.camels;
/** My move is done, or it is not mine. */
const sown = (table: Table) => !mine(table) || !['start', 'sow'].includes(stage(table));

export const lesson: Lesson = {
  game: 'five-tribes',
  position,
  steps: [
    { say: 'welcome' },
    {
      say: 'bid',
      rule: 'FT-1.1',
      until: (table) => stage(table) !== 'bid' || (table as Table).view.bids.some(([, seat]) => seat === table.me),
    },
    { say: 'again', rule: 'FT-1.9', until: (table) => mine(table) && stage(table) === 'start' },
    { say: 'lift', rule: 'FT-2.2.1', until: (table) => stage(table) !== 'start' || !mine(table) },
    { say: 'sow', rule: 'FT-2.2.5', until: sown },
    { say: (start) => (tribe(start) ? `tribe_${tribe(start)}` : 'tribe'), rule: 'FT-2.4.1' },
    {
      say: (start) => (mine(start) && ground(start) ? `tile_${ground(start)}` : 'tile'),
      rule: 'FT-2.5.1',
      until: (table) => !mine(table) || ['end', 'sell', 'start', 'bid'].includes(stage(table)),
    },
    { say: 'end', rule: 'FT-2.6.1', until: (table) => !mine(table) || ['start', 'bid'].includes(stage(table)) },
    { say: 'camel', rule: 'FT-2.3.2', until: (table, start) => camels(table) < camels(start) },
    { say: 'refuse', rule: 'FT-2.2.4', until: (table) => table.refused !== null },
    { say: 'goods', rule: 'FT-0.1.6' },
    { say: 'last', rule: 'FT-4.1', until: (table) => table.over },
  ],
};
