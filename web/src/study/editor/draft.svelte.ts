// A position while it is edited: every change can be taken back, and the server says whether it can be played.
import { Refused } from '@/net/api';
import type { Fault, Refusal } from '@/net/types';
import { showError } from '@/ui/notices.svelte';
import { free, type BoardAnswer, type Position } from '../api';
import type { EditorModule } from './types';

const REST = 250;
const MOST_UNDO = 200;

/** Why a position cannot be, and the thing at fault by its `data-key`, if it is one. */
export type Reason = Pick<Fault, 'key' | 'words'>;
/** What the server refuses for another reason is said as it says it. */
const reasonOf = ({ fault, detail, words }: Refusal): Reason => fault ?? { key: null, words: detail ? { en: detail } : words };

export class Draft {
  position = $state.raw<Position | null>(null);
  /** What the server says to it: the board it makes, or the reason against it; both null while it is asked. */
  board = $state.raw<BoardAnswer | null>(null);
  fault = $state.raw<Reason | null>(null);
  private past = $state.raw<Position[]>([]);
  private future = $state.raw<Position[]>([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  constructor(
    readonly game: string,
    readonly editor: EditorModule,
  ) {}

  get canUndo(): boolean {
    return this.past.length > 0;
  }
  get canRedo(): boolean {
    return this.future.length > 0;
  }
  get checking(): boolean {
    return this.board === null && this.fault === null;
  }

  open(position: Position): void {
    if (this.position) this.past = [...this.past, this.position].slice(-MOST_UNDO);
    this.future = [];
    this.put(position);
  }

  change(edit: (position: any) => void): void {
    const before = this.position;
    if (!before) return;
    const after = structuredClone(before);
    edit(after);
    this.editor.settle(before, after);
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    this.open(after);
  }
  undo(): void {
    const last = this.past.at(-1);
    if (!last || !this.position) return;
    this.past = this.past.slice(0, -1);
    this.future = [this.position, ...this.future];
    this.put(last);
  }
  redo(): void {
    const [next, ...rest] = this.future;
    if (!next || !this.position) return;
    this.past = [...this.past, this.position];
    this.future = rest;
    this.put(next);
  }

  private put(position: Position): void {
    this.position = position;
    this.board = null;
    this.fault = null;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), REST);
  }
  async check(): Promise<boolean> {
    clearTimeout(this.timer);
    const position = this.position;
    if (!position) return false;
    const mine = ++this.asked;
    try {
      const board = await free.board({ game: this.game, position }, []);
      if (mine !== this.asked || position !== this.position) return false;
      this.board = board;
      this.fault = null;
      return true;
    } catch (error) {
      if (mine !== this.asked || position !== this.position) return false;
      const wrong = error instanceof Refused && error.status >= 400 && error.status < 500 && error.status !== 429;
      if (wrong) this.fault = reasonOf(error.refusal);
      else showError(error);
      return false;
    }
  }
  end(): void {
    clearTimeout(this.timer);
  }
}
