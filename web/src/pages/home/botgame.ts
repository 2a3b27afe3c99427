// A game against bots as it was last wished for, game by game.
import { likedLevel } from '@/net/bots.svelte';
import type { GameInfo, TableWish } from '@/net/types';
import { called } from '@/net/tables';
import { settings } from '@/ui/settings.svelte';

export type Start = 'random' | 'me' | 'bot';
export interface BotGame {
  level: string;
  players: number;
  start: Start;
}
const KEY = 'sandtable.botgame.';

/** Who may be said to start: only where the game lets a table choose. */
export function startOf(info: GameInfo, players: number): Start[] {
  const option = info.options.find((one) => one.name === 'start');
  return option?.values.includes('random') && option.values.includes(0) && players > 1 ? ['random', 'me', 'bot'] : [];
}

export function likedBotGame(info: GameInfo): BotGame {
  let kept: Partial<BotGame> = {};
  try {
    kept = JSON.parse(localStorage.getItem(KEY + info.game) ?? '{}') as Partial<BotGame>;
  } catch {
    /* nothing kept, or not readable */
  }
  const players = info.players.includes(kept.players ?? 0) ? kept.players! : (info.players[0] ?? 2);
  const starts = startOf(info, players);
  return { level: likedLevel(info.bots), players, start: kept.start && starts.includes(kept.start) ? kept.start : 'random' };
}
export function keepBotGame(game: string, wish: BotGame): void {
  try {
    localStorage.setItem(KEY + game, JSON.stringify(wish));
  } catch {
    /* private mode: for this page only */
  }
}

/** The table that is asked for: I sit on the first seat. */
export function tableOf(info: GameInfo, wish: BotGame): TableWish {
  const others = Array.from({ length: wish.players - 1 }, () => ({ kind: 'bot' as const, level: wish.level }));
  const start = startOf(info, wish.players).length && wish.start !== 'random' ? { start: wish.start === 'me' ? 0 : 1 } : {};
  return { game: info.game, options: start, seats: [{ kind: 'me', name: called(settings.name) }, ...others] };
}
