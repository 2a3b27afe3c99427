// What this device keeps for the analysis board: keys of own studies, and a position on its way from one page to another.
import type { Position } from './api';

export interface OwnStudy {
  study: string;
  /** The secret that may change it. */
  key: string;
  title: string;
  game: string;
}

const OWN = 'sandtable.studies';
const HANDED = 'sandtable.position';
const MOST = 100;

function read<T>(store: Storage, key: string, fallback: T): T {
  try {
    const text = store.getItem(key);
    return text ? (JSON.parse(text) as T) : fallback;
  } catch {
    return fallback;
  }
}
function write(store: Storage, key: string, value: unknown): void {
  try {
    store.setItem(key, JSON.stringify(value));
  } catch {
    /* private mode: for this page only */
  }
}

export const ownStudies = (): OwnStudy[] => read<OwnStudy[]>(localStorage, OWN, []);
export function keepStudy(own: OwnStudy): void {
  write(localStorage, OWN, [own, ...ownStudies().filter((s) => s.study !== own.study)].slice(0, MOST));
}
export function forgetStudy(study: string): void {
  write(
    localStorage,
    OWN,
    ownStudies().filter((s) => s.study !== study),
  );
}

export interface Handed {
  game: string;
  position?: Position;
  record?: string;
}
/** Puts a position (or a record) where the next page of this tab finds it, also after a reload. */
export const hand = (what: Handed): void => write(sessionStorage, HANDED, what);
export const handed = (): Handed | null => read<Handed | null>(sessionStorage, HANDED, null);
