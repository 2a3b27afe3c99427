// What is asked, what a decision is called, and what the chosen one would bring.
import type { Translate } from '@/i18n/i18n.svelte';
import type { Decision, Dock, DockButton } from '@/table/board';
import type { Table } from './memory.svelte';
import { ofKind, tileOf } from './touch';
import { LINES } from '../components';
import { total, type Colour, type Gain, type Line, type View, type Way } from '../types';
import type { WholeTurn } from '@/coach/types';
import { brings, capital, crowd, say, term } from '../words';

export function phrase(decision: Decision, table: Table, t: Translate, style: 'phrase' | 'verb' = 'phrase'): string {
  const { view } = table;
  const { spot, fakirs, name, payment, colour, seat, slot, good, n } = decision.args;
  const tile = tileOf(decision, view);
  const card = decision.kind === 'take_card' ? view.row[Number(slot) - 1] : good;
  const peek = Array.isArray(view.turn?.peek) ? view.turn.peek : [];
  const djinn =
    name ??
    (decision.kind === 'take_djinn' ? view.djinn_row[Number(slot) - 1] : decision.kind === 'keep' ? peek[Number(slot) - 1] : undefined);
  const piece = view.turn?.pending
    ? ['bouraq', 'hagis'].includes(view.turn.pending.djinn)
      ? 'palace'
      : 'palm'
    : view.tiles[view.turn?.final ?? '']?.kind === 'village'
      ? 'palace'
      : 'palm';
  const kind = decision.kind === 'bid' && Number(fakirs) > 0 ? 'bid_fakirs' : decision.kind;
  return say(`${style}.${kind}`, view, t, {
    spot: spot ?? '',
    n: n ?? fakirs ?? '',
    tile: tile ?? '',
    slot: slot ?? '',
    price: table.helps.bids?.[String(decision.id)]?.price ?? spot ?? '',
    djinn: djinn === undefined ? '' : term(`djinns.${djinn}`, view, t),
    payment: payment === undefined ? '' : term(`payments.${payment}`, view, t),
    meeple: colour === undefined ? '' : term(`meeple.${colour}`, view, t),
    seat: seat === undefined ? '' : (table.seats[Number(seat)]?.name ?? ''),
    card: card === undefined ? '' : term(`goods.${card}`, view, t),
    piece: say(`piece.${piece}`, view, t),
    gold: table.helps.gains?.[String(decision.id)]?.lines.gold ?? 0,
    meeples: decision.kind === 'lift' ? crowd(view.tiles[tile ?? '']?.meeples, view, t) : '',
  });
}

function gainWords(gain: Gain, view: View, t: Translate): string {
  const lead = gain.lead ?? 0;
  const firm: Partial<Record<Line, number>> = { ...gain.lines, viziers: (gain.lines.viziers ?? 0) - lead };
  const told = LINES.filter((line) => firm[line]).map((line) => `${signed(firm[line] ?? 0)} ${term(`score.${line}`, view, t)}`);
  if (lead) told.push(say('preview.lead', view, t, { n: signed(lead) }));
  const camels = gain.camels.map((tile) => say('preview.camel', view, t, { tile }));
  const fakirs = gain.fakirs ? [say('preview.fakirs', view, t, { n: gain.fakirs })] : [];
  const sum = told.length > 1 ? [say('preview.sum', view, t, { n: signed(gain.points) })] : [];
  return [...fakirs, ...camels, ...told, ...sum].join(' · ');
}
/** What is banked, and the lead that may not last beside it. */
export const points = (way: Way, view: View, t: Translate): string =>
  way.lead ? `${signed(way.banked)}, ${say('preview.lead', view, t, { n: signed(way.lead) })}` : signed(way.banked);
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

function preview(decision: Decision, table: Table, t: Translate): string {
  const { view, helps } = table;
  const bid = helps.bids?.[String(decision.id)];
  if (bid) {
    const waiting = bid.waiting.length ? ` ${say('preview.waiting', view, t, { n: bid.waiting.length })}` : '';
    return say('preview.bid', view, t, { price: bid.price, left: bid.left, place: bid.place, of: bid.order.length }) + waiting;
  }
  if (decision.kind === 'lift') {
    const lift = helps.lifts?.[String(decision.args.tile)];
    const best = lift?.ways[0];
    return lift && best
      ? say('preview.lift', view, t, {
          n: lift.outcomes,
          ends: Object.keys(lift.ends).length,
          tile: best.final,
          gain: points(best, view, t),
        })
      : '';
  }
  if (decision.kind === 'drop') {
    const best = helps.ways?.list.find((way) => way.ids[0] === decision.id);
    return best ? say('preview.drop', view, t, { tile: best.final, gain: points(best, view, t) }) : '';
  }
  if (decision.kind === 'djinn') return term(`powers.${decision.args.name}`, view, t);
  const gain = helps.gains?.[String(decision.id)];
  return gain ? gainWords(gain, view, t) : '';
}

/** What a whole turn does and what its points consist of. */
export function consists(turn: WholeTurn, table: Table, t: Translate): string {
  const { view } = table;
  const { colour, count, blue, does } = turn as unknown as { colour: Colour; count: number; blue: number; does: Record<string, any>[] };
  const brings = turn.brings as Partial<Record<Line, number>>;
  const first = say(`act.${colour}`, view, t, { n: count, gold: count * blue, blue });
  const then = does.flatMap(({ kind, tile, colour: hit, seat, card, djinn }) => {
    const meeple = hit === undefined ? '' : term(`meeple.${hit}`, view, t);
    if (kind === 'kill') return [say('phrase.kill', view, t, { meeple, tile })];
    if (kind === 'kill_owned') return [say('phrase.kill_owned', view, t, { meeple, seat: table.seats[Number(seat)]?.name ?? '' })];
    if (kind === 'take_card') return [say('turn.card', view, t, { card: term(`goods.${card}`, view, t) })];
    if (kind === 'take_djinn') return [say('turn.djinn', view, t, { djinn: term(`djinns.${djinn}`, view, t) })];
    return [];
  });
  const told = (line: Line): boolean => colour === 'blue' && line === 'gold' && brings.gold === count * blue;
  const lines = LINES.filter((line) => brings[line] && !told(line)).map(
    (line) => `${signed(brings[line] ?? 0)} ${term(`score.${line}`, view, t)}`,
  );
  return capital([first, ...then, ...lines].join(' · '));
}

export function wayTitle(way: Way): string {
  const stops = way.path.map(([tile]) => tile);
  return stops.length > 4 ? `${stops.slice(0, 2).join(', ')} … ${stops.at(-1)}` : stops.join(', ');
}

export function dock(table: Table, t: Translate): Dock {
  const { view, chosen } = table;
  const { plan } = table.memory;
  const ask = (key: string, values?: Record<string, string | number>) => say(`ask.${key}`, view, t, values);
  const button = (decision: Decision): DockButton => ({ label: capital(phrase(decision, table, t, 'verb')), decision });
  const find = (kind: string) => ofKind(table, kind)[0] ?? null;
  const end = find('end_turn');
  if (chosen) {
    // Another price for the same thing, or another number of Fakirs with a bid.
    const same = table.legal.filter(
      (d) =>
        d.id !== chosen.id &&
        d.kind === chosen.kind &&
        ((d.kind === 'djinn' && d.args.name === chosen.args.name) ||
          (d.kind === 'take_djinn' && d.args.slot === chosen.args.slot) ||
          (d.kind === 'bid' && d.args.spot === chosen.args.spot)),
    );
    return {
      ask: '',
      preview: { title: capital(phrase(chosen, table, t)), text: preview(chosen, table, t) },
      main: button(chosen),
      others: same.map(button),
    };
  }
  const next = plan.ids.length ? table.legal.find((d) => d.id === plan.ids[0]) : undefined;
  if (plan.way && next) {
    const n = plan.ids.length;
    const label = next.kind === 'lift' ? ask('play_way') : ask(n === 1 ? 'drop_one' : 'drop_all', { n });
    return {
      ask: '',
      preview: { title: ask('way', { way: wayTitle(plan.way), gain: points(plan.way, view, t) }), text: brings(plan.way, view, t) },
      main: { label, decision: next },
    };
  }
  if (plan.picks.length && next) {
    const gold = table.helps.sale?.values[plan.picks.length] ?? 0;
    const goods = plan.picks.map((g) => term(`goods.${g}`, view, t)).join(', ');
    return {
      ask: '',
      preview: { title: ask('sell', { n: plan.picks.length, gold }), text: goods },
      main: { label: ask('sell_for', { gold }), decision: next },
      others: end ? [button(end)] : [],
    };
  }
  const left = total(view.turn?.hand);
  switch (view.stage) {
    case 'bid':
      return { ask: ask('bid'), main: null };
    case 'start': {
      const pass = find('pass');
      const question = pass ? (find('djinn') ? 'pass' : 'pass_only') : table.helps.lifts ? 'start' : 'start_plain';
      return { ask: ask(question), main: pass ? button(pass) : null };
    }
    case 'sow':
      return {
        ask: ask(table.held ? 'colour' : table.helps.ways ? 'sow' : 'sow_plain', { n: left, ways: table.helps.ways?.outcomes ?? 0 }),
        main: null,
      };
    case 'builders': {
      const most = ofKind(table, 'fakirs');
      return { ask: ask('builders', { n: view.turn?.count ?? 0 }), main: most[0] ? button(most[0]) : null };
    }
    case 'assassins': {
      const none = find('no_kill');
      return {
        ask: ask(table.held ? 'victim' : 'assassins', { n: view.turn?.count ?? 0 }),
        main: null,
        others: none ? [button(none)] : [],
      };
    }
    case 'tile': {
      const build = find('build');
      const skip = find('skip');
      const kind = view.tiles[view.turn?.final ?? '']?.kind ?? 'oasis';
      return {
        ask: ask(`tile_${kind}`, { tile: view.turn?.final ?? '' }),
        main: build ? button(build) : null,
        others: skip ? [button(skip)] : [],
      };
    }
    case 'redirect': {
      const build = find('build');
      return { ask: ask('redirect'), main: build ? button(build) : null };
    }
    case 'target':
      return { ask: ask('target', { djinn: term(`djinns.${view.turn?.pending?.djinn}`, view, t) }), main: null };
    case 'sell': {
      const sell = find('sell_set');
      return { ask: ask('selling', { gold: table.helps.sale?.laid_gold ?? 0 }), main: sell ? button(sell) : null };
    }
    case 'end':
      return { ask: ask(ofKind(table, 'sell_add').length ? 'end_sell' : 'end'), main: end ? button(end) : null };
    case 'second_kill':
    case 'second_card':
    case 'sibittis':
      return { ask: ask(view.stage), main: null };
    default:
      return { ask: '', main: null };
  }
}
