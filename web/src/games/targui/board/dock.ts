// What is asked, and what the chosen decision would bring.
import type { Translate } from '@/i18n/i18n.svelte';
import type { Decision, Dock } from '@/table/board';
import type { Table } from './latest.svelte';
import { amount, fieldOf, find, placing } from './touch';
import { box } from '../components';
import { values } from '../map';
import { cap, fieldName, landName, phrase } from '../words';

/** What taking a field changes: own income, the loser's, and whether the loser is out. */
export function effect(table: Table, decision: Decision, t: Translate): string {
  const told = table.helps.changes?.[String(decision.id)];
  const me = table.me;
  if (!told || me === null) return '';
  const parts: string[] = [];
  if (told.near !== undefined)
    parts.push(t.game('targui', 'board.effect.settle', { card: t.game('targui', `terms.cards.${told.card}`), n: told.near }));
  const gain = told.gain?.[me] ?? 0;
  const now = told.income?.[me] ?? 0;
  if (gain) parts.push(t.game('targui', 'board.effect.own', { before: now - gain, after: now }));
  if (told.from !== null && told.from !== undefined) {
    const name = table.seats[told.from]?.name ?? '';
    const loss = told.gain?.[told.from] ?? 0;
    const left = told.income?.[told.from] ?? 0;
    if (told.out) parts.push(t.game('targui', 'board.effect.out', { name }));
    else if (loss) parts.push(t.game('targui', 'board.effect.other', { name, before: left - loss, after: left }));
  }
  return parts.join(' ');
}

function verb(decision: Decision, table: Table, t: Translate): string {
  const kind = decision.kind === 'amount' ? table.view.phase : decision.kind;
  return t.game('targui', `board.verb.${kind}`, { n: Number(decision.args.n ?? 0) });
}

export function dock(table: Table, t: Translate): Dock {
  const { view, chosen } = table;
  const say = (key: string, fill?: Record<string, string | number>) => t.game('targui', `board.ask.${key}`, fill);
  const button = (decision: Decision) => ({ label: verb(decision, table, t), decision });
  const end = find(table, 'end_turn');
  const others = (...list: (Decision | null | undefined)[]) => list.filter((d): d is Decision => !!d).map(button);

  if (view.phase.endsWith('_amount')) {
    const now = amount(table);
    const { from, to, field } = view.pending ?? {};
    const fill = { from: from ?? 0, to: to ?? field ?? 0, land: landName(view, to ?? field ?? 0, t) };
    return { ask: say(view.phase, fill), main: now ? button(now) : null };
  }
  if (view.phase === 'fight') {
    const on = find(table, 'fight_on');
    const off = find(table, 'break_off');
    const first = chosen ?? on;
    return { ask: say('fight'), main: first ? button(first) : null, others: others(first?.id === on?.id ? off : on) };
  }
  if (chosen) {
    const parts = [effect(table, chosen, t)];
    if (chosen.kind === 'buy' && !view.moved && !view.bought) parts.push(say('buy_note'));
    if (chosen.kind === 'end_turn') parts.push(view.turns_left === box.double_turns ? say('end_first') : say('end_note'));
    return {
      ask: '',
      preview: { title: cap(phrase(chosen, table, t)), text: parts.filter(Boolean).join(' ') },
      main: button(chosen),
      others: end && chosen.id !== end.id && chosen.kind === 'buy' ? others(end) : [],
    };
  }
  if (view.phase === 'settle') return { ask: say('settle'), main: null };
  const held = fieldOf(table.held);
  if (held) {
    const [sv, ev] = values(view, table.helps, held);
    const buy = placing(table, held);
    return {
      ask: say('held', { field: cap(fieldName(view, held, t)), n: view.camels[held] ?? 0, sv, ev }) + (buy ? ` ${say('held_buy')}` : ''),
      main: null,
      others: others(buy),
    };
  }
  const canMove = table.legal.some((d) => d.kind === 'march' || d.kind === 'attack');
  const canBuy = table.legal.some((d) => d.kind === 'buy');
  const ask = canMove ? say(canBuy ? 'turn' : 'turn_poor') : canBuy ? say('buy', { n: view.money[view.turn!] }) : say('done');
  const two = view.turns_left === box.double_turns ? ` ${say('two')}` : '';
  return { ask: ask + two, main: end ? button(end) : null };
}
