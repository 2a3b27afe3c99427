// The game so far, frame by frame, fetched in pieces when they are needed.
import { api } from '@/net/api';
import type { Frame } from '@/net/types';

const PIECE = 50;

export class History {
  total = $state(0);
  at = $state(0);
  playing = $state(false);
  frame = $state.raw<Frame | null>(null);
  /** Moved by one forward: its events may be animated. */
  stepped = $state(false);
  private pieces = new Map<number, Promise<Frame[]>>();

  constructor(
    readonly table: string,
    readonly seat: string | null,
    readonly token: string | null,
  ) {}

  private piece(n: number): Promise<Frame[]> {
    let frames = this.pieces.get(n);
    if (!frames) {
      frames = api.replay(this.table, n * PIECE, PIECE, this.seat, this.token).then((answer) => {
        this.total = answer.decisions;
        return answer.frames;
      });
      this.pieces.set(n, frames);
      frames.catch(() => this.pieces.delete(n));
    }
    return frames;
  }

  async load(n: number): Promise<Frame | null> {
    const frames = await this.piece(Math.floor(n / PIECE));
    return frames[n % PIECE] ?? null;
  }

  async jump(n: number): Promise<void> {
    const target = Math.max(0, Math.min(n, this.total || n));
    const frame = await this.load(target);
    if (!frame) return;
    this.stepped = target === this.at + 1;
    this.at = target;
    this.frame = frame;
    if (target % PIECE > PIECE - 8 && target + 10 < this.total) void this.piece(Math.floor(target / PIECE) + 1).catch(() => {});
  }

  /** Frames a..b as steps. */
  async range(a: number, b: number): Promise<Frame[]> {
    const frames: Frame[] = [];
    for (let n = a; n <= b; n++) {
      const frame = await this.load(n);
      if (frame) frames.push(frame);
    }
    return frames;
  }
}
