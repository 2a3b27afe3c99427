// Where something lies on a board, in words: for those who hear the board instead of seeing it.
import type { Translate } from '@/i18n/i18n.svelte';

/** Row and column counted from 1, and what lies beside it by direction (N, NE, E, …); a direction that leads off the board is left out. */
export function placeInWords(row: number, column: number, beside: Record<string, string>, t: Translate): string {
  const around = Object.entries(beside).map(([direction, what]) => t(`geometry.${direction}`, { what }));
  return t('geometry.place', { row, column, around: around.join(', ') });
}

/** Says more about a thing than its name, when its reader asks for it (`aria-description`). */
export function described(element: Element, words: string): { update: (words: string) => void } {
  const update = (next: string): void => element.setAttribute('aria-description', next);
  update(words);
  return { update };
}
