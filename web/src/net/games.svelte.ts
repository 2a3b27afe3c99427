// The games this server has: every list of the app comes from here.
import { t } from '@/i18n/i18n.svelte';
import { api } from './api';
import type { GameInfo, Schemas } from './types';

class Library {
  list = $state.raw<GameInfo[]>([]);
}
export const library = new Library();

export async function needGames(): Promise<GameInfo[]> {
  if (!library.list.length) library.list = await api.games();
  return library.list;
}

export const infoOf = (game: string): GameInfo | undefined => library.list.find((info) => info.game === game);

function words(game: string): Partial<Schemas['GameWords']> {
  const told = infoOf(game)?.words;
  return told?.[t.language] ?? told?.en ?? {};
}
/** What the game is called; empty until the list is there. */
export const nameOf = (game: string): string => words(game).name ?? infoOf(game)?.name ?? '';
/** The words on its card. */
export const cardOf = (game: string): { lead: string; note: string } => ({ lead: '', note: '', ...words(game).card });

/** The game that was asked for if it is among these, else the first of them; empty while nothing is known. */
export const among = (games: string[], asked: string | undefined): string => (asked && games.includes(asked) ? asked : (games[0] ?? ''));

/** Games that have a part, by the server's word. */
export const havingPart = (part: 'scorepad' | 'puzzles' | 'rulebook' | 'editor'): string[] =>
  library.list.filter((info) => info.parts[part]).map((info) => info.game);
