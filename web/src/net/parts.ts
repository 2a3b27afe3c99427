// What this device adds to deals (docs/11-a-fair-deal.md): a part is drawn here and kept, its fingerprint goes to the table when a seat is
// taken, the part itself only when every fingerprint is there. What was shown by then is kept too, to be compared with the record.
import { post } from './api';
import { drawId, seatsAt } from './seats';
import { hex, sha256, utf8 } from './sha256';
import type { Status } from './types';

/** The fingerprints a table showed: of the host's seed, and of every seat's part. */
export interface Shown {
  seed: string;
  parts: (string | null)[];
}
interface Kept {
  commitment: string;
  part: string;
  table?: string;
  /** The fingerprint of the host's seed, as this device saw it first. */
  seed?: string;
  shown?: Shown;
}

const KEY = 'sandtable.parts';
const MOST = 300;
let memory: Kept[] = [];

function all(): Kept[] {
  try {
    const text = localStorage.getItem(KEY);
    return text ? (JSON.parse(text) as Kept[]) : memory;
  } catch {
    return memory;
  }
}

function keep(changed: Kept): void {
  memory = [changed, ...all().filter((one) => one.commitment !== changed.commitment)].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    /* private mode: kept while the page lives */
  }
}

const kept = (commitment: string | null | undefined) => all().find((one) => one.commitment === commitment);

/** The fingerprint of a part. */
export const partCommitment = (part: string): string => sha256(utf8(`sandtable part ${part}`));

/** Draws a part, keeps it, and returns its fingerprint. */
export function drawPart(): string {
  const part = hex(crypto.getRandomValues(new Uint8Array(32)));
  const commitment = partCommitment(part);
  keep({ commitment, part });
  return commitment;
}

/** What this device added to the deal of a table, and what it had been shown by then. */
export function addedTo(table: string): { parts: string[]; shown: Shown | undefined } {
  const ever = all().filter((one) => one.table === table && one.shown); // the newest first; parts of a broken round are void
  const shown = ever[0]?.shown;
  const mine = ever.filter((one) => JSON.stringify(one.shown) === JSON.stringify(shown));
  return { parts: mine.map((one) => one.part), shown };
}

/** Seats of this device whose part is kept on another one. */
export function lostParts(status: Status): number[] {
  const { draw } = status;
  if (draw?.stage !== 'reveal') return [];
  return seatsAt(status.table)
    .map((held) => held.seat)
    .filter((seat) => draw.waiting.includes(seat) && !kept(draw.parts[seat]?.commitment));
}

const under = new Set<string>();

/** Sends what the deal awaits from the seats of this device: a new fingerprint, or the part. */
export async function addParts(status: Status): Promise<void> {
  const { draw, table } = status;
  if (!draw || draw.stage === 'drawn') return;
  for (const held of seatsAt(table)) {
    const own = draw.parts[held.seat];
    const mine = kept(own?.commitment);
    if (mine && !mine.seed) keep({ ...mine, table, seed: status.commitment });
    const step = `${table} ${held.seat} ${draw.round} ${draw.stage}`;
    if (!own || !draw.waiting.includes(held.seat) || under.has(step)) continue;
    const body = draw.stage === 'commit' ? { commitment: drawPart() } : reveal(status, own.commitment);
    if (!body) continue;
    under.add(step);
    // Refused or lost on the way: the next look at the table tries again.
    await post(`/tables/${table}/${draw.stage}`, { id: drawId(), ...body }, held.token).catch(() => under.delete(step));
  }
}

/** All fingerprints, if they are complete and nothing this device was shown has changed; else a part is better kept back. */
function standing(status: Status, mine: Kept): Shown | null {
  const parts = status.draw?.parts ?? [];
  const complete = parts.every((one) => !one || one.commitment) && status.seats.every((seat) => seat.kind !== 'open');
  const shown = { seed: status.commitment, parts: parts.map((one) => one && one.commitment) };
  const changed = (mine.seed && mine.seed !== shown.seed) || (mine.shown && JSON.stringify(mine.shown) !== JSON.stringify(shown));
  return complete && !changed ? shown : null;
}

function reveal(status: Status, commitment: string | null): { part: string } | null {
  const mine = kept(commitment);
  const shown = mine && standing(status, mine);
  if (!shown) return null;
  keep({ ...mine, shown });
  return { part: mine.part };
}

/** Does this device keep a part back, because the table shows other fingerprints than before? */
export function keepsBack(status: Status): boolean {
  const { draw } = status;
  if (draw?.stage !== 'reveal') return false;
  return seatsAt(status.table).some(({ seat }) => {
    const mine = draw.waiting.includes(seat) && kept(draw.parts[seat]?.commitment);
    return !!mine && !standing(status, mine);
  });
}

/** A new part for a seat whose old one is lost; everybody draws again. */
export async function replacePart(table: string, seat: number): Promise<void> {
  const held = seatsAt(table).find((one) => one.seat === seat);
  if (held) await post(`/tables/${table}/commit`, { id: drawId(), commitment: drawPart(), replace: true }, held.token);
}
