// Sitting down at an open table with one tap.
import { post } from '@/net/api';
import { addParts, drawPart } from '@/net/parts';
import { drawToken, seatsAt } from '@/net/seats';
import { called, keep } from '@/net/tables';
import type { Created } from '@/net/types';
import { asPerson } from '@/people/person.svelte';
import { go } from '@/ui/router.svelte';
import { settings } from '@/ui/settings.svelte';

export async function sitDown(table: string): Promise<void> {
  if (!seatsAt(table).length) {
    const body = { table, name: called(settings.name), token: drawToken(), commitment: drawPart() };
    const seated = await asPerson((token) => post<Created>('/lobby/sit', body, token));
    keep(seated, seated.status.game);
    await addParts(seated.status);
  }
  go(`/table/${table}`);
}
