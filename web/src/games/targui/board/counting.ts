// Where income comes from, land by land: at the end of a round, and of the game.
import type { Translate } from '@/i18n/i18n.svelte';
import type { Counting, GameEvent, ScoreLine } from '@/table/board';
import { FIELDS } from '../components';
import { kindOf, seatOf, type Helps, type View } from '../types';

const KINDS = ['settlement', 'salt_works', 'oasis', 'hills', 'dunes', 'mountains'];
const fieldsOf = (view: View, seat: number, kind: string): number[] =>
  FIELDS.filter((field) => view.owner[field] === view.colours[seat] && kindOf(view.card[field]) === kind);

/** A line for every kind of land that pays; `silver`: what the mountains of each seat paid beyond what they say now. */
export function lands(view: View, t: Translate, helps: Partial<Helps>, silver: number[] = []): ScoreLine[] {
  return KINDS.map((kind) => {
    const extra = (seat: number): number => (kind === 'mountains' ? (silver[seat] ?? 0) : 0);
    const values = view.colours.map((_, seat) => (helps.standing?.[seat]?.lands[kind] ?? 0) + extra(seat));
    const fields = view.colours.map((_, seat) => fieldsOf(view, seat, kind));
    return {
      label: t.game('targui', `board.land.${kind}`),
      rule: 'TG-5.5.2',
      icon: `tg-${kind}`,
      part: `var(--part-${kind})`,
      values,
      notes: values.map((value, seat) => {
        const n = fields[seat]!.length;
        return value && n && value % n === 0 ? `${n} × ${value / n}` : '';
      }),
      keys: fields.map((list) => list.map((field) => `field:${field}`)),
    };
  }).filter((line) => line.values.some((n) => n));
}

/** The end of a round, as long as the game goes on. */
export function counting(events: GameEvent[], view: View, t: Translate, helps: Partial<Helps>, names: string[]): Counting | null {
  const end = events.find((event) => event.event === 'round_end');
  const paid = events.filter((event) => event.event === 'income');
  if (!end || !paid.length || view.result) return null;
  const say = (key: string, fill: Record<string, string | number> = {}) => t.game('targui', `board.count.${key}`, fill);
  const of = (seat: number, fact: 'land' | 'due' | 'paid') =>
    Number(paid.find((event) => seatOf(view, event.colour) === seat)?.[fact] ?? 0);
  const seats = view.colours.map((_, seat) => seat);
  const missing = (lines: ScoreLine[]) => seats.map((seat) => lines.reduce((n, line) => n - Number(line.values[seat]), of(seat, 'land')));
  // The round is over, and with it its fate: silver that lay in the mountains is what the other land does not explain.
  const now = lands(view, t, helps);
  const silver = missing(now);
  const peak = new Set(seats.flatMap((seat) => fieldsOf(view, seat, 'mountains').map((_, __, all) => silver[seat]! / all.length)));
  const kinds = peak.size === 1 ? lands(view, t, helps, silver) : now;
  const complete = missing(kinds).every((n) => n === 0);
  const round = Number(end.round);
  const lost = seats.filter((seat) => of(seat, 'land') > 0 && of(seat, 'due') === 0);
  const short = seats.filter((seat) => of(seat, 'paid') < of(seat, 'due'));
  const most = Math.max(...seats.map((seat) => of(seat, 'paid')));
  const leading = seats.filter((seat) => of(seat, 'paid') === most).map((seat) => names[seat] ?? '');
  const later = events.slice(events.indexOf(end)).filter((event) => event.event === 'fate_money');
  const money = seats.map((seat) => {
    const after =
      view.money[view.colours[seat]!] - later.reduce((n, event) => n + (seatOf(view, event.colour) === seat ? Number(event.change) : 0), 0);
    return `${after - of(seat, 'paid')} → ${after}`;
  });
  const whys = [
    ...lost.map((seat) => say('lost', { name: names[seat] ?? '' })),
    ...short.map((seat) => say('short', { name: names[seat] ?? '', n: of(seat, 'paid') })),
    leading.length === 1 ? say('leads', { name: leading[0]!, n: most }) : say('level', { names: leading.join(', '), n: most }),
  ];
  return {
    title: say('title', { n: round }),
    note: say('note'),
    rule: 'TG-5.5.2',
    lines: [
      ...(complete ? kinds : []),
      { label: say('silver'), icon: 'coin-silver', values: money, why: whys.join(' ') },
      { label: say('income'), values: seats.map((seat) => of(seat, 'paid')) },
    ],
    next: say('next', { n: round + 1 }),
  };
}
