// Who this device belongs to, if somebody has claimed a name here: the handle, and the token that opens every seat of the person.
import { bearer, post, Refused, request } from '@/net/api';
import { dropSeats, heldSeats, holdSeats, seatsAt } from '@/net/seats';
import type { Schemas } from '@/net/types';

interface Kept {
  handle: string;
  token: string;
}
const KEY = 'sandtable.person';

function read(): Kept | null {
  try {
    const text = localStorage.getItem(KEY);
    return text ? (JSON.parse(text) as Kept) : null;
  } catch {
    return null;
  }
}

export const person = $state<{ me: Kept | null }>({ me: read() });

/** The token of this device; undefined for a guest. */
export const personToken = (): string | undefined => person.me?.token;

export function enter(entered: Schemas['Entered']): void {
  person.me = { handle: entered.handle, token: entered.token };
  try {
    localStorage.setItem(KEY, JSON.stringify(person.me));
  } catch {
    /* private mode: for this page only */
  }
}

/** This device is a guest's again. */
export function leave(): void {
  const token = personToken();
  if (token) dropSeats((held) => held.token === token);
  person.me = null;
  try {
    localStorage.removeItem(KEY);
  } catch {
    /* private mode: nothing was kept */
  }
}

/** Asks as the person; a device that was signed out elsewhere becomes a guest's. */
export async function asPerson<T>(ask: (token: string | undefined) => Promise<T>): Promise<T> {
  try {
    return await ask(personToken());
  } catch (error) {
    if (error instanceof Refused && error.refusal.code === 'NOT_ENTERED' && person.me) leave();
    throw error;
  }
}

/** Where the person sits; seats taken on other devices can be opened here from now on. */
export async function needSeats(): Promise<Schemas['SeatedTable'][]> {
  if (!person.me) return [];
  const { token } = person.me;
  const tables = await asPerson(() => request<Schemas['SeatedTable'][]>('/people/me/tables', { headers: bearer(token) }));
  const here = new Set(heldSeats().map((held) => held.table));
  const elsewhere = tables.filter((row) => !here.has(row.table));
  if (elsewhere.length) holdSeats(elsewhere.map((row) => ({ token, table: row.table, seat: row.seat, game: row.status.game })));
  return tables;
}

/** Before a table is opened: the seat that the person took there on another device is held here too. */
export async function needSeatAt(table: string): Promise<void> {
  if (person.me && !seatsAt(table).length) await needSeats().catch(() => {}); // as a spectator, if the server does not say
}

/** Takes along what this device played as a guest. */
export async function takeAlong(): Promise<number> {
  const tokens = heldSeats().map((held) => held.token);
  if (!tokens.length) return 0;
  return (await asPerson((token) => post<{ seats: number }>('/people/me/tables', { tokens }, token))).seats;
}
