// The score sheet, line by line, with how every number comes about.
import type { Translate } from '@/i18n/i18n.svelte';
import type { ScoreLine } from '@/table/board';
import { box, LINES } from '../components';
import { type Line, type View } from '../types';
import { capital, say, term } from '../words';

const ICON: Record<Line, string> = {
  gold: 'coin',
  viziers: 'ft-vizier',
  elders: 'ft-elder',
  djinns: 'i-star',
  tiles: 'camel-0',
  palms: 'palm',
  palaces: 'ft-palace',
  goods: 'i-cards',
};

/** The tiles of a seat, in reading order. */
const tilesOf = (view: View, seat: number) =>
  Object.entries(view.tiles)
    .filter(([, tile]) => tile.camel === seat)
    .sort(([a], [b]) => a[1]!.localeCompare(b[1]!) || a.localeCompare(b));

/** "3 × 5": so many of a kind, each worth the same. */
const times = (n: number, value: number): string => (n && value && value % n === 0 ? `${n} × ${value / n}` : '');

/** What a seat's viziers are worth by themselves, and what it gets for being ahead with them. */
const own = (seat: number, view: View): number => {
  const player = view.seats[seat]!;
  return player.viziers * box.vizier[player.djinns.includes('jafaar') ? 'jafaar' : 'usual'];
};
const ahead = (seat: number, view: View): number => (view.seats[seat]!.score?.viziers ?? 0) - own(seat, view);

function note(line: Line, seat: number, value: number, view: View, t: Translate): string {
  const player = view.seats[seat]!;
  const tiles = tilesOf(view, seat).map(([, tile]) => tile);
  switch (line) {
    case 'viziers':
      return player.viziers ? `${own(seat, view)} + ${ahead(seat, view)}` : '';
    case 'elders':
      return times(player.elders, value);
    case 'djinns':
      return player.djinns.map((djinn) => t.game('five-tribes', `terms.djinns.${djinn}`)).join(', ');
    case 'tiles':
      return tiles.length ? say('camels_n', view, t, { n: tiles.length }) : '';
    case 'palms':
      return times(
        tiles.reduce((n, tile) => n + tile.palms, 0),
        value,
      );
    case 'palaces':
      return times(
        tiles.reduce((n, tile) => n + tile.palaces, 0),
        value,
      );
    case 'goods':
      return player.cards ? say('cards_n', view, t, { n: player.cards }) : '';
    default:
      return '';
  }
}

/** The things on the board that a line counts. */
function keysOf(line: Line, seat: number, view: View): string[] {
  const counted = tilesOf(view, seat).filter(([, tile]) => line === 'tiles' || (line === 'palms' ? tile.palms : tile.palaces));
  return counted.map(([name]) => `tile:${name}`);
}

export function scoring(view: View, t: Translate): ScoreLine[] {
  const over = view.seats.every((seat) => seat.score);
  const sum = (seat: View['seats'][number]) => LINES.reduce((n, line) => n + (seat.score?.[line] ?? 0), 0);
  return [
    ...LINES.map((line) => ({
      bonus: over && line === 'viziers' ? view.seats.map((_, seat) => ahead(seat, view)) : undefined,
      label: capital(term(`score.${line}`, view, t)),
      rule: box.score[line],
      values: view.seats.map((seat) => seat.score?.[line] ?? '–'),
      icon: ICON[line],
      part: over ? `var(--part-${line})` : undefined,
      notes: over ? view.seats.map((seat, i) => note(line, i, seat.score?.[line] ?? 0, view, t)) : undefined,
      keys:
        over && (line === 'tiles' || line === 'palms' || line === 'palaces') ? view.seats.map((_, i) => keysOf(line, i, view)) : undefined,
    })),
    { label: capital(term('score.total', view, t)), values: view.seats.map((seat) => (seat.score ? sum(seat) : '–')) },
  ];
}
