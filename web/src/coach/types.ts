// What the coach says (docs/5-server-api.md, docs/8-coach.md).
import type { Schemas } from '@/net/types';

export type Turn = Schemas['Turn'];
export type Eyes = Schemas['Eyes'];
export type Depth = Schemas['AskReport']['depth'];
export const DEPTHS: Depth[] = ['quick', 'normal', 'deep'];

export type Analysis = Schemas['Analysis'];
export type Judged = Schemas['TurnReport'];
export type Label = Judged['label'];
export const LABELS: Label[] = ['best', 'good', 'slip', 'mistake', 'forced'];

export type CurvePoint = Schemas['CurvePoint'];
export type Change = Schemas['Change'];
export type SeatReport = Schemas['SeatReport'];
export type Report = Schemas['Report'];
export type JobAnswer<T> = Omit<Schemas['AnalysisState'], 'result'> & { result: T | null };
export type Hint = Schemas['Hint'];
/** One way to play a turn, from public facts alone. */
export type WholeTurn = Schemas['WholeTurn'];
/** What one would do at every place in the order of play. */
export type Plan = Schemas['Plan'];
export type PlannedTurn = Schemas['PlannedTurn'];

/** What the coach may do at a table. */
export type CoachSetting = Schemas['Coach'];
export const COACH: (keyof CoachSetting)[] = ['analysis', 'hints', 'aids'];
