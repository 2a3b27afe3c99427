// The guided first games by game id.
import type { Lesson } from './types';

const lessons: Record<string, () => Promise<{ lesson: Lesson }>> = {
  'five-tribes': () => import('./five-tribes'),
  targui: () => import('./targui'),
  tuareg: () => import('./tuareg'),
};
export const taught = Object.keys(lessons);

export async function loadLesson(game: string): Promise<Lesson | null> {
  const load = lessons[game];
  return load ? (await load()).lesson : null;
}
