// One question to the coach: it is asked, followed while its answer improves, and let go.
import type { Refusal } from '@/table/board';
import { Refused } from '@/net/api';
import { coach } from './api';
import type { JobAnswer } from './types';

const AGAIN = 1500;

export class Job<T> {
  answer = $state.raw<JobAnswer<T> | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  private over = new AbortController();

  constructor(
    readonly wish: Record<string, unknown>,
    readonly token: string | null = null,
  ) {
    void this.run();
  }

  get result(): T | null {
    return this.answer?.result ?? null;
  }
  get part(): number {
    return this.answer?.part ?? 0;
  }
  get going(): boolean {
    return !this.refusal && !['done', 'failed', 'stopped'].includes(this.answer?.state ?? '');
  }
  get failed(): boolean {
    return this.refusal !== null || this.answer?.state === 'failed';
  }

  private async run(): Promise<void> {
    const { signal } = this.over;
    let lost = 0;
    while (!signal.aborted && this.going) {
      try {
        const answer = this.answer;
        const next = await (answer
          ? coach.follow<T>(answer.analysis, answer.version, signal, this.token)
          : coach.start<T>(this.wish, this.token));
        if (signal.aborted) {
          // Asked for and no longer wanted before the answer came.
          if (!answer) void coach.stop(next.analysis, this.token).catch(() => {});
          return;
        }
        // An answer without news keeps what is shown.
        this.answer = next.result || !answer ? next : { ...next, result: answer.result };
        lost = 0;
      } catch (error) {
        if (signal.aborted) return;
        const busy = error instanceof Refused && (error.status === 0 || error.status === 429 || error.status === 503);
        if (!(error instanceof Refused) || !busy || ++lost > 8) {
          this.refusal = error instanceof Refused ? error.refusal : null;
          this.answer = { ...(this.answer ?? { analysis: '', part: 0, waiting: 0, version: 0, result: null }), state: 'failed' };
          return;
        }
        await new Promise((wake) => setTimeout(wake, AGAIN * lost));
      }
    }
  }

  /** Looks away; the work itself goes on and is kept. */
  leave(): void {
    this.over.abort();
  }
  /** Nobody needs it any more. */
  drop(): void {
    const id = this.answer?.analysis;
    if (id && this.going) void coach.stop(id, this.token).catch(() => {});
    this.leave();
  }
}
