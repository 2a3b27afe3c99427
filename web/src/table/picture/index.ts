// A board for any game that draws itself: its picture, and in the dock what cannot be touched there.
import type { BoardModule, Decision } from '../board';
import Board from './Board.svelte';
import { Memory } from './memory.svelte';
import { capital, phrase } from './phrase';
import Seat from './Seat.svelte';

/** A step stands so long for each event, in ms at normal pace: pictures do not move, but are to be seen. */
const LOOK = 250;

export function pictureBoard(game: string): BoardModule {
  return {
    sprites: [],
    seats: 'left',
    remember: () => new Memory(game),
    Board,
    Seat,
    status: () => '',
    dock({ chosen, legal, memory }, t) {
      const button = (decision: Decision) => ({ label: capital(phrase(game, decision, t)), decision });
      const others = legal.filter((decision) => decision.id !== chosen?.id && !memory.texts.includes(decision.text));
      const only = legal.length === 1 ? legal[0] : undefined;
      const main = chosen ?? only;
      return {
        ask: t('turn.yours'),
        preview: chosen ? { title: capital(phrase(game, chosen, t)) } : undefined,
        main: main ? button(main) : null,
        others: others.filter((decision) => decision.id !== main?.id).map(button),
      };
    },
    phrase: (decision, _, t) => capital(phrase(game, decision, t)),
    concerns: (event, seat) => typeof event.seat !== 'number' || Object.values(event).includes(seat),
    scoring: (_view, t, _helps, result) => (result ? [{ label: t('scorepad.total'), values: result.scores }] : []),
    duration: () => LOOK,
  };
}
