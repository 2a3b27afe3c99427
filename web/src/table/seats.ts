import { t } from '@/i18n/i18n.svelte';
import type { SeatInfo } from './board';

/** Seats at no table: with these names, else numbered; `mine`: those this screen plays. */
export function plainSeats(count: number, names: string[] = [], mine: (seat: number) => boolean = () => true): SeatInfo[] {
  return Array.from({ length: count }, (_, seat) => ({
    seat,
    name: names[seat] ?? t('seat.number', { n: seat + 1 }),
    note: '',
    bot: false,
    mine: mine(seat),
    online: true,
    thinking: false,
  }));
}
