// What lies where, by the exchange format FT-8. Whatever is put down is taken from the stock, so that the box stays complete.
import { plus, refill, tally, type Counts } from '@/study/editor/counting';
import { COLOURS } from '../components';
import type { Card, Colour, Tile, View } from '../types';

export interface Position extends Omit<View, 'viewer' | 'pile' | 'djinn_pile' | 'turn'> {
  pile: Card[];
  djinn_pile: string[];
  turn: any;
}
const NO_TURN = {
  hand: null,
  at: null,
  previous: null,
  final: null,
  colour: null,
  count: 0,
  echidna: false,
  iblis: false,
  struck: false,
  place: null,
  closed: false,
  set: [],
  pending: null,
  peek: [],
};

const tiles = (p: Position): Tile[] => Object.values(p.tiles);
/** Everything outside the stock, by name: meeples, palms, palaces, camels of every seat. */
export function outside(p: Position): Counts {
  const found: Counts = { palms: 0, palaces: 0 };
  for (const tile of tiles(p)) {
    for (const colour of COLOURS) found[colour] = (found[colour] ?? 0) + tile.meeples[colour];
    found.palms! += tile.palms;
    found.palaces! += tile.palaces;
    if (tile.camel !== null) found[`camel${tile.camel}`] = (found[`camel${tile.camel}`] ?? 0) + 1;
  }
  for (const seat of p.seats) {
    found.yellow! += seat.viziers;
    found.white! += seat.elders;
  }
  for (const colour of COLOURS) found[colour]! += p.turn?.hand?.[colour] ?? 0;
  return found;
}
const stock = (p: Position): Counts => ({
  ...p.bag,
  palms: p.palms,
  palaces: p.palaces,
  ...Object.fromEntries(p.seats.map((seat, i) => [`camel${i}`, seat.camels])),
});
const cards = (p: Position): Counts => plus(tally(p.row), ...p.seats.map((seat) => seat.hand ?? {}), tally(p.discard));
const djinns = (p: Position): Counts =>
  plus(tally(p.djinn_row), ...p.seats.map((seat) => tally(seat.djinns)), tally(p.djinn_discard), tally(p.turn?.peek ?? []));

/** A number that was changed by hand stays; else the stock gives and takes what the board takes and gives. */
export function settle(before: Position, after: Position): void {
  const [had, has, out, now] = [stock(before), stock(after), outside(before), outside(after)];
  const kept = (name: string): number =>
    had[name] !== has[name] ? (has[name] ?? 0) : Math.max(0, (had[name] ?? 0) + (out[name] ?? 0) - (now[name] ?? 0));
  for (const colour of COLOURS) after.bag[colour] = kept(colour);
  after.palms = kept('palms');
  after.palaces = kept('palaces');
  after.seats.forEach((seat, i) => (seat.camels = kept(`camel${i}`)));
  after.pile = refill(after.pile, plus(tally(before.pile), cards(before)), cards(after)) as Card[];
  after.djinn_pile = refill(after.djinn_pile, plus(tally(before.djinn_pile), djinns(before)), djinns(after));
  for (const seat of after.seats) {
    for (const card of Object.keys(seat.seen) as Card[]) seat.seen[card] = Math.min(seat.seen[card], seat.hand?.[card] ?? 0);
    seat.used = seat.used.filter((name) => seat.djinns.includes(name));
  }
}

/** Markers in the order in which they play (or bid), with their spots. */
export interface Marker {
  seat: number;
  /** null: has still to bid. */
  spot: number | null;
}
export function markers(p: Position): Marker[] {
  if (p.stage === 'bid') return [...p.bids.map(([spot, seat]) => ({ seat, spot })), ...p.bid_order.map((seat) => ({ seat, spot: null }))];
  const spots = p.bids.map(([spot]) => spot).sort((a, b) => b - a);
  return [...p.next_order, ...p.queue].map((seat, i) => ({ seat, spot: spots[i] ?? 0 }));
}
/** Writes the tracks: while bidding, spots as they are; afterwards the first `played` markers have had their turn, the next one has it. */
export function setMarkers(p: Position, list: Marker[], stage: 'bid' | 'start', playing: number): void {
  p.stage = stage;
  if (stage === 'bid') {
    p.bids = list.filter((m) => m.spot !== null).map((m) => [m.spot!, m.seat]);
    p.bid_order = list.filter((m) => m.spot === null).map((m) => m.seat);
    p.queue = [];
    p.next_order = [];
    p.seat = p.bid_order[0] ?? null;
    p.turn = null;
    return;
  }
  const taken = list.map((m) => m.spot).filter((spot) => spot !== null);
  const spots = (taken.length === list.length ? taken : [8, 5, 3, 1].slice(0, list.length)).sort((a, b) => b - a);
  p.bid_order = [];
  p.bids = list.map((m, i) => [spots[i]!, m.seat]);
  const at = Math.max(0, Math.min(playing, list.length - 1));
  p.next_order = list.slice(0, at + 1).map((m) => m.seat);
  p.queue = list.slice(at + 1).map((m) => m.seat);
  p.seat = list[at]!.seat;
  p.turn = structuredClone(NO_TURN);
}

export function paint(p: Position, key: string, brush: string, less: boolean): boolean {
  const tile = key.startsWith('tile:') ? p.tiles[key.slice(5)] : undefined;
  if (!tile) return false;
  const by = less ? -1 : 1;
  if (brush.startsWith('camel')) tile.camel = less ? null : Number(brush.slice(5));
  else if (brush === 'palm') tile.palms = Math.max(0, tile.palms + by);
  else if (brush === 'palace') tile.palaces = Math.max(0, tile.palaces + by);
  else tile.meeples[brush as Colour] = Math.max(0, tile.meeples[brush as Colour] + by);
  return true;
}
