// Files and pasted texts: a record of a game, or a position in the exchange format.
import { gameWhere } from '@/games';
import { infoOf } from '@/net/games.svelte';
import type { Position } from './api';

export type Read =
  { kind: 'record'; text: string; decisions: number; seats: string[] } | { kind: 'position'; game: string; position: Position };

/** Which game a position is of: it says so, or its keys tell. */
export function gameOf(position: Position): string | null {
  if (typeof position.game === 'string') return infoOf(position.game) ? position.game : null;
  return gameWhere((game) => game.recognises(position));
}

/** What a text is, or null if it is neither. */
export function recognise(text: string): Read | null {
  const trimmed = text.trim();
  if (trimmed.startsWith('sandtable record')) {
    const names = /^seats: (\[.*?\])(?: #[0-9a-f]{8})?$/m.exec(trimmed)?.[1];
    return { kind: 'record', text: `${trimmed}\n`, decisions: (trimmed.match(/^\d+ /gm) ?? []).length, seats: list(names) };
  }
  try {
    const position = JSON.parse(trimmed) as Position;
    const game = position && typeof position === 'object' && !Array.isArray(position) ? gameOf(position) : null;
    return game ? { kind: 'position', game, position } : null;
  } catch {
    return null;
  }
}

function list(text: string | undefined): string[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(found) ? found.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
