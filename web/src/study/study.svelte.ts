// The analysis board: a start, a tree of lines, and the place in it that is shown.
import { loadBoard } from '@/games';
import type { Decision, SeatInfo } from '@/table/board';
import { needWords, t } from '@/i18n/i18n.svelte';
import { plainSeats } from '@/table/seats';
import { FreeBoard } from './free.svelte';
import type { Eyes } from '@/coach/types';
import { free, type Position, type SavedStudy, type Start } from './api';
import { all, cut, grow, moves, node, promote, read, write, type Node } from './tree';

const MOST_FILLED = 120;

export class Study extends FreeBoard {
  start = $state.raw<Start>({ game: '' });
  root = $state.raw<Node>(node('', null));
  at = $state.raw<Node>(this.root);
  /** Counts up with every change of the tree: what is drawn from it reads this. */
  version = $state(0);
  title = $state('');
  /** Whose knowledge an analysis rests on. */
  eyes = $state<Eyes | 'turn'>('turn');
  names = $state.raw<string[]>([]);
  /** How many decisions the game had that this comes from. */
  total = $state<number | null>(null);
  changed = $state(false);

  get game(): string {
    return this.start.game;
  }
  get me(): number | null {
    return this.answer?.to_decide ?? null;
  }
  get players(): number {
    return this.answer?.players ?? 0;
  }
  get seats(): SeatInfo[] {
    return plainSeats(this.players, this.names);
  }
  get moves(): string[] {
    return moves(this.at);
  }
  override get undoTo(): number | null {
    return this.at.parent ? this.moves.length - 1 : null;
  }
  override get lastOwn(): Decision | null {
    return this.at.decision;
  }

  /** Begins with another position; refusals are the caller's. */
  async open(start: Start, tree?: SavedStudy['tree']): Promise<void> {
    const root = tree ? read(tree) : node('', null);
    root.answer = await free.board(start, []);
    const game = root.answer.game;
    await Promise.all([needWords(game), loadBoard(game).then((board) => (this.board = board))]);
    this.start = { ...start, game };
    this.root = root;
    this.changed = false;
    this.go(root, false);
    if (tree) void this.fill();
  }

  /** Nothing is shown until something is opened. */
  close(): void {
    this.place(null, false);
    this.names = [];
    this.total = null;
  }

  private go(to: Node, stepped: boolean): void {
    if (!to.answer) return;
    this.at = to;
    this.version++;
    this.place(to.answer, stepped);
  }

  private async load(to: Node): Promise<void> {
    if (to.answer) return;
    if (to.parent) await this.load(to.parent);
    to.answer = await free.board(this.start, moves(to));
    to.decision = to.parent?.answer?.legal.find((d) => d.text === to.move) ?? null;
  }

  /** The words of a saved tree need its positions; they come one by one in the background. */
  private async fill(): Promise<void> {
    const root = this.root;
    for (const each of all(root).slice(1, MOST_FILLED)) {
      if (this.root !== root) return;
      await this.load(each).catch(() => {});
      this.version++;
    }
  }

  visit(to: Node): Promise<void> {
    return this.during(async () => {
      const stepped = to.parent === this.at;
      await this.load(to);
      this.go(to, stepped);
    });
  }
  step(by: -1 | 1): Promise<void> {
    const to = by < 0 ? this.at.parent : this.at.children[0];
    return to ? this.visit(to) : Promise.resolve();
  }
  async ends(last: boolean): Promise<void> {
    let to = this.root;
    if (last) for (to = this.at; to.children[0];) to = to.children[0];
    await this.visit(to);
  }
  override undo(): Promise<void> {
    return this.step(-1);
  }

  protected async advance(decision: Decision): Promise<void> {
    const from = this.at;
    const known = from.children.length;
    const answer =
      from.children.find((child) => child.move === decision.text)?.answer ??
      (await free.board(this.start, [...moves(from), decision.text]));
    const to = grow(from, decision.text);
    to.answer = answer;
    to.decision = decision;
    if (from.children.length > known) this.changed = true;
    this.go(to, true);
  }
  protected ask(text: string): Promise<unknown> {
    return free.board(this.start, [...this.moves, text]);
  }

  /** Plays a whole turn, decision by decision, as a line of its own. */
  playTurn(texts: string[]): Promise<void> {
    return this.during(async () => {
      for (const text of texts) {
        const to = grow(this.at, text);
        await this.load(to);
        this.changed = true;
        this.go(to, true);
      }
    });
  }
  remove(which: Node): Promise<void> {
    const inside = all(which).includes(this.at);
    const parent = cut(which);
    this.changed = true;
    this.version++;
    return inside ? this.visit(parent) : Promise.resolve();
  }
  promote(which: Node): void {
    promote(which);
    this.changed = true;
    this.version++;
  }
  note(text: string): void {
    if (this.at.note === text) return;
    this.at.note = text;
    this.changed = true;
    this.version++;
  }
  /** Is there anything to lose? */
  get empty(): boolean {
    void this.version;
    return !this.root.children.length && !this.root.note;
  }
  /** The seat (or all) whose eyes an analysis of the shown position uses. */
  get lookout(): Eyes {
    return this.eyes === 'turn' ? (this.me ?? 'all') : this.eyes;
  }

  get here(): Position | null {
    return this.answer?.position ?? null;
  }
  /** What is saved: the start as a position, so that it opens without the table or file it came from. */
  written(): SavedStudy {
    const start = this.start.table
      ? { table: this.start.table, decisions: this.start.decisions ?? 0 }
      : { position: this.root.answer?.position ?? this.start.position };
    return {
      title: this.title.trim() || t('study.untitled'),
      game: this.game,
      start,
      tree: write(this.root),
      eyes: this.eyes === 'turn' ? null : this.eyes,
    };
  }
}

/** A study that was just saved and now has an address of its own: the page opened there goes on with it. */
export const parked: { study: Study | null; id: string } = { study: null, id: '' };
