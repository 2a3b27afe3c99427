// What is in the boxes of the games, as the server says it: fetched before any part of a game that goes by it.
import { api } from '@/net/api';

const boxes: Record<string, unknown> = {};

/** Makes the box of a game ready; a request that fails can be tried again. */
export async function needBox(game: string): Promise<void> {
  boxes[game] ??= await api.components(game);
}
/** The box of a game, which is there whenever a part of the game is. */
export const boxOf = <T>(game: string): T => boxes[game] as T;
