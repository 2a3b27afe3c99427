// A game played back: by hand, by keys, or by itself at the chosen pace.
import type { Frame } from '@/net/types';
import { PACE, settings } from '@/ui/settings.svelte';
import type { BoardModule, Decision, SeatInfo } from './board';
import { Driver } from './driver.svelte';
import { Frames, stepOf } from './frames';
import { inert } from './still';

/** Who sits there, from whose seat it is looked at, and whether the last frame is the end of the game. */
export interface Cast {
  me: number | null;
  seats: SeatInfo[];
  finished: boolean;
}
/** What a frame adds to its movement, in ms at normal pace; how long it stands at least; the pace where nothing moves. */
const PAUSE = 200;
const SHORTEST = 250;
const STILL = 0.3;

export class Playback extends Driver {
  total = $state(0);
  at = $state(0);
  playing = $state(false);
  frame = $state.raw<Frame | null>(null);
  /** Where a step with the buttons stops; empty: after every decision. */
  stops: number[] = [];
  private readonly frames: Frames;
  private tick: ReturnType<typeof setTimeout> | undefined;

  constructor(
    table: string,
    /** Whose view: a seat, `all`, or null for the one the token has. */
    seat: string | null,
    token: string | null,
    board: BoardModule | null,
    private readonly cast: () => Cast,
  ) {
    super();
    this.board = board;
    this.frames = new Frames(table, seat, token, (decisions) => (this.total = decisions));
  }

  get me(): number | null {
    return this.cast().me;
  }
  get seats(): SeatInfo[] {
    return this.cast().seats;
  }
  get over(): boolean {
    return this.cast().finished && this.at === this.total;
  }
  readonly myTurn = false;
  readonly legal: Decision[] = [];
  override readonly actions = inert;
  play(): Promise<void> {
    return Promise.resolve();
  }
  protected whyNot(): Promise<null> {
    return Promise.resolve(null);
  }

  async visit(n: number): Promise<void> {
    const target = Math.max(0, Math.min(n, this.total || n));
    const frame = await this.frames.load(target);
    if (!frame) return;
    const stepped = target === this.at + 1;
    this.at = target;
    this.frame = frame;
    this.jump(stepOf(frame, stepped));
    this.frames.ahead(target, this.total);
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.tick);
  }
  override end(): void {
    this.stop();
    super.end();
  }
  to(n: number): void {
    this.stop();
    void this.visit(n);
  }
  previous(): void {
    this.to(this.stops.findLast((stop) => stop < this.at) ?? this.at - 1);
  }
  next(): void {
    this.to(this.stops.find((stop) => stop > this.at) ?? this.at + 1);
  }
  /** Goes on by itself, or stops. */
  run(): void {
    const playing = !this.playing;
    this.stop();
    this.playing = playing;
    if (playing) void this.goOn(this.at >= this.total ? 0 : this.at + 1);
  }
  private async goOn(n: number): Promise<void> {
    await this.visit(n);
    if (!this.playing) return;
    const time = (PAUSE + this.duration(this.frame?.events ?? [])) * (PACE[settings.pace] || STILL);
    if (this.at >= this.total) this.playing = false;
    else this.tick = setTimeout(() => void this.goOn(this.at + 1), Math.max(SHORTEST, time));
  }

  keys = (event: KeyboardEvent): void => {
    const at = event.target as HTMLElement;
    if (event.defaultPrevented || at.matches('input, select, textarea') || document.querySelector('dialog[open]')) return;
    if (event.key === ',') this.to(this.at - 1);
    else if (event.key === '.') this.to(this.at + 1);
    else if (event.key === 'PageUp') this.previous();
    else if (event.key === 'PageDown') this.next();
    else if (event.key === 'Home') this.to(0);
    else if (event.key === 'End') this.to(this.total);
    else return;
    event.preventDefault();
  };
}
