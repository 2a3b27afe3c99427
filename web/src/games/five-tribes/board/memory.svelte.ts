// What the board keeps between views.
import type { BoardProps, BoardState } from '@/table/board';
import type { Helps, View } from '../types';
import { Plan } from './plan.svelte';
import { Trace } from './trace.svelte';

export class Memory {
  readonly plan = new Plan();
  readonly trace = new Trace();
}
/** The table as this board is given it. */
export type Table = BoardState<View, Helps, Memory>;
export type Props = BoardProps<View, Helps, Memory>;
