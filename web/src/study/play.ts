// From a free position to a table: the seat to decide is mine, bots take the others.
import { t } from '@/i18n/i18n.svelte';
import { api } from '@/net/api';
import { likedLevel, needBots } from '@/net/bots.svelte';
import { createTable } from '@/net/tables';
import { go } from '@/ui/router.svelte';
import { settings } from '@/ui/settings.svelte';
import type { BoardAnswer, Position } from './api';

export async function playFrom({ game, players, to_decide }: BoardAnswer, position: Position): Promise<void> {
  await needBots();
  const offered = (await api.games()).find((info) => info.game === game)?.bots ?? [];
  const level = likedLevel(offered);
  const seats = Array.from({ length: players }, (_, seat) =>
    seat === (to_decide ?? 0) ? { kind: 'me' as const, name: settings.name || t('seat.guest') } : { kind: 'bot' as const, level },
  );
  const created = await createTable({ game, options: position.options ?? {}, seats, position });
  go(`/table/${created.table}`);
}
