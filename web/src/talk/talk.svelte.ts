// What is said at one table: lines as they come, and which seats this device does not want to hear.
import { p } from '@/people/words';
import { live, type Answer } from '@/net/live.svelte';
import type { Schemas } from '@/net/types';

export type Line = Schemas['TalkLine'];
export const PHRASES = {
  hello: ['hello', 'luck', 'first_game', 'ready'],
  playing: ['think', 'well_played', 'not_seen', 'take_time', 'back_soon', 'your_turn'],
  end: ['thanks', 'good_game', 'close', 'again', 'bye'],
} as const;
export type Moment = keyof typeof PHRASES;
export const MOMENTS = Object.keys(PHRASES) as Moment[];
export const REACTIONS: Record<string, string> = {
  bravo: 'star4',
  ouch: 'i-swords',
  hmm: 'i-bulb',
  onward: 'camel-1',
  stubborn: 'i-hand',
  peace: 'palm',
};
/** A bubble stands for so long. */
const SHOWN = 6000;
const KEY = 'sandtable.muted';

function readMuted(): Record<string, number[]> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, number[]>;
  } catch {
    return {};
  }
}

/** A line in the language of this device. */
export const inWords = (line: Line): string => (line.kind === 'text' ? line.said : p(`${line.kind}s.${line.said}`));

export class Talk {
  lines = $state.raw<Line[]>([]);
  /** The last line of a seat, as long as its bubble stands. */
  bubbles = $state.raw<Record<number, Line>>({});
  muted = $state.raw<ReadonlySet<number>>(new Set());
  private known = false;

  constructor(readonly table: string) {
    this.muted = new Set(readMuted()[table] ?? []);
  }

  hear(lines: Line[]): void {
    const seen = new Set(this.lines.map((line) => line.id));
    const fresh = lines.filter((line) => !seen.has(line.id));
    this.lines = [...this.lines, ...fresh].sort((a, b) => a.id - b.id);
    // What was said before one came stands in the list only.
    const late = !this.known && lines.length > 1;
    this.known = true;
    for (const line of late ? [] : fresh) this.show(line);
  }

  private show(line: Line): void {
    if (this.muted.has(line.seat)) return;
    this.bubbles = { ...this.bubbles, [line.seat]: line };
    setTimeout(() => {
      if (this.bubbles[line.seat]?.id !== line.id) return;
      const { [line.seat]: _, ...others } = this.bubbles;
      this.bubbles = others;
    }, SHOWN);
  }

  /** What this device wants to hear. */
  get heard(): Line[] {
    return this.lines.filter((line) => !this.muted.has(line.seat));
  }

  mute(seat: number, on: boolean): void {
    const now = new Set(this.muted);
    if (on) now.add(seat);
    else now.delete(seat);
    this.muted = now;
    try {
      const all = readMuted();
      all[this.table] = [...now];
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(all).slice(-50))));
    } catch {
      /* private mode: for this page only */
    }
  }

  say(seat: number, kind: Line['kind'], said: string): Promise<Answer> {
    return live.ask({ type: 'say', table: this.table, seat, kind, said });
  }
}
