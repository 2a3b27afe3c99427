// The game so far, frame by frame, fetched in pieces when they are needed.
import { api } from '@/net/api';
import type { Frame } from '@/net/types';
import type { Step } from './driver.svelte';

const PIECE = 50;
/** So close to the end of a piece the next one is fetched. */
const NEAR = 8;

export class Frames {
  private pieces = new Map<number, Promise<Frame[]>>();

  constructor(
    readonly table: string,
    readonly seat: string | null,
    readonly token: string | null,
    /** Told how many decisions there are. */
    private readonly onTotal: (decisions: number) => void = () => {},
  ) {}

  private piece(n: number): Promise<Frame[]> {
    let frames = this.pieces.get(n);
    if (!frames) {
      frames = api.replay(this.table, n * PIECE, PIECE, this.seat, this.token).then((answer) => {
        this.onTotal(answer.decisions);
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
  /** Fetches what comes next, before it is needed. */
  ahead(n: number, total: number): void {
    if (n % PIECE > PIECE - NEAR && n + NEAR + 2 < total) void this.piece(Math.floor(n / PIECE) + 1).catch(() => {});
  }
  /** Frames a to b as steps; the first one stands still. */
  async steps(a: number, b: number): Promise<Step[]> {
    const steps: Step[] = [];
    for (let n = a; n <= b; n++) {
      const frame = await this.load(n);
      if (frame) steps.push(stepOf(frame, steps.length > 0));
    }
    return steps;
  }
}

export const stepOf = (frame: Frame, moves: boolean): Step => ({
  view: frame.view,
  helps: frame.helps,
  picture: frame.picture,
  events: moves ? frame.events : [],
  decisions: frame.decisions,
  deciding: frame.to_decide,
});
