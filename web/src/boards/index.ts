// The boards by game id; each comes when its table is opened.
import type { BoardModule } from './types';

const boards: Record<string, () => Promise<{ board: BoardModule }>> = {
  'five-tribes': () => import('./five-tribes'),
  targui: () => import('./targui'),
  tuareg: () => import('./tuareg'),
};

export async function loadBoard(game: string): Promise<BoardModule | null> {
  const load = boards[game];
  return load ? (await load()).board : null;
}
