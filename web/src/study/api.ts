// Requests of the analysis board, the editor and the puzzles (docs/5-server-api.md).
import type { Decision, GameEvent } from '@/table/board';
import type { Eyes, Turn, Words } from '@/coach/types';
import { bearer, post, request } from '@/net/api';

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
export interface BoardAnswer {
  game: string;
  players: number;
  position: Position;
  view: any;
  picture?: string | null;
  to_decide: number | null;
  legal: Decision[];
  helps: any;
  events: GameEvent[];
  over: boolean;
  scores: number[] | null;
  winners: number[] | null;
  moves: number;
}
export interface SavedLine {
  moves: string[];
  note?: string;
}
export interface SavedStudy {
  title: string;
  game: string;
  start: { position?: Position; table?: string; decisions?: number };
  tree: SavedLine[];
  eyes: Eyes | null;
}

export interface PuzzleInfo {
  id: string;
  game: string;
  players: number;
  difficulty: number;
  themes: string[];
}
export interface PuzzleBoard extends PuzzleInfo {
  seat: number;
  board: BoardAnswer;
}
export interface PuzzleTry {
  state: 'going' | 'right' | 'wrong';
  board: BoardAnswer;
  solution: Turn | null;
  words: Words | null;
}

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
  setup: (game: string, players: number) =>
    request<{ seed: string; view: any; position: Position }>(`/games/${game}/setup?players=${players}&position=true`),
  save: (study: SavedStudy) => post<{ study: string; key: string }>('/studies', study),
  change: (study: string, key: string, content: SavedStudy) => put<unknown>(`/studies/${id(study)}`, content, key),
  study: (study: string) => request<SavedStudy>(`/studies/${id(study)}`),
  puzzles: () => request<PuzzleInfo[]>('/puzzles'),
  today: (game?: string) => request<PuzzleBoard>(`/puzzles/today${game ? `?game=${game}` : ''}`),
  puzzle: (puzzle: string) => request<PuzzleBoard>(`/puzzles/${id(puzzle)}`),
  attempt: (puzzle: string, moves: string[], giveUp = false) =>
    post<PuzzleTry>(`/puzzles/${id(puzzle)}/try`, giveUp ? { moves, give_up: true } : { moves }),
};
