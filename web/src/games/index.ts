// The web modules of the games, found by their folders. A game of the server without a folder here is played on its picture.
import type { Lesson } from '@/learn/types';
import type { EditorModule } from '@/study/editor/types';
import type { BoardModule } from '@/table/board';
import { needBox } from './boxes';
import type { GameModule } from './types';

const found = import.meta.glob<GameModule>('./*/index.ts', { eager: true, import: 'game' });
const modules: Record<string, GameModule> = {};
for (const [path, game] of Object.entries(found)) {
  const id = path.split('/')[1] ?? '';
  /** A part comes after the box it goes by. */
  const after = <T>(load: (() => Promise<T>) | undefined) => load && (() => needBox(id).then(load));
  const { editor, lesson, figures, setup, keepsakes } = game;
  const parts = { editor: after(editor), lesson: after(lesson), figures: after(figures), setup: after(setup), keepsakes: after(keepsakes) };
  modules[id] = { ...game, ...parts, board: () => needBox(id).then(game.board) };
}

export const moduleOf = (game: string): GameModule | undefined => modules[game];
/** The game that fits, by its module. */
export const gameWhere = (fits: (game: GameModule) => boolean): string | null =>
  Object.entries(modules).find(([, game]) => fits(game))?.[0] ?? null;

export async function loadBoard(game: string): Promise<BoardModule> {
  const own = modules[game];
  return own ? (await own.board()).board : (await import('@/table/picture')).pictureBoard(game);
}
export const loadEditor = async (game: string): Promise<EditorModule | null> => (await modules[game]?.editor?.())?.editor ?? null;
export const loadLesson = async (game: string): Promise<Lesson | null> => (await modules[game]?.lesson?.())?.lesson ?? null;
