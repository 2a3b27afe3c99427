// Who plays deals on this device: the person, or a guest with a token of the own, which opens the seats of those games.
import { bearer, post, request } from '@/net/api';
import { drawToken, holdSeats, keepLook } from '@/net/seats';
import { called } from '@/net/tables';
import type { Schemas } from '@/net/types';
import { asPerson, person, personToken } from '@/people/person.svelte';
import { go } from '@/ui/router.svelte';
import { settings } from '@/ui/settings.svelte';

const KEY = 'sandtable.guest';
let memory: string | null = null;

export function guestToken(): string {
  try {
    memory = localStorage.getItem(KEY) ?? memory ?? drawToken();
    localStorage.setItem(KEY, memory);
  } catch {
    /* private mode: for this page only */
  }
  return (memory ??= drawToken());
}
const asked = (token: string | undefined): string => token ?? guestToken();
const token = (): string => asked(personToken());

/** Reads as the one who plays here. */
export const read = <T>(path: string): Promise<T> => asPerson((own) => request<T>(path, { headers: bearer(asked(own)) }));
/** Does something as the one who plays here. */
export const send = <T>(path: string, body: unknown = {}): Promise<T> => asPerson((own) => post<T>(path, body, asked(own)));

export const guestName = (): string => called(settings.name);

/** Begins (or goes on with) a play, and goes to its table. */
export async function play(path: string, game: string, body: Record<string, unknown> = { name: guestName() }): Promise<void> {
  const begun = await send<Schemas['Begun']>(path, body);
  if (begun.table === null || begun.seat === null) return;
  holdSeats([{ token: token(), table: begun.table, seat: begun.seat, game }]);
  go(`/table/${begun.table}`);
}

/** The replay of somebody's game of a deal that one has played. */
export function watch(table: string): void {
  keepLook(table, token());
  go(`/replay/${table}`);
}
export const lookingToken = token;

/** What was played here as a guest becomes the person's. */
export async function takeDealsAlong(): Promise<void> {
  if (!person.me || !memoryOfGuest()) return;
  await send('/deals/mine', { guest: guestToken() }).catch(() => {});
}
function memoryOfGuest(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return memory !== null;
  }
}

/** A link to beat a game, from a seat of it. */
export async function beatLink(table: string, seat: number, own: string | null): Promise<string> {
  const made = await post<Schemas['DealId']>('/deals/again', { table, seat }, own);
  return `${location.origin}/again/${made.deal}`;
}
