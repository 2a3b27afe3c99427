// A position as a board draws it: the view of somebody who may see everything.
import type { Position } from './api';

const count = (counts: Record<string, number>): number => Object.values(counts).reduce((a, b) => a + b, 0);
const size = (pile: unknown): number => (Array.isArray(pile) ? pile.length : Number(pile));

export function openView(game: string, p: Position): any {
  const seen = { viewer: null, ...p };
  if (game === 'tuareg') return { ...seen, pile: size(p.pile) };
  if (game === 'five-tribes')
    return { ...seen, pile: size(p.pile), djinn_pile: size(p.djinn_pile), seats: p.seats.map((seat: any) => ({ ...seat, cards: seat.cards ?? count(seat.hand ?? {}) })) };
  if (game !== 'targui' || !Array.isArray(p.pack)) return seen;
  const inPack = (card: string): number => p.pack.filter((each: unknown) => each === card).length;
  return {
    ...seen,
    pack: { ...Object.fromEntries(p.colours.map((colour: string) => [colour, inPack(colour)])), fate: p.pack.filter((card: unknown) => typeof card === 'number').length },
    fate_deck: size(p.fate_deck),
    fate_unseen: p.options.fates.filter((fate: number) => !p.fate_seen.includes(fate)),
  };
}
