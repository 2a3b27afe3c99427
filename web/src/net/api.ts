// Requests to the server. Whatever is refused arrives as one kind of error with words to show.
import type { Pad, Scored } from '@/pages/scorepad/types';
import { preparing } from './preparing.svelte';
import type { BotInfo, Created, Frame, GameInfo, Mine, Refusal, Schemas, Setup, Status, TableWish, Update } from './types';

/** Words under their keys. */
export type Tree = { [key: string]: Tree | string };

export class Refused extends Error {
  constructor(
    readonly refusal: Refusal,
    readonly status: number,
  ) {
    super(refusal.words.en ?? refusal.code);
  }
}

const UNREACHABLE: Refusal = {
  code: 'UNREACHABLE',
  rule: '',
  words: {
    en: 'The table server does not answer. Try again in a moment.',
    de: 'Der Tischserver antwortet nicht. Versuch es gleich noch einmal.',
  },
};

export async function request<T>(path: string, init: RequestInit = {}): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, init);
  } catch {
    throw new Refused(UNREACHABLE, 0);
  }
  const type = answer.headers.get('content-type') ?? '';
  const body: unknown = type.includes('json') ? await answer.json() : await answer.text();
  if (answer.ok) return body as T;
  const refusal = body as Refusal;
  if (refusal?.code === 'PREPARING' && refusal.detail) {
    await preparing.until(refusal.detail);
    return request<T>(path, init);
  }
  throw new Refused(refusal && typeof refusal === 'object' && refusal.words ? refusal : UNREACHABLE, answer.status);
}

export const bearer = (token?: string | null): HeadersInit => (token ? { Authorization: `Bearer ${token}` } : {});

export function post<T>(path: string, body: unknown, token?: string | null): Promise<T> {
  return request<T>(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...bearer(token) },
    body: JSON.stringify(body),
  });
}

const kept = new Map<string, Promise<unknown>>();
function once<T>(path: string): Promise<T> {
  let answer = kept.get(path) as Promise<T> | undefined;
  if (!answer) {
    answer = request<T>(path);
    kept.set(path, answer);
    answer.catch(() => kept.delete(path));
  }
  return answer;
}

export const api = {
  games: () => once<GameInfo[]>('/games'),
  words: (game: string, language: string) => once<Tree>(`/games/${game}/words/${language}`),
  rulebook: (game: string, language: string) => once<Schemas['Rulebook']>(`/games/${game}/rulebook/${language}`),
  components: <T>(game: string) => once<T>(`/games/${game}/components`),
  bots: () => once<BotInfo[]>('/bots'),
  create: (wish: TableWish, person?: string) => post<Created>('/tables', wish, person),
  invited: (invite: string) => post<{ table: string; status: Status }>('/invite', { invite }),
  join: (invite: string, name: string, token: string, commitment: string, person?: string) =>
    post<Created>('/join', { invite, name, token, commitment }, person),
  mine: (tokens: string[]) => post<Mine[]>('/mine', { tokens }),
  replay: (table: string, from: number, count: number, seat: string | null, token?: string | null) =>
    request<{ decisions: number; frames: Frame[] }>(
      `/tables/${encodeURIComponent(table)}/replay?from=${from}&count=${count}${seat === null ? '' : `&seat=${seat}`}`,
      { headers: bearer(token) },
    ),
  table: (table: string, token?: string | null) =>
    request<Update>(`/tables/${encodeURIComponent(table)}?seen=0&wait=0`, { headers: bearer(token) }),
  record: (table: string) => request<string>(`/tables/${encodeURIComponent(table)}/record`),
  pad: (game: string) => once<Pad>(`/games/${game}/scorepad`),
  score: (game: string, seats: unknown[], values: Record<string, number>) => post<Scored>(`/games/${game}/scorepad`, { seats, values }),
  setup: (game: string, query: string) => request<Setup>(`/games/${game}/setup?${query}`),
  verify: (text: string) =>
    request<Schemas['Verified']>('/verify', {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain' },
      body: text,
    }),
};
