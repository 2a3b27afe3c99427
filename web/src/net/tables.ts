// Making and joining tables; tokens are kept before anything is sent, so a lost answer loses nothing. Whoever sits down adds to the deal.
import { t } from '@/i18n/i18n.svelte';
import { asPerson } from '@/people/person.svelte';
import { setName } from '@/ui/settings.svelte';
import { api } from './api';
import { addParts, drawPart } from './parts';
import { drawToken, holdSeats } from './seats';
import type { Created, TableWish } from './types';

const PRONOUNS = ['you', 'du', 'me', 'i', 'ich', 'we', 'wir', 'they', 'he', 'she', 'er', 'sie', 'es', 'it', 'ihr'];
/** The name somebody plays under. The log tells of players by name in the third person, so a pronoun is no name. */
export function called(typed: string): string {
  const name = typed.trim();
  return name && !PRONOUNS.includes(name.toLowerCase()) ? name : t('seat.guest');
}

/** Creates a table, keeps its seats on this device, and returns the answer. */
export async function createTable(wish: TableWish): Promise<Created> {
  const seats = wish.seats.map((seat) =>
    seat.kind === 'me' ? { ...seat, token: seat.token ?? drawToken(), commitment: drawPart() } : seat,
  );
  const created = await asPerson((token) => api.create({ casual: true, spectators: true, ...wish, seats }, token));
  keep(created, wish.game);
  await addParts(created.status);
  const me = seats.find((seat) => seat.kind === 'me');
  if (me?.name && me.name !== t('seat.guest')) setName(me.name);
  return created;
}

export async function joinTable(invite: string, name: string): Promise<Created> {
  const [own, part] = [drawToken(), drawPart()];
  const created = await asPerson((token) => api.join(invite, name, own, part, token));
  keep(created, created.status.game);
  await addParts(created.status);
  if (name !== t('seat.guest')) setName(name);
  return created;
}

export function keep(created: Created, game: string): void {
  holdSeats(created.seats.map((s) => ({ token: s.token, table: created.table, seat: s.seat, game, invite: created.invite })));
}
