// Who has most of every good, counted at the end of a stage, and the score of the whole game.
import type { Translate } from '@/i18n/i18n.svelte';
import type { Counting, GameEvent, ScoreLine } from '@/table/board';
import type { Result } from '@/net/types';
import { capital, goodName } from './dock';
import { GOODS } from '../components';
import { majority, total, type Good, type Helps, type View } from '../types';

type Majority = GameEvent & { stage: number; good: Good; vp: number; counts: number[]; winners: number[] };
const majorities = (events: GameEvent[], stage: number) =>
  events.filter((event) => event.event === 'majority' && event.stage === stage) as Majority[];

/** How many cards of each good a seat turned over when the stage was counted. */
const turnedOver = (events: GameEvent[], seat: number, good: Good): number =>
  events.filter((event) => event.event === 'uncovers' && event.seat === seat && event.good === good).length;

/** The cards of a seat that were turned up when the last stage was counted. */
export const turnedUp = (events: GameEvent[], seat: number): { special: 'cave' | 'thief'; good: Good }[] => {
  const end = events.findLastIndex((event) => event.event === 'stage_ends');
  return events.slice(Math.max(0, end)).filter((event) => event.event === 'uncovers' && event.seat === seat) as never[];
};

/** "2 + 1": what lay open, and what was turned over. */
function shown(one: Majority, seat: number, events: GameEvent[]): string {
  const hidden = turnedOver(events, seat, one.good);
  const n = one.counts[seat] ?? 0;
  return hidden ? `${n - hidden} + ${hidden}` : String(n);
}

function why(one: Majority, events: GameEvent[], view: View, t: Translate, names: string[]): string {
  const say = (key: string, fill: Record<string, string | number> = {}) => t.game('tuareg', `board.count.${key}`, fill);
  const who = one.winners.map((seat) => names[seat] ?? '');
  if (!who.length) return say('nobody');
  if (who.length > 1) {
    const points = majority(view, one.good);
    return say('shared', { names: who.join(', '), points, less: points - one.vp, n: one.vp });
  }
  const winner = one.winners[0]!;
  const open = one.counts.map((n, seat) => n - turnedOver(events, seat, one.good));
  const before = Math.max(...open.filter((_, seat) => seat !== winner), 0);
  const turned = turnedOver(events, winner, one.good);
  return turned && (open[winner] ?? 0) <= before ? say('turned', { name: who[0]!, n: turned }) : say('most', { name: who[0]! });
}

function lineOf(one: Majority, events: GameEvent[], view: View, t: Translate, names: string[]): ScoreLine {
  return {
    label: capital(goodName(one.good, t)),
    sub: t.game('tuareg', 'board.count.worth', { n: majority(view, one.good) }),
    icon: `tu-${one.good}`,
    values: one.counts,
    turned: one.counts.map((_, seat) => turnedOver(events, seat, one.good)),
    gains: one.counts.map((_, seat) => (one.winners.includes(seat) ? one.vp : 0)),
    why: why(one, events, view, t, names),
  };
}

/** The end of the first stage. The second one is part of the final scoring. */
export function counting(events: GameEvent[], view: View, t: Translate, _helps: Partial<Helps>, names: string[]): Counting | null {
  const end = events.find((event) => event.event === 'stage_ends');
  if (!end || view.phase === 'over') return null;
  const stage = Number(end.stage);
  const say = (key: string, fill: Record<string, string | number> = {}) => t.game('tuareg', `board.count.${key}`, fill);
  const hidden = events.filter((event) => event.event === 'uncovers').length;
  return {
    title: say('title', { stage }),
    note: hidden ? say('note', { n: hidden }) : say('note_open'),
    rule: 'TU-13.6',
    lines: [
      ...majorities(events, stage).map((one) => lineOf(one, events, view, t, names)),
      {
        label: say('after', { stage }),
        values: view.seats.map((seat) => GOODS.reduce((n, good) => n + seat.vp[stage === 1 ? 'goods1' : 'goods2'][good], 0)),
      },
    ],
    next: say(view.phase === 'maps' ? 'maps' : 'next', { stage: stage + 1 }),
  };
}

export function scoring(view: View, t: Translate, _helps: Partial<Helps>, _result: Result | null, log: GameEvent[]): ScoreLine[] {
  const over = view.phase === 'over';
  /** One value for each seat; where nobody gained anything before somebody gave up, there is nothing to say. */
  const each = (value: (seat: View['seats'][number]) => number): (number | string)[] => {
    const values = view.seats.map(value);
    return over || values.some((n) => n) ? values : values.map(() => '–');
  };
  // Stage by stage: cards that were turned over for the first do not count for the second.
  const first = log.findIndex((event) => event.event === 'stage_begins' && event.stage === 2);
  const part = (stage: 1 | 2) => (stage === 1 ? log.slice(0, first < 0 ? log.length : first) : log.slice(first < 0 ? log.length : first));
  const goods = (stage: 1 | 2): ScoreLine[] =>
    GOODS.map((good) => {
      const events = part(stage);
      const found = majorities(events, stage).find((one) => one.good === good);
      return {
        label: t.game('tuareg', 'board.score.good', { good: goodName(good, t), stage }),
        rule: 'TU-13.6',
        values: each((s) => s.vp[stage === 1 ? 'goods1' : 'goods2'][good]),
        icon: `tu-${good}`,
        part: over ? `var(--part-${good}-${stage})` : undefined,
        notes: found && view.seats.map((_, seat) => t.game('tuareg', 'board.count.cards', { n: shown(found, seat, events) })),
      };
    });
  const line = (key: 'maps1' | 'unused' | 'maps2', rule: string): ScoreLine => ({
    label: t.game('tuareg', `board.score.${key}`),
    rule,
    values: each((s) => s.vp[key]),
    icon: key === 'unused' ? 'tu-special-cave' : 'tu-special-map',
    part: over ? `var(--part-${key === 'unused' ? 'unused' : 'maps'})` : undefined,
  });
  return [
    ...goods(1),
    line('maps1', 'TU-12.1'),
    ...goods(2),
    line('unused', 'TU-14.2'),
    line('maps2', 'TU-14.3'),
    { label: t.game('tuareg', 'board.score.total'), values: each(total) },
  ];
}
