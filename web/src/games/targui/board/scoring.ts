// The end: where the last income comes from and, between equals, the capital (TG-6.3, TG-6.4); or who went out when (TG-6.2).
import type { Translate } from '@/i18n/i18n.svelte';
import type { Result } from '@/net/types';
import type { GameEvent, ScoreLine } from '@/table/board';
import { lands } from './counting';
import { seatOf, type Helps, type View } from '../types';

/** In which round each seat went out, and by whom: as far as the log tells. */
function departures(view: View, log: GameEvent[]): { round: number; by: number }[] {
  const gone: { round: number; by: number }[] = [];
  // A log may begin in the middle of a round (from a prepared position).
  const begun = log.find((event) => event.event === 'round_start');
  let round = begun ? Number(begun.round) - 1 : view.round;
  for (const event of log) {
    if (event.event === 'round_start') round = Number(event.round);
    else if (event.event === 'eliminated') gone[seatOf(view, event.colour)] = { round, by: seatOf(view, event.by) };
  }
  return gone;
}

export function scoring(
  view: View,
  t: Translate,
  helps: Partial<Helps>,
  _result: Result | null,
  log: GameEvent[],
  names: string[],
): ScoreLine[] {
  const result = view.result?.table;
  if (!result) return lands(view, t, helps);
  const say = (key: string, fill: Record<string, string | number> = {}) => t.game('targui', `board.score.${key}`, fill);
  const seats = view.colours.map((_, seat) => seat);
  const rows = view.colours.map((colour) => result[colour]);
  const each = (value: (seat: number) => number | string) => seats.map((seat) => (rows[seat]!.out ? '–' : value(seat)));
  const silver = (seat: number) => view.money[view.colours[seat]!];
  const camels = (seat: number) => rows[seat]!.capital - silver(seat);
  const place: ScoreLine = { label: say('rank'), rule: 'TG-6.3', values: rows.map((row) => row.rank), least: true };
  const capital: ScoreLine = { label: say('capital'), rule: 'TG-6.4', values: each((seat) => rows[seat]!.capital) };
  if (view.result?.reason === 'conquest') {
    // Nothing more is paid: who went out when says it all.
    const gone = departures(view, log);
    return [
      {
        label: say('gone'),
        plain: true,
        rule: 'TG-6.1',
        values: seats.map((seat) => (!rows[seat]!.out ? '–' : gone[seat]?.round || say('before'))),
        notes: seats.map((seat) => (gone[seat] ? say('by', { name: names[gone[seat].by] ?? '' }) : '')),
      },
      { label: say('income_now'), rule: 'TG-5.5.2', values: each((seat) => rows[seat]!.income) },
      { ...capital, notes: each((seat) => `${camels(seat)} + ${silver(seat)}`).map((note) => (note === '–' ? '' : String(note))) },
      { ...place, rule: 'TG-6.2' },
    ];
  }
  const lines = lands(view, t, helps);
  if (helps.standing?.some((row) => !row.out && !row.home))
    lines.push({
      label: say('home'),
      rule: 'TG-5.5.3',
      values: helps.standing.map((row) => (row.out ? '–' : say(row.home ? 'held' : 'lost'))),
    });
  lines.push({ label: say('income'), rule: 'TG-6.3', values: each((seat) => rows[seat]!.income), sum: true });
  // Capital decides between equals only; it is shown where it did.
  const first = rows.find((row) => row.rank === 1)!;
  if (rows.filter((row) => !row.out && row.income === first.income).length > 1)
    lines.push(
      { label: t.game('targui', 'board.count.silver'), icon: 'coin-silver', values: each(silver) },
      { label: say('camels'), icon: 'tg-camel-blue', values: each(camels) },
      capital,
    );
  return [...lines, place];
}
