// Drives a board, whatever feeds it: a table, a game played back, an analysis board, a puzzle. Steps are shown one after another at the
// chosen pace; touches become previews, decisions and refusals. Boards and panels only read from here.
import { land } from '@/ui/motion';
import { whenReleased } from '@/ui/press';
import { dismissRefusals, showRefusal } from '@/ui/notices.svelte';
import { t } from '@/i18n/i18n.svelte';
import { calm, counts, settings, showing, tempo } from '@/ui/settings.svelte';
import { play as sound } from '@/ui/sound';
import type { BoardActions, BoardModule, BoardState, Counting, Decision, GameEvent, Refusal, SeatInfo } from './board';

export interface Step {
  view: any;
  /** The engine's aids for this view. */
  helps: any;
  /** The table drawn by the game itself, where the app has no board for it. */
  picture?: string | null;
  events: GameEvent[];
  decisions: number;
  deciding: number | null;
  /** Shown once more because somebody asked for it. */
  again?: boolean;
}
/** A step shown again stands at least this long, in ms at normal pace; events that do not move are to be seen too. */
const AGAIN = 700;
/** No step holds the table up longer than this. */
const LONGEST = 2500;
/** So many steps wait at most: whoever is further behind catches up at once. */
const MOST_WAITING = 40;
const REFUSED_FOR = 4000;

/** Does a touch decide at once, because this device wants it so? */
const sure = (decision: Decision): boolean => settings.confirm === 'never' || (settings.confirm === 'stands' && !decision.stands);

export abstract class Driver {
  private module = $state.raw<BoardModule | null>(null);
  /** What the board remembers between views. */
  private memory = $state.raw<unknown>();
  shown = $state.raw<Step | null>(null);
  /** So many decisions have been seen to the end of their movement: words do not run ahead of it. */
  told = $state(0);
  private teller: ReturnType<typeof setTimeout> | undefined;
  /** Everything that arrived is shown. */
  settled = $state(false);
  chosen = $state.raw<Decision | null>(null);
  held = $state<string | null>(null);
  refused = $state.raw<{ key: string; refusal: Refusal } | null>(null);
  busy = $state(false);
  /** The thing the player aid is open at; '' is the aid as a whole, null: it is closed. */
  explained = $state<string | null>(null);
  /** What is being counted: the table waits until somebody goes on. */
  counting = $state.raw<Counting | null>(null);
  /** The last counting, to be seen again. */
  counted = $state.raw<Counting | null>(null);
  private countedWith: Step | null = null;
  private queue = $state.raw<Step[]>([]);
  private freeAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private fade: ReturnType<typeof setTimeout> | undefined;

  /** The seat this screen plays or looks from; null: a spectator. */
  abstract get me(): number | null;
  abstract get seats(): SeatInfo[];
  abstract get over(): boolean;
  /** The screen may decide now. */
  abstract get myTurn(): boolean;
  /** What may be decided now. */
  abstract get legal(): Decision[];
  /** Plays a decision that was offered. */
  abstract play(decision: Decision): Promise<void>;
  /** Asks why something that was not offered cannot be done. */
  protected abstract whyNot(text: string): Promise<Refusal | null>;

  /** On a shared device: nothing may be seen until its owner says so. */
  get covered(): boolean {
    return false;
  }
  /** How many decisions have been played. */
  get number(): number {
    return this.shown?.decisions ?? 0;
  }
  /** How far back one step goes: to this number of decisions, or null. */
  get undoTo(): number | null {
    return null;
  }
  /** Why nothing can be taken back just now. */
  get locked(): Refusal | null {
    return null;
  }
  /** The decision that undo would take back. */
  get lastOwn(): Decision | null {
    return null;
  }
  undo(): Promise<void> {
    return Promise.resolve();
  }
  /** Once the last decision has come through; what it changed is here by then. */
  answered(): Promise<void> {
    return Promise.resolve();
  }
  end(): void {
    // What waits for the end of a press finds nothing to show.
    this.stopWaiting();
    clearTimeout(this.fade);
    clearTimeout(this.teller);
  }

  // ---- steps ------------------------------------------------------------------------------------------------------------------

  get board(): BoardModule | null {
    return this.module;
  }
  set board(board: BoardModule | null) {
    if (board === this.module) return;
    this.memory = board?.remember?.();
    this.module = board;
  }

  get state(): BoardState | null {
    const step = this.shown;
    if (!step) return null;
    const { view, events, deciding, picture } = step;
    const { me, legal, seats, over, chosen, held, refused, memory } = this;
    return { view, me, deciding, legal, helps: step.helps ?? {}, picture, events, seats, over, chosen, held, refused, memory };
  }

  /** Something still moves on the board. */
  get moving(): boolean {
    return this.told < this.number;
  }

  get waiting(): boolean {
    return this.queue.length > 0;
  }

  /** Until the screen has caught up, nothing may be decided against what it still shows. */
  protected enqueue(...steps: Step[]): void {
    this.settled = false;
    this.queue = [...this.queue, ...steps];
    whenReleased(() => this.pump());
  }

  /** Shows a step at once, whatever was still to be shown. */
  protected jump(step: Step | null): void {
    this.explained = null;
    // What was taken back was not counted; any other counting stays open, also when the connection was lost meanwhile.
    if ((this.countedWith?.decisions ?? 0) > (step?.decisions ?? 0)) this.counting = this.counted = this.countedWith = null;
    this.stopWaiting();
    this.back();
    showing.again = false;
    this.shown = step;
    clearTimeout(this.teller);
    this.told = step?.decisions ?? 0;
    if (this.counting) this.settled = false;
    else this.settle();
  }

  /** Shows these steps from the first on, without waiting for what moves now. */
  protected restart(steps: Step[]): void {
    this.stopWaiting();
    this.enqueue(...steps);
  }

  private stopWaiting(): void {
    this.queue = [];
    clearTimeout(this.timer);
    this.timer = undefined;
    this.freeAt = 0;
  }

  private pump(): void {
    if (this.timer || this.counting) return;
    const wait = this.freeAt - performance.now();
    if (wait > 0 && this.queue.length < MOST_WAITING) {
      this.timer = setTimeout(() => {
        this.timer = undefined;
        whenReleased(() => this.pump());
      }, wait);
      return;
    }
    const [step, ...rest] = this.queue;
    if (!step) return;
    // What is counted is still there: the step that clears it away is shown afterwards.
    if (this.count(step)) return;
    this.queue = rest;
    this.show(step);
    if (this.queue.length) this.pump();
    else this.settle();
  }

  /** A part of the game ends with this step: its counting is kept, and shown once to whoever wants to see it each time. */
  private count(step: Step): boolean {
    if (!this.opensCountings || step.again || step === this.countedWith) return false;
    const names = this.seats.map((seat) => seat.name);
    const found = this.board?.counting?.(step.events, step.view, t, step.helps ?? {}, names) ?? null;
    if (!found) return false;
    this.counted = found;
    this.countedWith = step;
    if (counts()) this.counting = found;
    return this.counting !== null;
  }
  /** What happened up to the last counting. */
  get countedEvents(): GameEvent[] {
    return this.countedWith?.events ?? [];
  }
  /** Is there a place for countings on this screen? */
  protected readonly opensCountings: boolean = false;

  /** The counting was seen: the table goes on. */
  endCounting(): void {
    if (!this.counting) return;
    this.counting = null;
    if (this.queue.length) this.pump();
    else if (!this.settled) this.settle();
  }

  private show(step: Step): void {
    this.settled = false;
    this.back();
    showing.again = step.again === true;
    this.shown = step;
    if (step.events.length) sound(step.events.some((event) => this.board?.dice?.(event)) ? 'dice' : 'move');
    const pace = calm() && !step.again ? Math.min(tempo(), 0.3) : tempo();
    const wait = Math.min(Math.max(this.duration(step.events), step.again ? AGAIN : 0), LONGEST) * pace;
    this.freeAt = performance.now() + wait;
    const tell = () => this.shown === step && (this.told = Math.max(this.told, step.decisions));
    clearTimeout(this.teller);
    if (wait > 0) this.teller = setTimeout(() => whenReleased(tell), wait);
    else tell();
  }

  /** How long these events move, in ms at normal pace. */
  duration(events: GameEvent[]): number {
    return events.reduce((sum, event) => sum + (this.board?.duration(event) ?? 0), 0);
  }

  /** The screen has caught up. */
  protected settle(): void {
    this.settled = true;
  }

  /** A tap anywhere: whatever still moves is finished at once. */
  hurry(): void {
    land();
    if (this.counting) return;
    const last = this.queue.at(-1);
    if (!last) {
      if (this.shown) this.told = Math.max(this.told, this.shown.decisions);
      return;
    }
    const passed = this.queue;
    this.stopWaiting();
    this.show({ ...last, events: [] });
    this.freeAt = 0;
    for (const step of passed) this.count(step);
    if (!this.counting) this.settle();
  }

  // ---- touches ----------------------------------------------------------------------------------------------------------------

  /** Lets go of whatever was taken up. */
  back(): void {
    this.chosen = null;
    this.held = null;
    this.refused = null;
  }

  readonly actions: BoardActions = {
    choose: (decision, held) => {
      if (decision) dismissRefusals();
      if (decision && (sure(decision) || (this.chosen?.id === decision.id && !decision.stands))) void this.play(decision);
      else {
        this.back();
        this.chosen = decision;
        this.held = held ?? null;
      }
    },
    preview: (decision) => {
      this.back();
      this.chosen = decision;
    },
    play: (decision) => {
      dismissRefusals();
      void this.play(decision);
    },
    hold: (key) => {
      const again = key !== null && this.held === key;
      this.back();
      this.held = again ? null : key;
    },
    attempt: (text, key) => void this.attempt(text, key),
    // A touch while a decision is on its way was meant for what comes after it.
    explain: (key) => (this.explained = this.busy ? this.explained : key),
  };

  private async attempt(text: string, key: string): Promise<void> {
    if (this.me === null || this.busy || !this.settled || this.over) return;
    // What can be done after all is previewed: a clumsy touch never decides.
    const offered = this.legal.find((decision) => decision.text === text);
    if (offered) {
      this.back();
      this.chosen = offered;
      return;
    }
    const refusal = await this.whyNot(text);
    if (!refusal) return;
    this.refused = { key, refusal };
    showRefusal(refusal);
    clearTimeout(this.fade);
    this.fade = setTimeout(() => (this.refused = null), REFUSED_FOR);
  }
}
