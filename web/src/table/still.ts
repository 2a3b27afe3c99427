// A board where nothing is decided: in the editor, in a game played back, beside a list of moves.
import type { BoardActions, BoardState, SeatInfo } from './board';

export function still(view: any, seats: SeatInfo[], more: Partial<BoardState> = {}): BoardState {
  const nothing = {
    me: null,
    deciding: null,
    legal: [],
    helps: {},
    events: [],
    over: false,
    chosen: null,
    held: null,
    refused: null,
    memory: undefined,
  };
  return { view, seats, ...nothing, ...more };
}
export const inert: BoardActions = { choose() {}, preview() {}, play() {}, hold() {}, attempt() {} };
