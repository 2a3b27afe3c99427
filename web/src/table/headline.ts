// Who won, in one sentence.
import type { SeatInfo } from '@/table/board';
import type { Translate } from '@/i18n/i18n.svelte';
import { named } from '@/i18n/named';
import type { Result } from '@/net/types';

/** Who won, in as few words as possible; where it needs more, `note` says by what, with the figures. */
export function shortOf(result: Result, seats: SeatInfo[], t: Translate): { title: string; note?: string } {
  const told = headlineOf(result, seats, t);
  const ended = result.reason === 'clock' || result.reason === 'resigned';
  const [winner, ...others] = result.winners;
  if (ended || !result.words || winner === undefined) return { title: told };
  const names = result.winners.map((w) => seats[w]?.name ?? '');
  if (others.length) return { title: t('result.shared', { names: names.join(', ') }), note: told };
  return {
    title:
      seats[winner]?.mine && seats.filter((seat) => seat.mine).length === 1 ? t('result.mine') : t('result.theirs', { name: names[0]! }),
    note: told,
  };
}

/** The same as one sentence. */
export function headlineOf(result: Result, seats: SeatInfo[], t: Translate): string {
  const names = result.winners.map((w) => seats[w]?.name ?? '');
  if (result.reason === 'clock') return t('result.clock', { name: seats[result.by ?? 0]?.name ?? '' });
  if (result.reason === 'resigned') return t('result.resigned', { name: seats[result.by ?? 0]?.name ?? '' });
  if (result.words)
    return named(
      t.words(result.words),
      seats.map((seat) => seat.name),
    );
  if (names.length > 1) return t('result.shared', { names: names.join(', ') });
  const rest = result.scores.filter((_, i) => !result.winners.includes(i));
  const by = Math.max(...result.scores) - Math.max(...rest, 0);
  return result.winners.some((w) => seats[w]?.mine) ? t('result.won', { n: by }) : t('result.lost', { name: names[0] ?? '', n: by });
}
