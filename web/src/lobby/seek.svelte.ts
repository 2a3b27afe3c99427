// Looking for others: said again every two seconds until there is a table. What is drawn for the deal stays the same all the while.
import { post, Refused } from '@/net/api';
import { drawPart } from '@/net/parts';
import { drawToken, holdSeats } from '@/net/seats';
import { called } from '@/net/tables';
import type { Schemas } from '@/net/types';
import { asPerson } from '@/people/person.svelte';
import { t } from '@/i18n/i18n.svelte';
import { notify, showError } from '@/ui/notices.svelte';
import { go } from '@/ui/router.svelte';
import { settings } from '@/ui/settings.svelte';
import type { ClockName } from './lobby.svelte';

const AGAIN = 2000;

export interface Wish {
  game: string;
  /** 0: any number. */
  players: number;
  clock: ClockName;
}

class Seek {
  wish = $state.raw<Wish | null>(null);
  state = $state.raw<Schemas['Looking'] | null>(null);
  seconds = $state(0);
  /** A bot is played while others are looked for: leaving the lobby does not end it. */
  meanwhile = false;
  private body: Record<string, unknown> = {};
  private timer: ReturnType<typeof setTimeout> | undefined;
  private counter: ReturnType<typeof setInterval> | undefined;

  start(wish: Wish): void {
    this.wish = wish;
    this.state = null;
    this.seconds = 0;
    this.meanwhile = false;
    // Over days nobody is there to show a part: the server draws alone.
    const part = wish.clock === 'slow' ? {} : { commitment: drawPart() };
    this.body = { ...wish, ...part, token: drawToken(), name: called(settings.name) };
    clearInterval(this.counter);
    this.counter = setInterval(() => this.seconds++, 1000);
    void this.look();
  }

  private async look(): Promise<void> {
    clearTimeout(this.timer);
    const wish = this.wish;
    try {
      const state = await asPerson((token) => post<Schemas['Looking']>('/lobby/seek', this.body, token));
      if (this.wish !== wish || !wish) return;
      this.state = state;
      if (state.found) return this.found(wish.game, state.found);
    } catch (error) {
      // Too much at once, or the server is away for a moment: the next look tries again.
      if (error instanceof Refused && error.status >= 400 && error.status < 500 && error.status !== 429) {
        this.end();
        showError(error);
      }
    }
    if (this.wish === wish && wish) this.timer = setTimeout(() => void this.look(), AGAIN);
  }

  private found(game: string, found: Schemas['FoundTable']): void {
    holdSeats([{ token: String(this.body.token), table: found.table, seat: found.seat, game }]);
    if (this.meanwhile) notify(t('meet.found'));
    this.end();
    go(`/table/${found.table}`);
  }

  private end(): void {
    clearTimeout(this.timer);
    clearInterval(this.counter);
    this.wish = null;
    this.state = null;
  }

  stop(): void {
    void post('/lobby/stop', { token: this.body.token }).catch(() => {});
    this.end();
  }
}

export const seek = new Seek();
