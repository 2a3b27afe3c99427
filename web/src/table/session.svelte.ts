// One table as this screen follows it: what arrived, what is shown, what is asked of whom. Boards and panels only read from here.
import { land } from '@/ui/motion';
import type { BoardActions, BoardModule, BoardState, Decision, GameEvent, Refusal, SeatInfo } from '@/table/board';
import { t } from '@/i18n/i18n.svelte';
import { seatNames, seatNote } from '@/net/bots.svelte';
import { live, type Answer } from '@/net/live.svelte';
import { seatsAt, type Held } from '@/net/seats';
import type { Entry, Position, Status, TableEvent, Update } from '@/net/types';
import { notify, showRefusal } from '@/ui/notices.svelte';
import { calm, showing, tempo } from '@/ui/settings.svelte';

export interface Step {
  view: any;
  /** The engine's aids for this view. */
  helps: any;
  events: GameEvent[];
  decisions: number;
  deciding: number | null;
  /** Shown once more because somebody asked for it. */
  again?: boolean;
}
/** A step shown again stands at least this long, in ms at normal pace; events that do not move are to be seen too. */
const AGAIN = 700;
export interface LogLine {
  event: TableEvent;
  decision: number;
}

/** What one seat (or the spectator) has been told. */
class Slot {
  number = 0;
  position = $state.raw<Position | null>(null);
  log = $state.raw<LogLine[]>([]);
  lastOwn = $state.raw<Decision | null>(null);
  /** Which decisions of the game were this seat's own. */
  own = $state.raw<number[]>([]);
  constructor(readonly seat: number | null) {}

  /** Takes an update in; returns the step to show, or null if the position is the same. */
  take(update: Update): Step | 'jump' | null {
    const first = this.number === 0;
    this.number = Math.max(this.number, update.number);
    const before = this.position;
    this.position = update.position;
    let log = this.log;
    let undone = false;
    const events: TableEvent[] = [];
    for (const entry of update.entries) {
      if (entry.kind === 'undone') {
        undone = true;
        log = log.filter((line) => line.decision <= (entry.decisions ?? 0));
        this.own = this.own.filter((decision) => decision <= (entry.decisions ?? 0));
      }
      // What the coach did is no event of the game, but everybody may know it.
      if (entry.kind === 'hinted' || entry.kind === 'coach_changed')
        log = [
          ...log,
          {
            event: { event: entry.kind, seat: entry.seat, step: entry.step, place: -entry.number, decision: 0 },
            decision: entry.decisions ?? log.at(-1)?.decision ?? 0,
          },
        ];
      if (entry.kind === 'played' && entry.seat === this.seat) this.own = [...this.own, entry.decisions ?? 0];
      if (entry.kind === 'played') this.lastOwn = entry.seat === this.seat && entry.decision ? entry.decision : null;
      if (entry.events) {
        log = [...log, ...entry.events.map((event) => ({ event, decision: event.decision ?? entry.decisions ?? 0 }))];
        events.push(...entry.events);
      }
    }
    if (undone) this.lastOwn = null;
    this.log = log;
    if (!update.position) return null;
    if (first || undone || !before) return 'jump';
    if (!events.length && before.decisions === update.position.decisions) return null;
    return {
      view: update.position.view,
      helps: update.position.helps,
      events,
      decisions: update.position.decisions,
      deciding: update.position.to_decide,
    };
  }
}

export class Session {
  status = $state.raw<Status | null>(null);
  /** The seat this screen shows; null: spectator. */
  me = $state<number | null>(null);
  /** On a shared device: whose secrets may be seen. */
  uncovered = $state<number | null>(null);
  shown = $state.raw<Step | null>(null);
  settled = $state(false);
  chosen = $state.raw<Decision | null>(null);
  held = $state<string | null>(null);
  refused = $state.raw<{ key: string; refusal: Refusal } | null>(null);
  busy = $state(false);
  refusal = $state.raw<Refusal | null>(null);
  board = $state.raw<BoardModule | null>(null);
  readonly seats: Held[];
  private slots = new Map<number | null, Slot>();
  private queue = $state.raw<Step[]>([]);
  private ends: (() => void)[] = [];
  private freeAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private fade: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: string) {
    this.seats = seatsAt(table).sort((a, b) => a.seat - b.seat);
    this.me = this.seats[0]?.seat ?? null;
    if (this.seats.length === 1) this.uncovered = this.me;
    const follow = this.seats.length
      ? this.seats.map((s) => ({ seat: s.seat as number | null, token: s.token as string | null }))
      : [{ seat: null, token: null }];
    for (const { seat, token } of follow) {
      const slot = new Slot(seat);
      this.slots.set(seat, slot);
      this.ends.push(
        live.watch({
          table,
          seat,
          token,
          seen: 0,
          onUpdate: (update) => this.arrive(slot, update),
          onHere: (seats) => this.here(seats),
          onRefused: (refusal) => (this.refusal = refusal),
        }),
      );
    }
  }

  end(): void {
    for (const end of this.ends) end();
    clearTimeout(this.timer);
    clearTimeout(this.fade);
  }

  // ---- what arrives -----------------------------------------------------------------------------------------------------------

  private here(seats: number[]): void {
    if (this.status)
      this.status = {
        ...this.status,
        seats: this.status.seats.map((s) => (s.kind === 'person' ? { ...s, here: seats.includes(s.seat) } : s)),
      };
  }

  private arrive(slot: Slot, update: Update): void {
    const missed = slot.number > 0 && update.entries.filter((e: Entry) => e.kind === 'played').length;
    this.status = update.status;
    const step = slot.take(update);
    if (slot.seat !== this.me) {
      if (this.shared) this.settle();
      return;
    }
    if (missed && missed > 3) notify(t('net.missed', { n: missed }));
    if (step === 'jump') this.jump();
    else if (step) {
      // Until the screen has caught up, nothing may be decided against what it still shows.
      this.settled = false;
      this.queue = [...this.queue, step];
      this.pump();
    } else if (!this.queue.length) this.settled = true;
  }

  /** Shows the newest position at once. */
  private jump(): void {
    const position = this.slot?.position;
    this.queue = [];
    clearTimeout(this.timer);
    this.timer = undefined;
    this.freeAt = 0;
    this.clear();
    showing.again = false;
    this.shown = position
      ? { view: position.view, helps: position.helps, events: [], decisions: position.decisions, deciding: position.to_decide }
      : null;
    this.settle();
  }

  private pump(): void {
    if (this.timer) return;
    const wait = this.freeAt - performance.now();
    if (wait > 0 && this.queue.length < 40) {
      this.timer = setTimeout(() => {
        this.timer = undefined;
        this.pump();
      }, wait);
      return;
    }
    const [step, ...rest] = this.queue;
    if (!step) return;
    this.queue = rest;
    this.show(step);
    if (this.queue.length) this.pump();
    else this.settle();
  }

  private show(step: Step): void {
    this.settled = false;
    this.clear();
    showing.again = step.again === true;
    this.shown = step;
    const time = this.board ? step.events.reduce((sum, event) => sum + (this.board?.duration(event) ?? 0), 0) : 0;
    const pace = calm() && !step.again ? Math.min(tempo(), 0.3) : tempo();
    this.freeAt = performance.now() + Math.min(Math.max(time, step.again ? AGAIN : 0), 2500) * pace;
  }

  /** The screen has caught up. On a shared device the next person takes over here. */
  private settle(): void {
    this.settled = true;
    const next = this.status?.phase === 'playing' ? this.status.to_decide : null;
    if (this.shared && next !== null && next !== this.me && this.slots.has(next)) {
      this.uncovered = null;
      this.me = next;
      this.jump();
    }
  }

  /** A tap anywhere: whatever still moves is finished at once. */
  hurry(): void {
    land();
    const last = this.queue.at(-1);
    if (!last) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = [];
    this.show({ ...last, events: [] });
    this.freeAt = 0;
    this.settle();
  }

  get waiting(): boolean {
    return this.queue.length > 0;
  }

  // ---- what is shown ----------------------------------------------------------------------------------------------------------

  get slot(): Slot | undefined {
    return this.slots.get(this.me);
  }
  get position(): Position | null {
    return this.slot?.position ?? null;
  }
  get log(): LogLine[] {
    return this.slot?.log ?? [];
  }
  get shared(): boolean {
    return this.seats.length > 1;
  }
  get token(): string | null {
    return this.seats.find((s) => s.seat === this.me)?.token ?? null;
  }
  get invite(): string | null {
    return this.seats[0]?.invite ?? null;
  }
  get covered(): boolean {
    return this.shared && this.uncovered !== this.me && this.status?.phase === 'playing';
  }
  get myTurn(): boolean {
    return this.settled && this.me !== null && this.position?.to_decide === this.me && this.status?.phase === 'playing';
  }

  get infos(): SeatInfo[] {
    const status = this.status;
    if (!status) return [];
    const names = seatNames(status);
    const deciding = this.shown?.deciding ?? null;
    return status.seats.map((seat, i) => ({
      seat: i,
      name: names[i] ?? '',
      note: seatNote(
        seat,
        this.seats.some((s) => s.seat === i),
      ),
      bot: seat.kind === 'bot' || seat.away !== null,
      mine: this.seats.some((s) => s.seat === i),
      online: seat.here || seat.kind === 'bot',
      thinking: status.phase === 'playing' && deciding === i && (seat.kind === 'bot' || seat.kind === 'program' || seat.away !== null),
    }));
  }

  get state(): BoardState | null {
    const step = this.shown;
    if (!step || !this.status) return null;
    const now = this.settled && !this.covered;
    return {
      view: step.view,
      me: this.me,
      deciding: step.deciding,
      legal: now && this.myTurn && !this.busy ? (this.position?.legal ?? []) : [],
      helps: step.helps ?? {},
      events: step.events,
      seats: this.infos,
      over: this.status.phase === 'finished' && this.settled,
      chosen: this.chosen,
      held: this.held,
      refused: this.refused,
    };
  }

  // ---- what the person does ---------------------------------------------------------------------------------------------------

  private clear(): void {
    this.chosen = null;
    this.held = null;
    this.refused = null;
  }
  back(): void {
    this.clear();
  }

  actions: BoardActions = {
    choose: (decision, held) => {
      if (decision && this.chosen?.id === decision.id && !decision.stands) void this.play(decision);
      else {
        this.clear();
        this.chosen = decision;
        this.held = held ?? null;
      }
    },
    play: (decision) => void this.play(decision),
    hold: (key) => {
      const again = key !== null && this.held === key;
      this.clear();
      this.held = again ? null : key;
    },
    attempt: (text, key) => void this.attempt(text, key),
  };

  private async send(message: Record<string, unknown>): Promise<Answer> {
    this.busy = true;
    try {
      return await live.ask({ table: this.table, seat: this.me, ...message });
    } finally {
      this.busy = false;
    }
  }

  async play(decision: Decision): Promise<void> {
    if (this.busy || !this.myTurn) return;
    const answer = await this.send({ type: 'play', number: this.slot?.number ?? 0, decision: decision.id });
    this.clear();
    if (answer.refusal) showRefusal(answer.refusal);
  }

  async attempt(text: string, key: string): Promise<void> {
    if (this.me === null || this.busy || !this.settled) return;
    // What can be done after all is previewed: a clumsy touch never decides.
    const offered = this.state?.legal.find((decision) => decision.text === text);
    if (offered) {
      this.clear();
      this.chosen = offered;
      return;
    }
    const answer = await live.ask({ type: 'play', table: this.table, seat: this.me, number: this.slot?.number ?? 0, decision: text });
    if (!answer.refusal) return;
    this.refused = { key, refusal: answer.refusal };
    showRefusal(answer.refusal);
    clearTimeout(this.fade);
    this.fade = setTimeout(() => (this.refused = null), 4000);
  }

  /** How far back one step goes: to this number of decisions, or null if nothing can be taken back freely. */
  get undoTo(): number | null {
    const position = this.position;
    if (!position || !this.settled || position.undo.free === null) return null;
    return position.undo.free < position.decisions ? position.decisions - 1 : null;
  }
  async undo(to: number | null = this.undoTo): Promise<void> {
    if (to === null || this.busy) return;
    const answer = await this.send({ type: 'undo', number: this.slot?.number ?? 0, to });
    if (answer.refusal) showRefusal(answer.refusal);
  }

  async say(type: string, fields: Record<string, unknown> = {}): Promise<Answer> {
    const answer = await this.send({ type, ...fields });
    if (answer.refusal) showRefusal(answer.refusal);
    return answer;
  }

  /** "It is me": the person whose turn it is has the device. */
  uncover(): void {
    this.uncovered = this.me;
  }

  /** Shows earlier steps again, then returns to now. */
  again(steps: Step[]): void {
    const position = this.position;
    if (!position || !steps.length) return;
    this.hurry();
    this.freeAt = 0;
    this.settled = false;
    // A frame has a spectator's aids; the present has one's own.
    this.queue = steps.map((step) =>
      step.decisions === position.decisions
        ? { ...step, view: position.view, helps: position.helps, again: true }
        : { ...step, again: true },
    );
    this.pump();
  }
}
