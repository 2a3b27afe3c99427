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
  /** A preset, or the numbers printed in somebody's own box. */
  options: { goods: 'A' | 'B' | Record<string, number> };
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

const own = (view: View, key: string): number | undefined => (typeof view.options.goods === 'string' ? undefined : view.options.goods[key]);
export const dinar = (view: View, good: Good): number =>
  own(view, `dinar_${good}`) ?? box.goods[good].dinar[typeof view.options.goods === 'string' ? view.options.goods : 'A'];
/** What the majority of a good brings, and what a map does. */
export const majority = (view: View, good: Good): number => own(view, `vp_${good}`) ?? box.goods[good].vp;
export const mapPoints = (view: View): number => own(view, 'vp_map') ?? box.map;

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
