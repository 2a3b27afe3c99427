// What lies where, by the exchange format (section 19). Whatever is put down is taken from the pile or the supply.
import { plus, refill, tally, type Counts } from '@/study/editor/counting';
import { box, SPECIALS } from '../components';
import type { Good, HiddenCard, Player, Special, View } from '../types';

export interface Holding extends Omit<Player, 'hand'> {
  hand: Record<Good, number>;
  drawn?: Record<Good, number>;
}
export interface Position extends Omit<View, 'pile' | 'seats'> {
  pile: Good[];
  seats: Holding[];
  stage_pile?: Record<Good, number>;
  maps_out: number;
  start: number;
  ender: number | null;
  map_queue: number[];
}
const NO_TURN = { main: null, animal: null, good: null, loading: false, owed: 0, special: null, paid: [] };

const hidden = (seat: Holding): HiddenCard[] => [...seat.caves.flat(), ...seat.thieves.filter((card) => card !== null)];
/** Every card that does not lie in the pile. */
const elsewhere = (p: Position): Counts =>
  plus(
    p.market,
    p.discard,
    ...p.seats.map((seat) =>
      plus(seat.hand, tally(Object.values(seat.animals).flat()), tally(hidden(seat).map((card) => card.good ?? ''))),
    ),
  );
const donkeys = (seat: Holding): number => Object.keys(seat.animals).filter((name) => name.startsWith('donkey')).length;
const held = (p: Position): Record<Special, number> => ({
  donkey: p.seats.reduce((n, seat) => n + donkeys(seat), 0),
  cave: p.seats.reduce((n, seat) => n + seat.caves.length, 0),
  thief: p.seats.reduce((n, seat) => n + seat.thieves.length, 0),
  map: p.seats.reduce((n, seat) => n + seat.maps, p.maps_out),
});

export const inPile = (p: Position, good: Good): number => p.pile.filter((each) => each === good).length;

export function settle(before: Position, after: Position): void {
  const [had, has] = [held(before), held(after)];
  for (const special of SPECIALS) after.supply[special] = Math.max(0, before.supply[special] + had[special] - has[special]);
  after.pile = refill(after.pile, plus(tally(before.pile), elsewhere(before)), elsewhere(after)) as Good[];
  // Who drew what in this stage follows from the hands again.
  delete after.stage_pile;
  for (const seat of after.seats) {
    delete seat.drawn;
    seat.cave_used = seat.caves.map((_, i) => seat.cave_used[i] ?? false);
  }
  if (
    before.current !== after.current ||
    JSON.stringify(before.seats) !== JSON.stringify(after.seats) ||
    JSON.stringify(before.market) !== JSON.stringify(after.market)
  ) {
    if (after.phase !== 'maps' && after.phase !== 'over') Object.assign(after, { phase: 'turn', turn: structuredClone(NO_TURN) });
  }
  lap(after);
}

/** The closing lap runs exactly while the pile is empty (TU-13.1). */
function lap(p: Position): void {
  if (p.phase !== 'turn') return;
  if (p.pile.length) Object.assign(p, { lap: null, ender: null });
  else {
    p.lap ??= p.players;
    p.ender = (p.current + p.lap - 1) % p.players;
  }
}

export function giveDonkey(seat: Holding, more: boolean): void {
  const n = donkeys(seat);
  if (more) seat.animals[`donkey${n + 1}`] = [];
  else delete seat.animals[`donkey${n}`];
}

export function paint(p: Position, key: string, brush: string, less: boolean, seat: number): boolean {
  const good = brush as Good;
  if (!less && !inPile(p, good)) return false;
  const own = p.seats[seat]!;
  const [kind, name] = key.split(':') as [string, string | undefined];
  if (kind === 'animal' && name) {
    const stack = own.animals[name];
    if (!stack) return false;
    if (less) stack.splice(stack.lastIndexOf(good), stack.includes(good) ? 1 : 0);
    else if (stack.length < box.load_limit) stack.push(good);
    return true;
  }
  const counts = kind === 'market' ? p.market : kind === 'hand' || kind === 'handarea' ? own.hand : null;
  if (!counts) return false;
  counts[good] = Math.max(0, counts[good] + (less ? -1 : 1));
  return true;
}
