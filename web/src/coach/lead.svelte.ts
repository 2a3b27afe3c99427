// Leads through a whole turn: plays its decisions one after another, and stops before anything that cannot be taken back.
import type { Session } from '@/table/session.svelte';

export class Lead {
  texts = $state.raw<string[]>([]);
  /** Decisions that had been taken when it began. */
  private from = 0;
  private offered = -1;

  constructor(readonly session: Session) {}

  get going(): boolean {
    return this.texts.length > 0;
  }
  /** Steps that are done. */
  get done(): number {
    return this.going ? (this.session.position?.decisions ?? 0) - this.from : 0;
  }

  begin(texts: string[]): void {
    this.from = this.session.position?.decisions ?? 0;
    this.offered = -1;
    this.texts = [...texts];
    this.follow();
  }
  end(): void {
    if (this.going) this.texts = [];
  }

  /** Called whenever the table has moved on. */
  follow(): void {
    const { session, texts, done } = this;
    if (!texts.length || session.busy || !session.settled) return;
    if (done < 0 || done >= texts.length || session.position?.to_decide !== session.me) return this.end();
    // Somebody played something else in between: what follows no longer fits.
    if (done > 0 && session.lastOwn && session.lastOwn.text !== texts[done - 1]) return this.end();
    if (!session.myTurn || this.offered === done) return;
    const next = session.position?.legal.find((decision) => decision.text === texts[done]);
    if (!next) return this.end();
    this.offered = done;
    if (next.stands) session.actions.preview(next);
    else void session.play(next);
  }
}
