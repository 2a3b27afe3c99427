// What is asked, what a decision is called, and what the chosen one would bring.
import type { Translate } from '@/i18n/i18n.svelte';
import type { BoardState, Decision, Dock } from '@/table/board';
import { box } from '../components';
import { dinar, handSize, mapPoints, type Good, type Helps, type View } from '../types';

type Table = BoardState<View, Helps>;

export function animalName(name: string | number, t: Translate): string {
  return t.game('tuareg', `terms.${name}`);
}
/** As a title stands over it: `Camel 1`. */
export function animalTitle(name: string, t: Translate): string {
  return t.game('tuareg', `board.animal.${name.replace(/\d+$/, '')}`, { n: name.replace(/\D+/, '') });
}
/** What lies on an animal, for those who listen: in which order, the top last. */
export function stackWords(stack: Good[], t: Translate): string {
  return t.game('tuareg', 'board.stack', { n: stack.length, goods: stack.map((good) => goodName(good, t)).join(', ') });
}
export const goodName = (good: string | number, t: Translate): string => t.game('tuareg', `terms.${good}`);

export function phrase(decision: Decision, table: Table, t: Translate, style: 'phrase' | 'verb' = 'phrase'): string {
  const { good, animal, cave, seat, special } = decision.args;
  return t.game('tuareg', `board.${style}.${decision.kind}`, {
    good: good === undefined ? '' : goodName(good, t),
    animal: animal === undefined ? '' : animalName(animal, t),
    cave: cave ?? '',
    seat: seat === undefined ? '' : (table.seats[Number(seat)]?.name ?? ''),
    special: special === undefined ? '' : t.game('tuareg', `terms.${special}`),
    vp: mapPoints(table.view),
    n: typeof table.view.pile === 'number' ? Math.min(box.draw, table.view.pile) : box.draw,
  });
}

function gain(decision: Decision, table: Table, t: Translate): string {
  const told = table.helps.gains?.[String(decision.id)];
  if (!told || told.before === told.after) return '';
  const values = { good: goodName(told.good, t), before: told.before, after: told.after };
  return told.after > told.before ? t.game('tuareg', 'board.gain_up', values) : t.game('tuareg', 'board.gain_down', values);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function dock(table: Table, t: Translate): Dock {
  const say = (key: string, values?: Record<string, string | number>) => t.game('tuareg', `board.ask.${key}`, values);
  const find = (kind: string) => table.legal.find((decision) => decision.kind === kind) ?? null;
  const button = (decision: Decision) => ({ label: capital(phrase(decision, table, t, 'verb')), decision });
  const { view, chosen } = table;
  const end = find('end_turn');
  const pass = find('pass');
  if (chosen) {
    const parts = [gain(chosen, table, t), chosen.kind === 'draw' ? say('draw_then') : ''];
    return {
      ask: '',
      preview: { title: capital(phrase(chosen, table, t)), text: parts.filter(Boolean).join(' ') },
      main: button(chosen),
      others: end && chosen.id !== end.id ? [{ label: t.game('tuareg', 'board.end'), decision: end }] : [],
    };
  }
  if (view.phase === 'maps') {
    const use = find('use_map');
    const keep = find('keep_map');
    return { ask: say('maps', { vp: mapPoints(view) }), main: use ? button(use) : null, others: keep ? [button(keep)] : [] };
  }
  if (view.phase === 'pay') {
    const paid = table.helps.pay?.paid ?? view.turn.paid.reduce((n, card) => n + dinar(view, card.good as Good), 0);
    return {
      ask: say('pay', { special: t.game('tuareg', `terms.${view.turn.special}`), paid, price: table.helps.pay?.price ?? box.price }),
      main: null,
    };
  }
  const hand = table.me === null ? 0 : handSize(view.seats[table.me]!);
  if (table.held)
    return {
      ask: say(`held_${table.held.split(':')[0]}`),
      main: null,
      others: end ? [{ label: t.game('tuareg', 'board.end'), decision: end }] : [],
    };
  if (view.turn.main === 'draw' && !end)
    return { ask: view.turn.owed ? say('owed') : say('toomany', { n: hand - box.hand_limit }), main: null };
  // Only what is possible is offered in words.
  const can = (...kinds: string[]) => table.legal.some((decision) => kinds.includes(decision.kind));
  const parts = [
    can('draw') && 'can_draw',
    can('load_hand') && can('load_market') && 'can_load',
    can('load_hand') && !can('load_market') && 'can_load_hand',
    !can('load_hand') && can('load_market') && 'can_load_market',
    can('buy') && 'can_buy',
    can('hide_hand', 'hide_animal') && 'can_hide',
    can('steal_hand', 'steal_animal') && 'can_steal',
    !end && pass && 'can_pass',
  ].filter((part) => part !== false && part !== null);
  const list = parts.map((part) => say(part));
  const offer = list.length > 1 ? `${list.slice(0, -1).join(', ')} ${say('or')} ${list.at(-1)}` : (list[0] ?? '');
  if (end)
    return {
      ask: view.turn.loading && can('load_hand', 'load_market') ? say('more') : offer ? say('end_may', { list: offer }) : say('end'),
      main: { label: t.game('tuareg', 'board.end'), decision: end },
    };
  return { ask: say(pass ? 'lap' : 'turn', { list: offer }), main: null, others: pass ? [button(pass)] : [] };
}
