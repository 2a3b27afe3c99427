// Walks through a game: by hand, by keys, or by itself at the chosen pace.
import { PACE, settings } from '@/ui/settings.svelte';
import type { History } from './history.svelte';

export class Player {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly history: () => History,
    readonly duration: () => number,
    /** Where a step with the buttons stops; empty: after every decision. */
    readonly stops: () => number[] = () => [],
  ) {}

  stop(): void {
    this.history().playing = false;
    clearTimeout(this.timer);
  }
  to(n: number): void {
    this.stop();
    void this.history().jump(n);
  }
  back(): void {
    const { at } = this.history();
    this.to(this.stops().findLast((stop) => stop < at) ?? at - 1);
  }
  on(): void {
    const { at } = this.history();
    this.to(this.stops().find((stop) => stop > at) ?? at + 1);
  }
  play(): void {
    const history = this.history();
    const playing = !history.playing;
    this.stop();
    history.playing = playing;
    if (playing) void this.tick(history.at >= history.total ? 0 : history.at + 1);
  }
  private async tick(n: number): Promise<void> {
    const history = this.history();
    await history.jump(n);
    if (!history.playing) return;
    if (history.at >= history.total) history.playing = false;
    else this.timer = setTimeout(() => void this.tick(history.at + 1), Math.max(250, this.duration() * (PACE[settings.pace] || 0.3)));
  }

  keys = (event: KeyboardEvent): void => {
    if (
      event.defaultPrevented ||
      (event.target as HTMLElement).matches('input, select, textarea') ||
      document.querySelector('dialog[open]')
    )
      return;
    const { at, total } = this.history();
    if (event.key === ',') this.to(at - 1);
    else if (event.key === '.') this.to(at + 1);
    else if (event.key === 'PageUp') this.back();
    else if (event.key === 'PageDown') this.on();
    else if (event.key === 'Home') this.to(0);
    else if (event.key === 'End') this.to(total);
    else return;
    event.preventDefault();
  };
}
