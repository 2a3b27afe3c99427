// Requests to the coach.
import { bearer, post, request } from '@/net/api';
import { drawId } from '@/net/seats';
import type { Hint, JobAnswer, Plan, WholeTurn } from './types';

const at = (id: string): string => `/analysis/${encodeURIComponent(id)}`;
const table = (id: string): string => `/tables/${encodeURIComponent(id)}`;

export const coach = {
  start: <T>(wish: unknown, token?: string | null) => post<JobAnswer<T>>('/analysis', wish, token),
  follow: <T>(id: string, version: number, signal: AbortSignal, token?: string | null) =>
    request<JobAnswer<T>>(`${at(id)}?version=${version}&wait=25`, { headers: bearer(token), signal }),
  stop: (id: string, token?: string | null) => request<unknown>(at(id), { method: 'DELETE', headers: bearer(token) }),
  hint: (id: string, step: number, token: string | null) => post<Hint>(`${table(id)}/hint`, { id: drawId(), step }, token),
  turns: (id: string, token: string | null) =>
    request<{ decisions: number; turns: WholeTurn[] }>(`${table(id)}/turns`, { headers: bearer(token) }),
  plan: (id: string, token: string | null) => request<Plan>(`${table(id)}/plan`, { headers: bearer(token) }),
};
