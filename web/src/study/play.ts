// From a free position to a table: the seat to decide is mine, bots take the others.
import { t } from '@/i18n/i18n.svelte';
import { api } from '@/net/api';
import { likedLevel, needBots } from '@/net/bots.svelte';
import { createTable } from '@/net/tables';
import { go } from '@/ui/router.svelte';
import { settings } from '@/ui/settings.svelte';
import type { Position } from './api';

export async function playFrom(game: string, position: Position, me: number): Promise<void> {
  await needBots();
  const offered = (await api.games()).find((info) => info.game === game)?.bots ?? [];
  const level = likedLevel(offered);
  const players = Array.isArray(position.colours) ? position.colours.length : Number(position.players);
  const seats = Array.from({ length: players }, (_, seat) =>
    seat === me ? { kind: 'me' as const, name: settings.name || t('seat.guest') } : { kind: 'bot' as const, level },
  );
  const created = await createTable({ game, options: position.options ?? {}, seats, position });
  go(`/table/${created.table}`);
}
