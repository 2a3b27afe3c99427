// What lies where, by the exchange format (section L). Pack, supply and bank follow from the rest.
import { box, FIELDS } from '../components';
import { kindOf, type Colour, type View } from '../types';

export interface Position extends Omit<View, 'viewer' | 'pack' | 'fate_deck' | 'fate_unseen'> {
  pack: (Colour | number)[];
  fate_deck: number[];
}
export const LANDS = Object.keys(box.cards).filter((card) => box.cards[card]!.count);
export const startsOf = (p: Position, seat: number): number[] => box.starts[p.colours.length]?.[seat] ?? [];

export const homeOf = (p: Position, colour: Colour): number => p.card.indexOf(`settlement_${colour}`);
export const each = (p: Position): number => (p.die === box.double ? 1 : (p.die ?? 1));

/** Puts a settlement onto another field; the land it leaves takes the card that lay there. */
export function move(p: Position, colour: Colour, to: number): void {
  const from = homeOf(p, colour);
  if (from === to) return;
  if (from > 0) [p.card[from], p.card[to]] = [p.card[to] ?? null, p.card[from] ?? null];
  else p.card[to] = `settlement_${colour}`;
}

/** A deal that still waits for its settlements begins its first round here. */
export function ready(given: any): void {
  const p = given as Position;
  if (p.phase !== 'settle') return;
  p.colours.forEach((colour, seat) => {
    if (homeOf(p, colour) > 0) return;
    const starts = startsOf(p, seat);
    const field = starts.find((f) => p.card[f] !== 'salt_lake' && !p.card[f]?.startsWith('settlement')) ?? starts[0]!;
    p.card[field] = `settlement_${colour}`;
    p.owner[field] = colour;
    p.camels[field] = box.start_camels;
    if (!p.money[colour]) p.money[colour] = box.start_money;
  });
  p.phase = 'turn';
  p.round = 1;
  p.die = 2;
  p.turn = p.colours[0]!;
  p.turns_left = 1;
  p.revealed = [p.turn];
  write(p);
  refill(p);
}

/** Pack and revealed cards that fit the die, the turn and the fates (TG-4). */
function write(p: Position): void {
  if (p.phase === 'settle' || p.phase === 'over' || !p.turn) return;
  const n = each(p);
  const shown: (Colour | number)[] = [];
  const count = (colour: Colour) => shown.filter((card) => card === colour).length;
  const before = p.revealed.at(-1) === p.turn ? p.revealed.slice(0, -1) : p.revealed;
  for (const card of before) {
    if (typeof card === 'number') {
      if (card === p.fate_now) shown.push(card);
    } else if (count(card) < n - (card === p.turn ? 1 : 0)) shown.push(card);
  }
  if (p.fate_now !== null && !shown.includes(p.fate_now)) shown.push(p.fate_now);
  p.revealed = [...shown, p.turn];
  const fates = p.options.fates.filter((f) => !p.fate_seen.includes(f));
  const order = [...p.fate_deck, ...p.pack.filter((card) => typeof card === 'number')].filter((f) => fates.includes(f));
  const unseen = [...order, ...fates.filter((f) => !order.includes(f))];
  const hidden = p.fate_now === null ? unseen.slice(0, 1) : [];
  p.fate_deck = unseen.slice(hidden.length);
  const cards: (Colour | number)[] = [];
  for (const colour of p.colours) {
    const turned = p.revealed.filter((card) => card === colour).length;
    if (p.out.includes(colour) && !turned) continue;
    for (let i = turned; i < n; i++) cards.push(colour);
  }
  // An even mix: nobody may see the order anyway.
  p.pack = [...cards, ...hidden]
    .map((card, i) => ({ card, at: (i * 7) % (cards.length + 1) }))
    .sort((a, b) => a.at - b.at)
    .map((x) => x.card);
}

function refill(p: Position): void {
  if (p.supply !== null) p.supply = box.camels - p.camels.reduce((a, b) => a + b, 0);
  if (p.bank !== null) p.bank = box.coins - Object.values(p.money).reduce((a, b) => a + b, 0);
}

export function settle(before: Position, after: Position): void {
  for (const field of FIELDS) {
    if (after.card[field] === 'salt_lake') after.owner[field] = null;
    if (after.owner[field] === null) after.camels[field] = 0;
  }
  const gone = after.colours.filter((colour) => !after.owner.includes(colour));
  after.out = [...after.out.filter((colour) => gone.includes(colour)), ...gone.filter((colour) => !after.out.includes(colour))];
  for (const colour of gone) after.money[colour] = 0;
  if (after.phase === 'turn') {
    after.turns_left = after.die === box.double ? Math.max(1, after.turns_left) : 1;
    if (before.turn !== after.turn)
      Object.assign(after, { moved: false, bought: false, turns_left: after.die === box.double ? box.double_turns : 1 });
    write(after);
  }
  refill(after);
}

export function paint(p: Position, key: string, brush: string, less: boolean): boolean {
  const field = key.startsWith('field:') ? Number(key.slice(6)) : 0;
  if (!field || p.card[field] === 'salt_lake') return false;
  if (brush.startsWith('camels')) {
    const n = Number(brush.slice(6)) * (less ? -1 : 1);
    if (p.owner[field] === null) p.owner[field] = p.turn ?? p.colours[0]!;
    p.camels[field] = Math.max(0, (p.camels[field] ?? 0) + n);
  } else p.owner[field] = less ? null : (brush as Colour);
  return true;
}

export const landOf = (p: Position, field: number): string => kindOf(p.card[field]);
