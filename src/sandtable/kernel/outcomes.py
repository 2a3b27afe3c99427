"""Chance one can enumerate: all that a decision can bring where that is little (dice, a draw), each with its probability.

Rules draw chance inside ``apply``. Here a decision is played with longer and longer scripts: a tape that asks (``tape.asking``) says what
chance is asked first beyond the script, and every answer makes a script of its own. Cards drawn from a hidden pile (``Game.draws``) are
chance too: nobody knows their order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sandtable.kernel import seeds, tape
from sandtable.kernel.actions import Action
from sandtable.kernel.chance import ORDER, PICK

if TYPE_CHECKING:
    from sandtable.kernel.state import State

MOST = 1_000


class TooManyOutcomes(ValueError):
    """A decision can bring more than was asked for, such as every order of a shuffled pile."""


class Draw(NamedTuple):
    """Cards that a decision takes from a hidden pile, where their order does not matter to whoever gets them."""

    field: str
    """Of the record."""
    places: Sequence[int]
    """Of the whole hidden pile in it, the next card first."""
    number: int


class Outcome(NamedTuple):
    """One way a decision can turn out."""

    probability: float
    chance: tuple[int, ...]
    """Dice, kinds and orders in the rules' own integers, as a record keeps them; of a draw the kinds of the cards."""
    state: State


class Afterstate:
    """A decision that is made, before chance answers: a value to learn about where luck is not to be learned."""

    def __init__(self, state: State, action: Action, most: int = MOST) -> None:
        self.state, self.action, self.most = state.copy(), action, most

    @cached_property
    def outcomes(self) -> list[Outcome]:
        """All that can follow; one outcome where nothing is left to chance. Raises ``TooManyOutcomes``."""
        return list(outcomes(self.state, self.action, self.most))

    @property
    def key(self) -> bytes:
        """For tables of afterstates: the position and the decision."""
        return self.state.key + self.action.id.to_bytes(4, "big")

    def expected(self, worth: Callable[[State], float]) -> float:
        """The mean worth of what can follow."""
        return sum(outcome.probability * worth(outcome.state) for outcome in self.outcomes)

    def sample(self, rng: np.random.Generator) -> State:
        """One of the states that can follow, by its probability."""
        chosen = rng.choice(len(self.outcomes), p=np.array([outcome.probability for outcome in self.outcomes]))
        return self.outcomes[int(chosen)].state.copy()

    def __repr__(self) -> str:
        return f"<Afterstate {self.action.text!r} of {self.state!r}>"


def outcomes(state: State, action: Action, most: int = MOST) -> Iterator[Outcome]:
    """Plays a legal decision in every way chance allows; ``TooManyOutcomes`` before more than ``most`` are found."""
    found = 0
    for share, cards, world in _draws(state, action, most):
        waiting: list[tuple[Fraction, tuple[int, ...]]] = [(share, ())]
        while waiting:
            probability, script = waiting.pop()
            question = _asked(world, action, script)
            if question is None:
                found += 1
                yield Outcome(float(probability), cards + script, world.copy().replay(action, script))
                continue
            answers = _answers(*question, most)
            if found + len(waiting) + len(answers) > most:
                raise _too_many(action, most)
            waiting += [(probability * chance, script + answer) for chance, answer in reversed(answers)]


def _too_many(action: Action, most: int) -> TooManyOutcomes:
    return TooManyOutcomes(f"{action.text!r} can turn out in more than {most} ways; `play` draws one of them.")


def _asked(state: State, action: Action, script: tuple[int, ...]) -> tuple[int, list[int]] | None:
    """What chance is asked beyond a script; None if nothing is."""
    from sandtable.kernel.state import copied

    states, roll = copied(state.records), tape.asking(script)
    state.game.loops.play(states, 0, action.id, seeds.key(state.seed, state.number + 1), roll, state.game.desk.ids)
    return tape.asked(roll)


def _answers(kind: int, facts: list[int], most: int) -> list[tuple[Fraction, tuple[int, ...]]]:
    """All answers to a question, with their probabilities."""
    if kind == PICK:
        return [(Fraction(n, sum(facts)), (thing,)) for thing, n in enumerate(facts) if n]
    if kind != ORDER:
        return [(Fraction(1, len(facts)), (value,)) for value in facts]
    ways = factorial(len(facts)) // prod(factorial(n) for n in Counter(facts).values())
    if ways > most:
        raise TooManyOutcomes(f"The order of {len(facts)} cards has {ways} ways, more than {most}; `play` draws one of them.")
    return [(Fraction(1, ways), order) for order in _orders(Counter(facts))]


def _orders(left: Counter[int]) -> Iterator[tuple[int, ...]]:
    """The different orders of cards of which some are alike."""
    if not left.total():
        yield ()
    for card in sorted(card for card, n in left.items() if n):
        for rest in _orders(left - Counter([card])):
            yield (card, *rest)


def _draws(state: State, action: Action, most: int) -> Iterator[tuple[Fraction, tuple[int, ...], State]]:
    """The worlds that differ in the cards a decision draws from a hidden pile; the state itself where it draws none."""
    draw: Draw | None = state.game.draws(state.record, action)
    if draw is None or not draw.number:
        yield Fraction(1), (), state
        return
    places = np.asarray(draw.places)
    pile = state.record[draw.field][places].tolist()
    counts = Counter(pile)
    hands = [hand for hand in combinations_with_replacement(sorted(counts), draw.number) if not Counter(hand) - counts]
    if len(hands) > most:
        raise _too_many(action, most)
    for hand in hands:
        rest = list(pile)
        for card in hand:
            rest.remove(card)
        ways = prod(comb(counts[card], n) for card, n in Counter(hand).items())
        yield Fraction(ways, comb(len(pile), draw.number)), hand, _world(state, draw.field, places, [*hand, *rest])


def _world(state: State, field: str, places: Any, cards: list[int]) -> State:
    """The same position with another order of a pile. It has no history of its own."""
    from sandtable.kernel.state import State, copied

    states = copied(state.records)
    states[field][0, places] = cards
    return State(state.game, states, state.seed, lambda: {"position": state.game.write_position(states[0])})
