// What crosses the border, by the server's own description (`python hatch_build.py types` writes src/api.d.ts). Views, aids and positions
// are the games' own shapes.
import type { components } from '@/api';

export type Schemas = components['schemas'];
type Own<T> = { [K in keyof T]: K extends 'view' | 'helps' | 'position' ? any : T[K] };

export type Words = Schemas['Words'];
export type GameInfo = Schemas['GameInfo'];
export type OptionInfo = Schemas['OptionInfo'];
export type BotInfo = Schemas['BotInfo'];
export type SeatStatus = Schemas['SeatStatus'];
export type Status = Schemas['Status'];
export type Result = Schemas['Result'];
export type Refusal = Schemas['Refusal'];
export type Fault = Schemas['Fault'];
export type Decision = Omit<Schemas['LegalDecision'], 'reveals'>;
export type TableEvent = Schemas['Event'];
export type Entry = Schemas['Entry'];
export type ToldTurn = Schemas['ToldTurn'];
export type Position = Own<Schemas['SeatPosition']>;
export type Update = Omit<Schemas['Update'], 'position'> & { position: Position | null };
export type Frame = Own<Schemas['Frame']>;
export type Created = Schemas['Seated'];
export type Mine = Schemas['MyTable'];
export type TableWish = Partial<Schemas['NewTable']> & Pick<Schemas['NewTable'], 'game' | 'seats'>;
export type SeatWish = TableWish['seats'][number];
export type Setup = Own<Schemas['Setup']>;
/** A position as a free board shows it. */
export type BoardAnswer = Own<Schemas['Board']>;
