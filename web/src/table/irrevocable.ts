// What cannot be taken back says so before, in one quiet sentence.
import { t } from '@/i18n/i18n.svelte';
import type { BoardModule, Decision } from './board';

/** Why a decision stands once it is played; '' if it can be taken back. */
export function whyStands(decision: Decision, board: BoardModule): string {
  if (!decision.stands) return '';
  return decision.stands === 'uncovers' && board.rolls?.(decision) ? t('undo.stands.rolls') : t(`undo.stands.${decision.stands}`);
}
