// Short messages that come and go: refusals with their rule, the connection, things copied.
import type { Refusal } from '@/table/board';
import { t } from '@/i18n/i18n.svelte';
import { Refused } from '@/net/api';
import { infoOf, library } from '@/net/games.svelte';
import { play } from './sound';

export interface Notice {
  id: number;
  kind: 'refused' | 'info';
  text: string;
  rule?: string;
}

export const notices = $state<{ list: Notice[] }>({ list: [] });
let next = 1;

export function dismiss(id: number): void {
  notices.list = notices.list.filter((n) => n.id !== id);
}

export function notify(text: string, kind: Notice['kind'] = 'info', rule?: string, stay = 4000): void {
  const id = next++;
  notices.list = [...notices.list.filter((n) => n.text !== text).slice(-2), { id, kind, text, rule }];
  setTimeout(() => dismiss(id), stay);
}

/** Something was possible after all: what was refused before is out of date. */
export function dismissRefusals(): void {
  if (notices.list.some((n) => n.kind === 'refused')) notices.list = notices.list.filter((n) => n.kind !== 'refused');
}

export function showRefusal(refusal: Refusal): void {
  const words = t.words(refusal.words);
  play('refused');
  notify(refusal.detail ? `${words} ${refusal.detail}` : words, 'refused', refusal.rule || undefined, 6000);
}

export function showError(error: unknown): void {
  if (error instanceof Refused) showRefusal(error.refusal);
  else notify(t('app.failed'), 'refused');
}

/** Which game a rule id belongs to. */
export function gameOfRule(rule: string): string | null {
  const prefix = rule.split('-')[0];
  return library.list.find((info) => info.prefix === prefix)?.game ?? null;
}
/** Where a rule can be read; undefined (no link) if its game has no rulebook. */
export function ruleLink(rule: string): string | undefined {
  const game = gameOfRule(rule);
  if (!game) return '/rules';
  return infoOf(game)?.parts?.rulebook === false ? undefined : `/rules/${game}#${rule}`;
}
