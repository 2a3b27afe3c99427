import { GOODS } from '../components';
import { type Card } from '../types';
import { capital, GAME, term } from '../words';
import type { Position } from './position';
import type { Translate } from '@/i18n/i18n.svelte';

export const CARDS: Card[] = [...GOODS, 'fakir'];
export const goodName = (card: Card, position: Pick<Position, 'options'>, t: Translate): string =>
  capital(term(`goods.${card}`, position, t));
export const djinnName = (djinn: string, t: Translate): string => t.game(GAME, `terms.djinns.${djinn}`);
