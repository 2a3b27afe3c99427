// Requests of the analysis board, the editor and the puzzles (docs/5-server-api.md).
import type { Eyes } from '@/coach/types';
import { bearer, post, request } from '@/net/api';
import type { BoardAnswer, Schemas, Setup } from '@/net/types';

/** A position in the exchange format of its game. */
export type Position = Record<string, any>;

/** Where a board starts: a position, a finished game at some decision, or a record file at some decision. */
export interface Start {
  game: string;
  position?: Position;
  table?: string;
  record?: string;
  decisions?: number;
}
export type { BoardAnswer };
export type SavedLine = Pick<Schemas['StudyLine'], 'moves'> & Partial<Schemas['StudyLine']>;
export interface SavedStudy extends Required<Pick<Schemas['NewStudy'], 'title' | 'game'>> {
  start: Omit<Start, 'game'>;
  tree: SavedLine[];
  eyes: Eyes | null;
}
export type PuzzleInfo = Schemas['PuzzleInfo'];
export type PuzzleBoard = Omit<Schemas['Puzzle'], 'board'> & { board: BoardAnswer };
export type PuzzleTry = Omit<Schemas['Tried'], 'board'> & { board: BoardAnswer };

const id = encodeURIComponent;
/** A start as requests name it: the game goes with a position only; a table and a record know theirs. */
export const asked = (start: Start): Partial<Start> => {
  const { game, ...rest } = start;
  return rest.position ? { game, ...rest } : rest;
};

const put = <T>(path: string, body: unknown, key: string): Promise<T> =>
  request<T>(path, { method: 'PUT', headers: { 'Content-Type': 'application/json', ...bearer(key) }, body: JSON.stringify(body) });

export const free = {
  board: (start: Start, moves: string[]) => post<BoardAnswer>('/board', { ...asked(start), moves, eyes: 'all' }),
  setup: (game: string, players: number) => request<Setup>(`/games/${game}/setup?players=${players}&position=true`),
  save: (study: SavedStudy) => post<{ study: string; key: string }>('/studies', study),
  change: (study: string, key: string, content: SavedStudy) => put<unknown>(`/studies/${id(study)}`, content, key),
  study: (study: string) => request<SavedStudy>(`/studies/${id(study)}`),
  puzzles: () => request<PuzzleInfo[]>('/puzzles'),
  today: (game?: string) => request<PuzzleBoard>(`/puzzles/today${game ? `?game=${game}` : ''}`),
  puzzle: (puzzle: string) => request<PuzzleBoard>(`/puzzles/${id(puzzle)}`),
  attempt: (puzzle: string, moves: string[], giveUp = false) =>
    post<PuzzleTry>(`/puzzles/${id(puzzle)}/try`, giveUp ? { moves, give_up: true } : { moves }),
};
