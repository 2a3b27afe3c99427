// The view of docs/rules/tuareg.md, sections 17a and 19, and the aids of games/tuareg/helps.py.
import { box, GOODS } from './components';

export type Good = 'water' | 'gold' | 'salt' | 'millet';
export type Special = 'donkey' | 'cave' | 'thief' | 'map';

export interface HiddenCard {
  good: Good | null;
  known: number[];
  public: boolean;
}
export interface Player {
  hand: number | Record<Good, number>;
  animals: Record<string, Good[]>;
  caves: HiddenCard[][];
  cave_used: boolean[];
  thieves: (HiddenCard | null)[];
  maps: number;
  vp: { goods1: Record<Good, number>; goods2: Record<Good, number>; maps1: number; maps2: number; unused: number };
}
export interface View {
  players: number;
  options: { goods: 'A' | 'B' };
  stage: 1 | 2;
  phase: 'turn' | 'pay' | 'maps' | 'over';
  pile: number | Good[];
  market: Record<Good, number>;
  discard: Record<Good, number>;
  supply: Record<Special, number>;
  seats: Player[];
  current: number;
  turn: {
    main: string | null;
    animal: string | null;
    good: Good | null;
    loading: boolean;
    owed: number;
    special: Special | null;
    paid: { from: string; good: Good }[];
  };
  lap: number | null;
}
export interface Helps {
  majorities: Record<Good, { counts: number[]; hidden: number[]; points: number[] }>;
  unknown: number[];
  unseen: Record<Good, number>;
  gains: Record<string, { good: Good; before: number; after: number }>;
  pay: { paid: number; price: number } | null;
}

export const dinar = (view: View, good: Good): number => box.goods[good].dinar[view.options.goods];

export const pileSize = (view: View): number => (typeof view.pile === 'number' ? view.pile : view.pile.length);
export const handSize = (player: Player): number =>
  typeof player.hand === 'number' ? player.hand : GOODS.reduce((n, g) => n + (player.hand as Record<Good, number>)[g], 0);
export const handOf = (player: Player | undefined): Good[] => {
  const hand = player?.hand;
  return hand && typeof hand !== 'number' ? GOODS.flatMap((g) => Array.from({ length: hand[g] }, () => g)) : [];
};
export const total = (player: Player): number =>
  GOODS.reduce((n, g) => n + player.vp.goods1[g] + player.vp.goods2[g], 0) + player.vp.maps1 + player.vp.maps2 + player.vp.unused;

/** A position as the board draws it: everything open, the pile counted. */
export const opened = (position: any): View => ({ ...position, pile: pileSize(position) });
