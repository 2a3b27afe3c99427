// The coach at a running table: hints, the search for a turn, chances. Only what the table allows, only from the own seat's view.
import type { Drawn, Heat } from '@/table/board';
import { Refused } from '@/net/api';
import type { Session } from '@/table/session.svelte';
import { showError } from '@/ui/notices.svelte';
import { settings } from '@/ui/settings.svelte';
import { coach } from './api';
import { Job } from './job.svelte';
import { Lead } from './lead.svelte';
import type { Analysis, CoachSetting, Hint, Plan, Turn, WholeTurn } from './types';

const OFF: CoachSetting = { analysis: false, hints: false, aids: false };
/** How long a position must stand before its chances are asked for, in ms. */
const REST = 500;
const TRIES = 6;

/** Where a turn ends. */
const finish = (turn: WholeTurn): string => turn.path.at(-1) ?? '';

export class Helper {
  readonly lead: Lead;
  busy = $state(false);
  private given = $state.raw<{ at: number; seat: number | null; hint: Hint } | null>(null);

  /** The search for a turn is open. */
  searching = $state(false);
  private found = $state.raw<{ at: number; turns: WholeTurn[] } | null>(null);
  marks = $state.raw<string[]>([]);
  place = $state<string | null>(null);
  chosen = $state.raw<WholeTurn | null>(null);

  private job = $state.raw<Job<Analysis> | null>(null);
  /** What the chances of a seat were last: shown until newer ones are there, to nobody else at this device. */
  private latest = $state.raw<{ seat: number | null; found: Analysis } | null>(null);

  constructor(readonly session: Session) {
    this.lead = new Lead(session);
  }

  readonly game = $derived.by((): string => this.session.status?.game ?? '');
  readonly may = $derived.by((): CoachSetting => this.session.status?.coach ?? OFF);
  private readonly at = $derived.by((): number => this.session.position?.decisions ?? -1);

  // ---- hints ------------------------------------------------------------------------------------------------------------------

  readonly canHint = $derived.by(
    (): boolean => this.may.hints && this.session.status?.casual === true && this.session.myTurn && !this.session.covered,
  );
  readonly hint = $derived.by((): Hint | null =>
    this.given && this.given.at === this.at && this.given.seat === this.session.me && !this.lead.going ? this.given.hint : null,
  );
  async ask(step: number): Promise<void> {
    if (this.busy || !this.canHint) return;
    this.busy = true;
    const { at } = this;
    const seat = this.session.me;
    try {
      const hint = await this.patiently(() => coach.hint(this.session.table, step, this.session.token));
      this.given = { at, seat, hint };
      this.close();
    } catch (error) {
      showError(error);
    } finally {
      this.busy = false;
    }
  }
  /** A busy server goes on with the work; it is asked again until it is done or the table has moved on. */
  private async patiently<T>(ask: () => Promise<T>): Promise<T> {
    const { at } = this;
    for (let tries = 1; ; tries++) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== 503 || tries >= TRIES || this.at !== at) throw error;
      }
    }
  }
  /** Esc: whatever the coach shows goes. */
  letGo(): void {
    this.lead.end();
    this.forget();
    this.close();
  }
  forget(): void {
    this.given = null;
  }
  play(turn: Turn | WholeTurn): void {
    const then = 'then' in turn ? (turn as WholeTurn).then : [];
    this.close();
    this.drawing = turn;
    this.lead.begin([...turn.texts, ...then]);
  }
  playChosen(): void {
    if (this.open && this.chosen) this.play(this.chosen);
  }
  private drawing = $state.raw<Turn | WholeTurn | null>(null);

  // ---- looking for a turn -----------------------------------------------------------------------------------------------------

  readonly canSearch = $derived.by((): boolean => {
    const { session } = this;
    return this.may.aids && session.myTurn && !session.covered && session.board?.searchable?.(session.position?.view) === true;
  });
  readonly turns = $derived.by((): WholeTurn[] | null => {
    if (this.plan) return this.plan.turns;
    return this.found && this.found.at === this.at ? this.found.turns : null;
  });
  readonly open = $derived.by((): boolean => this.searching && this.canSearch && this.turns !== null);

  /** What one would do at every place in the order: may be asked for while the order is still open, also when others decide. */
  readonly canPlan = $derived.by((): boolean => {
    const { session } = this;
    const open = session.board?.plannable?.(session.position?.view) === true;
    return this.may.aids && open && session.me !== null && !session.covered && session.settled;
  });
  private planned = $state.raw<{ at: number; seat: number | null; plan: Plan } | null>(null);
  /** The place in the order that is looked at, from 0. */
  turnNumber = $state(0);
  readonly plan = $derived.by((): Plan | null =>
    this.planning && this.canPlan && this.planned?.seat === this.session.me && this.planned.plan.places.length ? this.planned.plan : null,
  );
  planning = $state(false);
  /** The plan belongs to this very position; while others bid on, the last one stays in sight until it is asked for again. */
  readonly current = $derived.by((): boolean => this.planned?.at === this.at);
  async think(): Promise<void> {
    if (this.busy || !this.canPlan) return;
    this.forget();
    this.busy = true;
    const { at } = this;
    const seat = this.session.me;
    try {
      const plan = await this.patiently(() => coach.plan(this.session.table, this.session.token));
      if (!this.planning) this.turnNumber = 0;
      this.planned = { at, seat, plan };
      this.chosen = plan.places[this.turnNumber]?.turns[0] ?? null;
      this.place = null;
      this.marks = [];
      this.planning = true;
    } catch (error) {
      showError(error);
    } finally {
      this.busy = false;
    }
  }
  look(turnNumber: number): void {
    this.turnNumber = turnNumber;
    this.place = null;
    this.chosen = this.plan?.places[turnNumber]?.turns[0] ?? null;
  }
  /** What a bid is likely to leave, by the board's keys. */
  readonly leaves = $derived.by((): Record<string, number> | null =>
    this.plan && this.current ? Object.fromEntries(this.plan.prices.map((price) => [`spot:${price.spot}`, price.left])) : null,
  );
  async search(): Promise<void> {
    if (this.busy || !this.canSearch) return;
    this.session.back();
    this.busy = true;
    const { at } = this;
    try {
      if (!this.turns) {
        this.found = { at, turns: (await coach.turns(this.session.table, this.session.token)).turns };
        this.marks = [];
      }
      this.place = null;
      this.chosen = null;
      this.searching = true;
    } catch (error) {
      showError(error);
    } finally {
      this.busy = false;
    }
  }
  close(): void {
    this.searching = false;
    this.planning = false;
    this.chosen = null;
    this.place = null;
  }
  mark(name: string): void {
    this.marks = this.marks.includes(name) ? this.marks.filter((one) => one !== name) : [...this.marks, name];
    this.chosen = null;
    if (this.place !== null && !this.fitting.some((turn) => finish(turn) === this.place)) this.place = null;
  }
  /** All turns with the wanted marks, best first. */
  readonly fitting = $derived.by((): WholeTurn[] =>
    (this.turns ?? []).filter((turn) => this.marks.every((mark) => turn.marks.includes(mark))).sort((a, b) => b.worth - a.worth),
  );
  readonly listed = $derived.by((): WholeTurn[] =>
    this.place === null ? this.fitting : this.fitting.filter((turn) => finish(turn) === this.place),
  );
  pick(place: string): void {
    if (this.place === place) {
      this.place = null;
      this.chosen = null;
      return;
    }
    const best = this.fitting.find((turn) => finish(turn) === place);
    if (!best) return this.session.actions.explain?.(`tile:${place}`);
    if (this.plan && this.turnNumber > 0) this.turnNumber = 0;
    this.place = place;
    this.chosen = best;
  }
  readonly heat = $derived.by((): Heat | null => {
    if (!this.open && !this.plan) return null;
    const places: Heat['places'] = {};
    const seen = this.plan ? (this.plan.places[this.turnNumber]?.turns ?? []) : [];
    for (const turn of this.plan && this.turnNumber > 0 ? seen : this.fitting) {
      places[finish(turn)] ??= { worth: turn.worth, banked: turn.banked, lead: turn.lead };
    }
    return { places, picked: this.place, pick: (place) => this.pick(place) };
  });

  // ---- what is drawn ----------------------------------------------------------------------------------------------------------

  private sketch(turn: Turn | WholeTurn, style: Drawn['style']): Drawn {
    return { style, path: turn.path, keys: (turn.keys as string[] | undefined) ?? [] };
  }
  readonly drawn = $derived.by((): Drawn[] => {
    if (this.lead.going && this.drawing) return [this.sketch(this.drawing, 'best')];
    if ((this.open || this.plan) && this.chosen) return [this.sketch(this.chosen, 'best')];
    const { hint } = this;
    if (!hint) return [];
    return hint.turn ? [this.sketch(hint.turn, 'best')] : [{ style: 'hint', path: [], keys: hint.keys }];
  });

  // ---- chances ----------------------------------------------------------------------------------------------------------------

  readonly canCount = $derived.by((): boolean => {
    const { status, me, covered } = this.session;
    return this.may.analysis && settings.chances && status?.phase === 'playing' && me !== null && !covered;
  });
  get counting(): boolean {
    return this.job?.going ?? false;
  }
  /** Follows the table; the answer ends it. Called inside an effect. */
  count(): () => void {
    const { session } = this;
    const { at } = this;
    if (!this.canCount || !session.settled || at < 0) return () => {};
    const wish = { kind: 'position', table: session.table, decisions: at, eyes: session.me, depth: 'quick' };
    const { token } = session;
    const timer = setTimeout(() => (this.job = new Job<Analysis>(wish, token)), REST);
    return () => {
      clearTimeout(timer);
      this.job?.drop();
      this.job = null;
    };
  }
  get chances(): Analysis | null {
    return this.job?.result ?? (this.latest?.seat === this.session.me ? this.latest.found : null);
  }
  keep(found: Analysis | null): void {
    this.latest = found && { seat: this.session.me, found };
  }
}
