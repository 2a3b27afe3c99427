// Until the server has a game's words in one file and serves its parts: the same, gathered from the files of before. Goes at the rebase.
import type { Tree } from '@/net/api';

const files = import.meta.glob<any>('@locales/*/*.json', { import: 'default' });
const file = async (language: string, name: string): Promise<any> =>
  (await files[Object.keys(files).find((path) => path.endsWith(`/${language}/${name}.json`)) ?? '']?.()) ?? {};

export async function complete(game: string, language: string, served: Tree): Promise<Tree> {
  if (served.board) return served;
  const [web, board, coach] = await Promise.all([file(language, 'web'), file(language, `board-${game}`), file(language, 'coach')]);
  return {
    ...served,
    board: web.boards[game] ?? board,
    lesson: web.learn[game],
    editor: web.editor[game],
    card: web.games[game],
    scorepad: web.scorepad[game],
    diagrams: web.diagrams,
    setup: web.setup,
    coach: { marks: coach.marks, themes: coach.themes },
  };
}
export const book = (game: string, language: string): Promise<any> => file(language, `rules-${game}`);
export const oldCard = (game: string, t: (key: string) => string): { lead: string; note: string } => ({
  lead: t(`games.${game}.lead`),
  note: t(`games.${game}.note`),
});
