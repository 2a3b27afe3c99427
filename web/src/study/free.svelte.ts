// A board that belongs to no table: whoever is to decide is played from this screen. The server is asked for every position.
import type { BoardActions, BoardModule, BoardState, Decision, Refusal, SeatInfo } from '@/table/board';
import { Refused } from '@/net/api';
import type { Driver } from '@/table/driver';
import { showError, showRefusal } from '@/ui/notices.svelte';
import type { BoardAnswer } from './api';

export abstract class FreeBoard implements Driver {
  board = $state.raw<BoardModule | null>(null);
  answer = $state.raw<BoardAnswer | null>(null);
  /** Moved by one forward: its events may be animated. */
  stepped = $state(false);
  chosen = $state.raw<Decision | null>(null);
  held = $state<string | null>(null);
  refused = $state.raw<{ key: string; refusal: Refusal } | null>(null);
  busy = $state(false);
  readonly covered = false;
  readonly waiting = false;
  readonly position = null;
  private fade: ReturnType<typeof setTimeout> | undefined;

  /** Plays a decision that was offered. */
  protected abstract advance(decision: Decision): Promise<void>;
  /** Asks the server for a move that was not offered: it refuses with the reason. */
  protected abstract ask(text: string): Promise<unknown>;
  abstract get undoTo(): number | null;
  abstract undo(): Promise<void>;
  abstract get seats(): SeatInfo[];
  /** The seat this screen plays. */
  abstract get me(): number | null;

  get myTurn(): boolean {
    return !this.busy && this.answer !== null && this.answer.to_decide !== null && this.answer.to_decide === this.me;
  }

  /** Drawn views need not be made again while nothing changes. */
  private readonly view = $derived(this.answer ? (this.board?.opened?.(this.answer.view) ?? this.answer.view) : null);

  /** Here everything can be taken back, dice and cards too. */
  private readonly offered = $derived((this.answer?.legal ?? []).map((decision) => ({ ...decision, stands: null })));

  get state(): BoardState | null {
    const answer = this.answer;
    if (!answer) return null;
    return {
      view: this.view,
      me: this.me,
      deciding: answer.to_decide,
      legal: this.myTurn ? this.offered : [],
      helps: answer.helps ?? {},
      events: this.stepped ? answer.events : [],
      seats: this.seats,
      over: answer.over,
      chosen: this.chosen,
      held: this.held,
      refused: this.refused,
    };
  }

  protected show(answer: BoardAnswer, stepped: boolean): void {
    this.back();
    this.stepped = stepped;
    this.answer = answer;
  }

  back(): void {
    this.chosen = null;
    this.held = null;
    this.refused = null;
  }
  hurry(): void {}

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

  actions: BoardActions = {
    choose: (decision, held) => {
      if (decision && this.chosen?.id === decision.id) void this.play(decision);
      else {
        this.back();
        this.chosen = decision;
        this.held = held ?? null;
      }
    },
    play: (decision) => void this.play(decision),
    hold: (key) => {
      const again = key !== null && this.held === key;
      this.back();
      this.held = again ? null : key;
    },
    attempt: (text, key) => void this.attempt(text, key),
  };

  async play(decision: Decision): Promise<void> {
    if (this.myTurn) await this.during(() => this.advance(decision));
  }

  private async attempt(text: string, key: string): Promise<void> {
    if (this.busy || !this.answer || this.answer.over) return;
    // What can be done after all is previewed: a clumsy touch never decides.
    const offered = this.state?.legal.find((decision) => decision.text === text);
    if (offered) {
      this.back();
      this.chosen = offered;
      return;
    }
    try {
      await this.ask(text);
    } catch (error) {
      if (!(error instanceof Refused)) return showError(error);
      this.refused = { key, refusal: error.refusal };
      showRefusal(error.refusal);
      clearTimeout(this.fade);
      this.fade = setTimeout(() => (this.refused = null), 4000);
    }
  }
}
