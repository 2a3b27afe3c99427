import type { Schemas } from '@/net/types';

/** What is entered for every seat, and the engine's answer. */
export type Pad = Schemas['ScorePad'];
export type PadField = Schemas['ScoreField'];
export type Scored = Schemas['ScoreSheet'];
