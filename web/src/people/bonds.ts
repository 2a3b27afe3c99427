// Following, blocking, a note: said to the server as the person.
import { bearer, post, request } from '@/net/api';
import { addParts, drawPart } from '@/net/parts';
import { drawToken } from '@/net/seats';
import { keep } from '@/net/tables';
import type { Created, Schemas } from '@/net/types';
import { circle } from './circle.svelte';
import { asPerson } from './person.svelte';

export async function changeBond(handle: string, wish: Partial<Omit<Schemas['Bond'], 'handle'>>): Promise<Schemas['Bond']> {
  return asPerson(async (token) => {
    const bond = await request<Schemas['Bond']>(`/people/me/people/${encodeURIComponent(handle)}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', ...bearer(token) },
      body: JSON.stringify(wish),
    });
    if (token) void circle.look(token);
    return bond;
  });
}

/** Makes the table and asks the other person; the table to go to. */
export async function challenge(handle: string, wish: Pick<Schemas['Challenge'], 'game' | 'clock' | 'rated'>): Promise<string> {
  const body = { ...wish, token: drawToken(), commitment: drawPart() };
  return sat(await asPerson((token) => post<Created>(`/people/${encodeURIComponent(handle)}/challenge`, body, token)));
}

export async function accept(table: string, name: string): Promise<string> {
  const body = { name, token: drawToken(), commitment: drawPart() };
  return sat(await asPerson((token) => post<Created>(`/people/me/challenges/${table}`, body, token)));
}

async function sat(made: Created): Promise<string> {
  keep(made, made.status.game);
  await addParts(made.status);
  return made.table;
}

export const decline = (table: string): Promise<unknown> =>
  asPerson((token) => request(`/people/me/challenges/${table}`, { method: 'DELETE', headers: bearer(token) }));
