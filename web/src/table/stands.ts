// What cannot be taken back says so before, in one quiet sentence.
import type { Decision } from '@/boards/types';
import { t } from '@/i18n/i18n.svelte';

const DICE = ['attack', 'fight_on'];

/** Why a decision stands once it is played; '' if it can be taken back. */
export function whyStands({ kind, stands }: Decision): string {
  if (!stands) return '';
  return stands === 'uncovers' && DICE.includes(kind) ? t('undo.stands.rolls') : t(`undo.stands.${stands}`);
}
