import { t } from '@/i18n/i18n.svelte';

/** The name of a theme, from the coach's own words. */
export function themeName(theme: string): string {
  for (const where of ['themes', 'marks']) if (t.has('coach', `${where}.${theme}`)) return t.game('coach', `${where}.${theme}`);
  return theme.replaceAll('_', ' ');
}
