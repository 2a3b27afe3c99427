// Turns in one sentence, as the server tells them: `{0}` stands for the name of seat 0.
import { t } from '@/i18n/i18n.svelte';
import { named } from '@/i18n/named';
import type { Words } from '@/net/types';

/** A sentence of the server in the language spoken now, with the names filled in. */
export const inWords = (words: Words | undefined, names: string[], language: string = t.language): string =>
  named((words as Record<string, string> | undefined)?.[language] ?? t.words(words as Record<string, string> | undefined), names);

/** "+12", "−3", or nothing. */
export const gained = (gain: number | null | undefined): string => (gain ? `${gain > 0 ? '+' : '−'}${Math.abs(gain)}` : '');
