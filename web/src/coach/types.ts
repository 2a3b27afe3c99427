// What the coach says (docs/5-server-api.md, docs/8-coach.md) as types.
import type { Refusal } from '@/table/board';

export type Words = Record<string, string>;
export interface Spread {
  mean: number;
  error: number;
}

/** A whole turn of one seat: what a person would call one move. */
export interface Turn {
  decisions: number[];
  /** The same in notation. */
  texts: string[];
  /** What it does, in a few words. */
  words: Words;
  chance: Spread;
  score: Spread;
  margin: Spread;
  /** Places in order, as the board names them; empty where there is no way. */
  path: string[];
  /** Things on the board, by their `data-key`. */
  keys: string[];
}

export type Eyes = number | 'all';
export type Depth = 'quick' | 'normal' | 'deep';
export const DEPTHS: Depth[] = ['quick', 'normal', 'deep'];

export interface Analysis {
  game: string;
  decisions: number;
  to_decide: number | null;
  eyes: Eyes;
  simulations: number;
  done: boolean;
  chances: Spread[];
  scores: Spread[];
  turns: Turn[];
  played: Turn | null;
}

export type Label = 'best' | 'good' | 'slip' | 'mistake' | 'forced';
export const LABELS: Label[] = ['best', 'good', 'slip', 'mistake', 'forced'];

export interface CurvePoint {
  decisions: number;
  chances: number[];
  errors: number[];
  scores: number[];
  /** Left out in reports of earlier versions. */
  score_errors?: number[];
}
export interface Change {
  chance: number;
  points: number;
  error?: number;
}
/** One turn of the game, judged. While the report is being made, the judgement may still be missing. */
export interface Judged {
  turn: number;
  round: number;
  seat: number;
  first: number;
  last: number;
  /** Where `best` and `played` begin: later than `first` if a later part of the turn was the costly one. */
  at?: number;
  label: Label | null;
  loss: Change | null;
  luck: Change | null;
  best: Turn | null;
  played: Turn | null;
  alternatives: Turn[];
}
export interface SeatReport {
  seat: number;
  /** As the record calls it. */
  name?: string;
  score: number;
  rank: number;
  labels: Partial<Record<Label, number>>;
  skill: Change;
  luck: Change;
  words: Words;
}
export interface Report {
  game: string;
  players: number;
  decisions: number;
  eyes: Eyes;
  /** Over all turns together. */
  simulations: number;
  done: boolean;
  part: number;
  /** One point before every turn and one at the end: complete from the start, and refined. */
  curve: CurvePoint[];
  /** Those that are judged so far. */
  turns: Judged[];
  turning: number[];
  seats: SeatReport[];
}

export interface JobAnswer<T> {
  analysis: string;
  state: 'queued' | 'working' | 'done' | 'failed' | 'stopped';
  part: number;
  waiting: number;
  version: number;
  result: T | null;
  refusal?: Refusal | null;
}

export interface Hint {
  step: 1 | 2 | 3;
  words: Words;
  keys: string[];
  turn: Turn | null;
}

/** One way to play a turn, from public facts alone. */
export interface WholeTurn {
  start: string;
  final: string;
  colour: string;
  count: number;
  gain: number;
  parts: Record<string, number>;
  marks: string[];
  texts: string[];
}

/** What the coach may do at a table. */
export interface CoachSetting {
  analysis: boolean;
  hints: boolean;
  aids: boolean;
}
export const COACH: (keyof CoachSetting)[] = ['analysis', 'hints', 'aids'];
