// What the dock needs from whatever drives a board: the session of a table, an analysis board, a puzzle.
import type { BoardActions, Decision, Refusal } from '@/table/board';

export interface Driver {
  readonly actions: BoardActions;
  /** The screen may decide now. */
  readonly myTurn: boolean;
  readonly covered: boolean;
  /** Steps are still being shown. */
  readonly waiting: boolean;
  readonly busy: boolean;
  /** How far back one step goes, or null. */
  readonly undoTo: number | null;
  readonly slot?: { lastOwn: Decision | null };
  /** `locked`: why nothing can be taken back just now. */
  readonly position: { undo: { locked: Refusal | null } } | null;
  play(decision: Decision): Promise<void>;
  undo(): Promise<void>;
  back(): void;
  hurry(): void;
}
