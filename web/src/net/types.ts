// The server's contract (docs/5-server-api.md) as types.
import type { Decision, GameEvent, Refusal } from '@/table/board';
import type { CoachSetting } from '@/coach/types';

export type Words<T = Record<string, string>> = Record<string, T>;

export interface GameInfo {
  game: string;
  name: string;
  players: number[];
  rules: number;
  options: OptionInfo[];
  bots: string[];
  /** How the ids of its rules begin. */
  prefix?: string;
  words?: Words<GameWords>;
  /** What the game brings besides its rules; `board`: how it is drawn if the app has no board for it. */
  parts?: { board: 'picture' | null; scorepad: boolean; puzzles: boolean; rulebook: boolean; finder: boolean; editor: boolean };
}
export interface GameWords {
  name: string;
  tagline?: string;
  card?: { lead?: string; note?: string };
}
export interface OptionInfo {
  name: string;
  values: (string | number | boolean)[];
  default: string | number | boolean;
  rule: string;
  words?: Words<{ label?: string; help?: string; values?: Record<string, string> }>;
}
export interface BotInfo {
  level: string;
  words?: Words<{ name?: string; about?: string }>;
}

export interface SeatStatus {
  seat: number;
  kind: 'person' | 'program' | 'bot' | 'open';
  name: string | null;
  level: string | null;
  away: 'left' | 'clock' | null;
  here: boolean;
}
export interface Ask {
  ask: number;
  kind: 'undo' | 'takeover' | 'coach';
  seat: number;
  to: number | null;
  level: string | null;
  /** What the coach shall do, if all agree. */
  coach?: CoachSetting | null;
  agreed: number[];
  waiting: number[];
}
export interface Result {
  reason: 'end' | 'resigned';
  by: number | null;
  scores: number[];
  ranks: number[];
  winners: number[];
}
export interface Clock {
  mode: 'live' | 'days';
  bank?: number;
  increment?: number;
  turn?: number;
  left: (number | null)[];
  since: string;
  now: string;
}
export interface Status {
  table: string;
  game: string;
  options: Record<string, unknown>;
  players: number;
  phase: 'waiting' | 'playing' | 'finished';
  casual: boolean;
  spectators: boolean;
  commitment: string | null;
  created: string;
  changed: string;
  seats: SeatStatus[];
  to_decide: number | null;
  decisions: number;
  clock: Clock | null;
  asks: Ask[];
  result: Result | null;
  rematch: string | null;
  coach?: CoachSetting;
}

export interface TableEvent extends GameEvent {
  /** Its place in the game's row of events. */
  place: number;
  decision: number;
}
export interface Entry {
  number: number;
  kind: string;
  at: string;
  seat?: number;
  decisions?: number;
  decision?: Decision;
  reveals?: boolean;
  events?: TableEvent[];
  bot?: boolean;
  [field: string]: unknown;
}
export interface Position {
  decisions: number;
  to_decide: number | null;
  view: any;
  /** The table drawn by the game itself, where the app has no board for it. */
  picture?: string | null;
  legal: Decision[];
  helps: any;
  /** How far back freely and with consent; `locked`: why nothing can be taken back freely now. */
  undo: { free: number | null; ask: number | null; locked: Refusal | null };
}
export interface Update {
  type: 'update';
  table: string;
  seat: number | null;
  number: number;
  entries: Entry[];
  status: Status;
  position: Position | null;
}
export interface Frame {
  decisions: number;
  to_decide: number | null;
  played: Decision | null;
  events: TableEvent[];
  view: any;
  picture?: string | null;
  /** What a spectator is shown beside the view. */
  helps?: any;
}
export interface Created {
  table: string;
  invite: string | null;
  seats: { seat: number; token: string }[];
  status: Status;
}
export interface Mine {
  table: string;
  seat: number;
  token: number;
  number: number;
  status: Status;
}
export interface SeatWish {
  kind: 'me' | 'open' | 'bot';
  name?: string;
  token?: string;
  level?: string;
}
export interface TableWish {
  game: string;
  options: Record<string, unknown>;
  seats: SeatWish[];
  clock?: unknown;
  casual?: boolean;
  spectators?: boolean;
  position?: unknown;
  coach?: CoachSetting;
}
