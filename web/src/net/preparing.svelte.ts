// Which games the server can play already. On its first start it compiles them one after the other; whoever needs one waits here.
import type { Schemas } from './types';

type Preparation = Schemas['Preparation'];
const LOOK = 700;
const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK));

class Preparing {
  games = $state.raw<Preparation[]>([]);
  /** Games that something on this page waits for. */
  wanted = $state.raw<string[]>([]);
  private looking: Promise<void> | null = null;

  /** How far a game is; nothing once it can be played. */
  of(game: string): Preparation | undefined {
    return this.games.find((one) => one.game === game && !one.ready);
  }

  /** Asks until everything is ready. */
  look(): Promise<void> {
    return (this.looking ??= this.follow().finally(() => (this.looking = null)));
  }

  private async follow(): Promise<void> {
    for (;;) {
      try {
        const answer = await fetch('/api/preparing');
        if (answer.ok) this.games = (await answer.json()) as Preparation[];
      } catch {
        // whoever asks for something says that the server is away
      }
      if (this.games.every((one) => one.ready)) return;
      await pause();
    }
  }

  /** Until a game can be played. */
  async until(game: string): Promise<void> {
    this.wanted = [...this.wanted, game];
    do {
      void this.look();
      await pause();
    } while (this.of(game));
    this.wanted = this.wanted.toSpliced(this.wanted.indexOf(game), 1);
  }
}
export const preparing = new Preparing();
