// The last boards and the list of one's tables, kept on this device to be read without a network. Only what this device was shown anyway.
import type { Mine, Update } from '@/net/types';

const BOARDS = 'sandtable.boards';
const LIST = 'sandtable.mine';
const MOST = 12;
interface Kept {
  table: string;
  seat: number | null;
  at: string;
  update: Pick<Update, 'status' | 'position'>;
}

function read<T>(key: string, otherwise: T): T {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? otherwise;
  } catch {
    return otherwise;
  }
}
function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    /* private mode, or full: then there is nothing to read offline */
  }
}

/** Boards that are not written yet: bots play faster than a whole list need be written. */
const waiting = new Map<string, Kept>();
const REST = 500;
let soon: ReturnType<typeof setTimeout> | undefined;

/** Keeps how a table looked to a seat. What may be decided is not kept: nothing can be played without the server. */
export function keepBoard(table: string, seat: number | null, update: Update): void {
  if (!update.position) return;
  const position = { ...update.position, legal: [] };
  waiting.delete(table);
  waiting.set(table, { table, seat, at: new Date().toISOString(), update: { status: update.status, position } });
  soon ??= setTimeout(writeBoards, REST);
}

function writeBoards(): void {
  clearTimeout(soon);
  soon = undefined;
  if (!waiting.size) return;
  const known = read<Kept[]>(BOARDS, []).filter((one) => !waiting.has(one.table));
  write(BOARDS, [...[...waiting.values()].reverse(), ...known].slice(0, MOST));
  waiting.clear();
}

/** Whoever leaves the page, or puts the phone away, finds the last boards again. */
addEventListener('pagehide', writeBoards);
addEventListener('visibilitychange', writeBoards);

export function keptBoard(table: string): Kept | null {
  return waiting.get(table) ?? read<Kept[]>(BOARDS, []).find((one) => one.table === table) ?? null;
}

export const keepMine = (rows: Mine[]): void => write(LIST, rows.slice(0, 40));
export const keptMine = (): Mine[] => read<Mine[]>(LIST, []);
