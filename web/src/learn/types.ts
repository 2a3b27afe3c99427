import type { Position } from '@/study/api';
import type { BoardState } from '@/table/board';

/** One step of a guided game: what to try, and how the table shows that it was done. */
export interface Step {
  /** Key of the words: learn.<game>.<say>; a function where they depend on what the table shows when the step begins. */
  say: string | ((start: BoardState) => string);
  /** A rule to look up. */
  rule?: string;
  /** Done when this holds; left out: a page to read, closed with "Go on". */
  until?(table: BoardState, start: BoardState): boolean;
}
export interface Lesson {
  game: string;
  /** The prepared position in the exchange format. */
  position: Position;
  steps: Step[];
}
