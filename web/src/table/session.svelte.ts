// One table as this screen follows it: what arrived, what is shown, what is asked of whom.
import { t } from '@/i18n/i18n.svelte';
import { seatNames, seatNote } from '@/net/bots.svelte';
import { live, type Answer } from '@/net/live.svelte';
import { addParts } from '@/net/parts';
import { seatsAt, type Held } from '@/net/seats';
import type { Entry, Position, Status, ToldTurn, Update } from '@/net/types';
import { keepBoard, keptBoard } from '@/offline/boards';
import { Talk } from '@/talk/talk.svelte';
import { notify, showRefusal } from '@/ui/notices.svelte';
import type { Decision, Refusal, SeatInfo } from './board';
import { Driver, type Step } from './driver.svelte';
import { Slot, stepOf, type LogLine } from './slot.svelte';

/** Milliseconds after which what this device knows is better than nothing. */
const PATIENCE = 2500;

export class Session extends Driver {
  status = $state.raw<Status | null>(null);
  /** The seat this screen shows; null: spectator. */
  private looking = $state<number | null>(null);
  /** On a shared device: whose secrets may be seen. */
  private uncovered = $state<number | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** When the board that is shown was kept on this device: there is no network. */
  offline = $state<string | null>(null);
  readonly mine: Held[];
  readonly talk: Talk;
  private slots = new Map<number | null, Slot>();
  private ends: (() => void)[] = [];
  protected override readonly opensCountings = true;

  constructor(readonly table: string) {
    super();
    this.talk = new Talk(table);
    this.mine = seatsAt(table).sort((a, b) => a.seat - b.seat);
    this.looking = this.mine[0]?.seat ?? null;
    if (this.mine.length === 1) this.uncovered = this.me;
    const follow = this.mine.length ? this.mine : [{ seat: null, token: null }];
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
          onTalk: (lines) => this.talk.hear(lines),
          onRefused: (refusal) => (this.refusal = refusal),
        }),
      );
    }
    const asking = setTimeout(() => this.showKept(), navigator.onLine ? PATIENCE : 0);
    this.ends.push(() => clearTimeout(asking));
  }

  /** Without a network: the board as this device saw it last. */
  private showKept(): void {
    const kept = this.status === null && !this.shared ? keptBoard(this.table) : null;
    const slot = kept ? this.slots.get(kept.seat) : undefined;
    if (!kept || !slot) return;
    this.status = kept.update.status;
    slot.position = kept.update.position;
    this.offline = kept.at;
    this.toNow();
  }

  override end(): void {
    for (const end of this.ends) end();
    super.end();
  }

  // ---- what arrives -----------------------------------------------------------------------------------------------------------

  private here(present: number[]): void {
    if (!this.status) return;
    const seats = this.status.seats.map((s) => (s.kind === 'person' ? { ...s, here: present.includes(s.seat) } : s));
    this.status = { ...this.status, seats };
  }

  private arrive(slot: Slot, update: Update): void {
    const missed = slot.number > 0 && update.entries.filter((e: Entry) => e.kind === 'played').length;
    this.status = update.status;
    this.offline = null;
    if (!this.shared) keepBoard(this.table, slot.seat, update);
    void addParts(update.status);
    const step = slot.take(update);
    if (slot.seat !== this.me) {
      if (this.shared && !this.waiting && !this.counting) this.settle();
      return;
    }
    if (missed && missed > 3) notify(t('net.missed', { n: missed }));
    if (step === 'jump') this.toNow();
    else if (step) this.enqueue(step);
    else if (!this.waiting && !this.counting) this.settled = true;
  }

  /** Shows the newest position at once. */
  private toNow(): void {
    this.jump(this.position && stepOf(this.position, []));
  }

  /** On a shared device the next person takes over once the screen has caught up. */
  protected override settle(): void {
    super.settle();
    const next = this.status?.phase === 'playing' ? this.status.to_decide : null;
    if (this.shared && next !== null && next !== this.me && this.slots.has(next)) {
      this.uncovered = null;
      this.looking = next;
      this.toNow();
    }
  }

  // ---- what is shown ----------------------------------------------------------------------------------------------------------

  get me(): number | null {
    return this.looking;
  }
  get slot(): Slot | undefined {
    return this.slots.get(this.me);
  }
  get position(): Position | null {
    return this.slot?.position ?? null;
  }
  /** What happened, as far as it was seen to move. */
  get log(): LogLine[] {
    return (this.slot?.log ?? []).filter((line) => line.decision <= this.told);
  }
  get turns(): ToldTurn[] {
    return (this.slot?.turns ?? []).filter((turn) => turn.last <= this.told);
  }
  /** What the others did since this seat's last decision: the last turn of each. */
  get since(): ToldTurn[] {
    const own = this.slot?.own.at(-1) ?? 0;
    const after = this.turns.filter((turn) => turn.last > own && turn.seat !== this.me && t.words(turn.words));
    return after.filter((turn, i) => !after.slice(i + 1).some((later) => later.seat === turn.seat));
  }
  /** What was done to this seat since its last decision. */
  get marks(): (ToldTurn['marks'][number] & { by: number })[] {
    const own = this.slot?.own.at(-1) ?? 0;
    return this.turns
      .filter((turn) => turn.last > own)
      .flatMap((turn) => turn.marks.filter((mark) => mark.seat === this.me).map((mark) => ({ ...mark, by: turn.seat })));
  }
  get shared(): boolean {
    return this.mine.length > 1;
  }
  get token(): string | null {
    return this.mine.find((s) => s.seat === this.me)?.token ?? null;
  }
  get invite(): string | null {
    return this.mine[0]?.invite ?? null;
  }
  override get covered(): boolean {
    return this.shared && this.uncovered !== this.me && this.status?.phase === 'playing' && !this.board?.open;
  }
  get over(): boolean {
    return this.status?.phase === 'finished' && this.settled;
  }
  get myTurn(): boolean {
    return this.settled && this.me !== null && this.position?.to_decide === this.me && this.status?.phase === 'playing';
  }
  get legal(): Decision[] {
    return this.myTurn && !this.covered && !this.busy ? (this.position?.legal ?? []) : [];
  }

  get seats(): SeatInfo[] {
    const status = this.status;
    if (!status) return [];
    const names = seatNames(status);
    const deciding = this.shown?.deciding ?? null;
    return status.seats.map((seat, i) => {
      const mine = this.mine.some((s) => s.seat === i);
      return {
        seat: i,
        name: names[i] ?? '',
        note: seatNote(seat, mine),
        bot: seat.kind === 'bot' || seat.away !== null,
        mine,
        online: seat.here || seat.kind === 'bot',
        thinking: status.phase === 'playing' && deciding === i && (seat.kind === 'bot' || seat.kind === 'program' || seat.away !== null),
      };
    });
  }

  // ---- what the person does ---------------------------------------------------------------------------------------------------

  private sent: Promise<Answer> | null = null;
  override async answered(): Promise<void> {
    await this.sent;
  }

  private async send(message: Record<string, unknown>): Promise<Answer> {
    this.busy = true;
    try {
      this.sent = live.ask({ table: this.table, seat: this.me, ...message });
      return await this.sent;
    } finally {
      this.busy = false;
    }
  }

  async play(decision: Decision): Promise<void> {
    if (this.busy || !this.myTurn) return;
    const answer = await this.send({ type: 'play', number: this.slot?.number ?? 0, decision: decision.id });
    this.back();
    if (answer.refusal) showRefusal(answer.refusal);
  }

  protected async whyNot(text: string): Promise<Refusal | null> {
    const wish = { type: 'play', table: this.table, seat: this.me, number: this.slot?.number ?? 0, decision: text };
    return (await live.ask(wish)).refusal ?? null;
  }

  override get undoTo(): number | null {
    const position = this.position;
    if (!position || !this.settled || position.undo.free === null) return null;
    return position.undo.free < position.decisions ? position.decisions - 1 : null;
  }
  override get locked(): Refusal | null {
    return this.position?.undo.locked ?? null;
  }
  override get lastOwn(): Decision | null {
    return this.slot?.lastOwn ?? null;
  }
  override async undo(to: number | null = this.undoTo): Promise<void> {
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
    // A frame has no aids for decisions; the present has.
    const own = { view: position.view, helps: position.helps, picture: position.picture };
    this.restart(steps.map((step) => ({ ...step, ...(step.decisions === position.decisions ? own : {}), again: true })));
  }
}
