import { t } from '@/i18n/i18n.svelte';

/** The name of a theme, from the game's words of the coach. */
export function themeName(game: string, theme: string): string {
  for (const where of ['themes', 'marks']) if (t.has(game, `coach.${where}.${theme}`)) return t.game(game, `coach.${where}.${theme}`);
  return theme.replaceAll('_', ' ');
}
