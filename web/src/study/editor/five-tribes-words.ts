import { GOODS, type Card } from '@/boards/five-tribes/types';
import { capital, GAME, term } from '@/boards/five-tribes/words';
import type { Translate } from '@/i18n/i18n.svelte';

export const CARDS: Card[] = [...GOODS, 'fakir'];
export const goodName = (card: Card, position: { options: any }, t: Translate): string => capital(term(`goods.${card}`, position as never, t));
export const djinnName = (djinn: string, t: Translate): string => t.game(GAME, `terms.djinns.${djinn}`);
