// A board that belongs to no table: whoever is to decide is played from this screen. The server is asked for every position.
import { Refused } from '@/net/api';
import type { Decision, Refusal } from '@/table/board';
import { Driver } from '@/table/driver.svelte';
import { showError } from '@/ui/notices.svelte';
import type { BoardAnswer } from './api';

export abstract class FreeBoard extends Driver {
  answer = $state.raw<BoardAnswer | null>(null);

  /** Plays a decision that was offered. */
  protected abstract advance(decision: Decision): Promise<void>;
  /** Asks the server for a move that was not offered: it refuses with the reason. */
  protected abstract ask(text: string): Promise<unknown>;

  get over(): boolean {
    return this.answer?.over ?? false;
  }
  get myTurn(): boolean {
    return !this.busy && this.answer !== null && this.answer.to_decide !== null && this.answer.to_decide === this.me;
  }
  /** Here everything can be taken back, dice and cards too. */
  private readonly offered = $derived((this.answer?.legal ?? []).map((decision) => ({ ...decision, stands: null })));
  get legal(): Decision[] {
    return this.myTurn ? this.offered : [];
  }

  /** `stepped`: it was reached by one move, so what happened may be seen to move. */
  protected place(answer: BoardAnswer | null, stepped: boolean): void {
    this.answer = answer;
    this.jump(
      answer && {
        view: answer.view,
        helps: answer.helps,
        picture: answer.picture,
        events: stepped ? answer.events : [],
        decisions: answer.moves,
        deciding: answer.to_decide,
      },
    );
  }

  /** Runs one request at a time; what goes wrong is said. */
  protected async during(work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await work();
    } catch (error) {
      showError(error);
    } finally {
      this.busy = false;
    }
  }

  async play(decision: Decision): Promise<void> {
    if (this.myTurn) await this.during(() => this.advance(decision));
  }

  protected async whyNot(text: string): Promise<Refusal | null> {
    try {
      await this.ask(text);
    } catch (error) {
      if (error instanceof Refused) return error.refusal;
      showError(error);
    }
    return null;
  }
}
