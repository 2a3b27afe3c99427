// Tuareg: what lies where, by the exchange format (section 19).
import { animalName, goodName } from '../board/dock';
import { box, GOODS, SPECIALS } from '../components';
import { opened, type Good, type HiddenCard, type Player, type Special, type View } from '../types';
import type { Translate } from '@/i18n/i18n.svelte';
import { plus, refill, sum, tally, type Counts } from '@/study/editor/box';
import Round from './Round.svelte';
import Seat from './Seat.svelte';
import Thing from './Thing.svelte';
import type { EditorModule, Fault } from '@/study/editor/types';

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
export const NO_TURN = { main: null, animal: null, good: null, loading: false, owed: 0, special: null, paid: [] };

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

function settle(before: Position, after: Position): void {
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

function paint(p: Position, key: string, brush: string, less: boolean, seat: number): boolean {
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

const PATTERNS: [RegExp, (m: RegExpExecArray, t: Translate, p: Position) => Fault][] = [
  [
    /^goods: there are (\d+) (\w+), it must be (\d+)/,
    (m, t) => ({ key: null, words: t('editor.reasons.goods', { n: Number(m[1]), good: goodName(m[2] as Good, t), most: Number(m[3]) }) }),
  ],
  [
    /^specials: there are (\d+) of (\w+), with \d players it must be (\d+)/,
    (m, t) => ({
      key: `supply:${m[2]}`,
      words: t('editor.reasons.specials', { n: Number(m[1]), what: t.game('tuareg', `terms.${m[2]}s`), most: Number(m[3]) }),
    }),
  ],
  [
    /^seats\[(\d)\]\.hand: (\d+) cards are more than (\d+)/,
    (m, t) => ({ key: `seat:${m[1]}`, words: t('editor.reasons.hand', { seat: Number(m[1]) + 1, n: Number(m[2]), most: Number(m[3]) }) }),
  ],
  [
    /^seats\[(\d)\]\.animals\.(\w+): a camel cannot be loaded with (.*)\.$/,
    (m, t) => ({
      key: `animal:${m[2]}`,
      words: t('editor.reasons.load', {
        seat: Number(m[1]) + 1,
        animal: animalName(m[2]!, t),
        goods: m[3]!
          .split(', ')
          .map((good) => goodName(good as Good, t))
          .join(', '),
      }),
    }),
  ],
  [
    /^lap: the pile is empty|^lap: there is neither|^current: in the closing lap/,
    (_, t) => ({ key: 'pile', words: t('editor.reasons.lap') }),
  ],
  [/not clear whose hand the card was stolen from/, (_, t) => ({ key: 'thief', words: t('editor.reasons.stolen') })],
];

export const editor: EditorModule = {
  view: opened,
  settle: (before, after) => settle(before as Position, after as Position),
  deciding: (p) => (p.phase === 'maps' ? (p.map_queue[0] ?? null) : p.phase === 'over' ? null : p.current),
  brushes: (_, t) => GOODS.map((good) => ({ id: good, icon: `tu-${good}`, label: goodName(good, t) })),
  paint: (p, key, brush, less, seat) => paint(p, key, brush, less, seat),
  fault: (detail, p, t) => {
    for (const [pattern, say] of PATTERNS) {
      const found = pattern.exec(detail);
      if (found) return say(found, t, p as Position);
    }
    return { key: null, words: detail };
  },
  remarks: () => [],
  handles: (key) => /^(animal:|market|hand|cave:|thief|pile|supply:)/.test(key),
  Thing,
  Seat,
  Round,
};
export const total = (hand: Record<Good, number>): number => sum(hand);
