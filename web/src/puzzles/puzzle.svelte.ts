// One puzzle on the board: the turn is played decision by decision and judged by the server when it is complete.
import { loadBoard } from '@/games';
import type { BoardState, Decision, Drawn, SeatInfo } from '@/table/board';
import type { Turn } from '@/coach/types';
import type { Words } from '@/net/types';
import { needWords } from '@/i18n/i18n.svelte';
import { plainSeats } from '@/table/seats';
import { free, type BoardAnswer, type PuzzleBoard } from '@/study/api';
import { FreeBoard } from '@/study/free.svelte';
import { sketch } from '@/study/sketch';
import { progress } from './progress.svelte';

interface Step {
  decision: Decision | null;
  answer: BoardAnswer;
}
export type Verdict = 'going' | 'right' | 'wrong' | 'shown';

export class PuzzleGame extends FreeBoard {
  info = $state.raw<PuzzleBoard | null>(null);
  steps = $state.raw<Step[]>([]);
  verdict = $state<Verdict>('going');
  solution = $state.raw<Turn | null>(null);
  words = $state.raw<Words | null>(null);
  tries = $state(0);
  ofToday = false;

  get me(): number | null {
    return this.info?.seat ?? null;
  }
  get seats(): SeatInfo[] {
    return plainSeats(this.info?.players ?? 0, [], (seat) => seat === this.me);
  }
  override get myTurn(): boolean {
    return super.myTurn && this.verdict === 'going';
  }
  /** Aids are for looking, not for afterwards. */
  override get state(): BoardState | null {
    const state = super.state;
    return state && this.verdict !== 'going' ? { ...state, helps: {} } : state;
  }
  get moves(): string[] {
    return this.steps.flatMap((step) => (step.decision ? [step.decision.text] : []));
  }
  override get undoTo(): number | null {
    return this.verdict === 'going' && this.steps.length > 1 ? this.steps.length - 2 : null;
  }
  override get lastOwn(): Decision | null {
    return this.steps.at(-1)?.decision ?? null;
  }
  get drawn(): Drawn[] {
    return sketch(this.solution, this.board);
  }

  async open(load: Promise<PuzzleBoard>, ofToday: boolean): Promise<void> {
    const info = await load;
    await Promise.all([needWords(info.game), loadBoard(info.game).then((board) => (this.board = board))]);
    this.ofToday = ofToday;
    this.info = info;
    this.tries = 0;
    this.again();
  }
  /** Back to where the puzzle begins. */
  again(): void {
    if (!this.info) return;
    this.steps = [{ decision: null, answer: this.info.board }];
    this.verdict = 'going';
    this.solution = null;
    this.words = null;
    this.place(this.info.board, false);
  }

  protected async advance(decision: Decision): Promise<void> {
    if (!this.info) return;
    const tried = await free.attempt(this.info.id, [...this.moves, decision.text]);
    this.steps = [...this.steps, { decision, answer: tried.board }];
    this.place(tried.board, true);
    if (tried.state === 'going') return;
    this.verdict = tried.state;
    this.solution = tried.solution;
    this.words = tried.words;
    if (tried.state === 'right') progress.keep(this.info.id, this.tries ? 'later' : 'first', this.ofToday);
    this.tries++;
  }
  protected ask(text: string): Promise<unknown> {
    return this.info && this.verdict === 'going' ? free.attempt(this.info.id, [...this.moves, text]) : Promise.resolve();
  }
  override undo(): Promise<void> {
    const before = this.steps.slice(0, -1);
    const last = before.at(-1);
    if (this.undoTo !== null && last && !this.busy) {
      this.steps = before;
      this.place(last.answer, false);
    }
    return Promise.resolve();
  }
  /** Shows the solution on the board as it was at the beginning. */
  giveUp(): Promise<void> {
    return this.during(async () => {
      if (!this.info) return;
      const told = await free.attempt(this.info.id, [], true);
      this.again();
      this.verdict = 'shown';
      this.solution = told.solution;
      this.words = told.words;
      progress.keep(this.info.id, 'shown', this.ofToday);
    });
  }
}
