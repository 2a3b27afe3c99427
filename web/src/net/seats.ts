// The seats this device holds: tokens in local storage. Whoever has a token is the seat.
export interface Held {
  token: string;
  table: string;
  seat: number;
  game: string;
  invite?: string | null;
}

const KEY = 'sandtable.seats';
const MOST = 200;
let memory: Held[] = [];

/** 192 random bits; works on plain http in the living room too, where crypto.subtle is missing. */
export function drawToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

export function drawId(): string {
  return drawToken().slice(0, 16);
}

export function heldSeats(): Held[] {
  try {
    const text = localStorage.getItem(KEY);
    return text ? (JSON.parse(text) as Held[]) : [];
  } catch {
    return memory;
  }
}

function write(seats: Held[]): void {
  memory = seats.slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    /* private mode: kept while the page lives */
  }
}

export function holdSeats(seats: Held[]): void {
  const key = (s: Held) => `${s.token} ${s.table}`;
  const fresh = new Set(seats.map(key));
  write([...seats, ...heldSeats().filter((s) => !fresh.has(key(s)))]);
}

/** Lets go of some. */
export function dropSeats(which: (held: Held) => boolean): void {
  write(heldSeats().filter((s) => !which(s)));
}

export function seatsAt(table: string): Held[] {
  return heldSeats().filter((s) => s.table === table);
}

export function forget(table: string): void {
  write(heldSeats().filter((s) => s.table !== table));
}

// Games of others that one may look at because one has played the same deal: by which token.
const LOOKS = 'sandtable.looks';
const MOST_LOOKS = 60;

function looks(): [string, string][] {
  try {
    return JSON.parse(localStorage.getItem(LOOKS) ?? '[]') as [string, string][];
  } catch {
    return [];
  }
}

export function keepLook(table: string, token: string): void {
  try {
    const kept = [[table, token], ...looks().filter(([other]) => other !== table)];
    localStorage.setItem(LOOKS, JSON.stringify(kept.slice(0, MOST_LOOKS)));
  } catch {
    /* private mode: the game opens once everybody may see it */
  }
}

export const lookToken = (table: string): string | null => looks().find(([kept]) => kept === table)?.[1] ?? null;
