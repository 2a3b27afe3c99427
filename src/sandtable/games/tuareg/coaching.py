"""What the coach must know of Tuareg."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from sandtable.kernel.actions import Action
from sandtable.kernel.coaching import Coaching, Idea, Key, Pile, Thresholds, Walker, Way, World

from . import retelling, speech
from .components import FIRST_DONKEY, GOODS_TOTAL
from .speech import THINGS
from .state import Phase

MOST_WAYS = 8000
"""Positions on the way that are looked at for other ways to do the same."""


class TuaregCoaching(Coaching):
    thresholds = Thresholds(0.03, 0.07, 2.0, 4.0)
    point = 0.0012
    redeals_hands = True

    short = staticmethod(speech.short)
    retell = staticmethod(retelling.retell)
    retell_in = staticmethod(retelling.retell_in)
    retold_from = staticmethod(retelling.retold_from)
    reasons = staticmethod(speech.reasons)
    nudge = staticmethod(speech.nudge)
    aim = staticmethod(speech.aim)
    steps = staticmethod(speech.steps)
    themes = staticmethod(speech.themes)

    def turn_key(self, s: Any) -> Key:
        """Seats take turns; a seat's map choices between the stages belong together."""
        return ("maps" if int(s["phase"]) == Phase.MAPS else "turn", int(s["stage"]))

    def takes_a_turn(self, s: Any) -> bool:
        return bool(s["phase"] != Phase.MAPS)

    def progress(self, s: Any) -> float:
        """By the piles of the two stages."""
        if s["phase"] == Phase.MAPS:
            return 0.5
        drawn = 1.0 - int(s["pile_size"]) / max(1, int(s["stage_pile"].sum()) or GOODS_TOTAL)
        return 0.5 * (int(s["stage"]) - 1) + 0.5 * drawn

    def piles(self, s: Any) -> list[Pile]:
        return [(s["pile"], int(s["pile_size"]))]

    def forget_the_way(self, s: Any) -> None:
        """It does not matter which of several like animals or caves it was, nor what was paid with."""
        for place in (s["stack"][:, :FIRST_DONKEY], s["stack"][:, FIRST_DONKEY:], s["thief"]):
            place.sort(axis=-1)
        s["cave"].sort(axis=-1)
        for caves in s["cave"]:
            caves[:] = caves[np.lexsort(caves.T)]
        if s["animal"] >= 0:
            s["animal"] = 0 if s["animal"] < FIRST_DONKEY else FIRST_DONKEY
        s["paid_from"][:] = 0
        s["paid_good"][:] = 0

    def things(self, action: Action, s: Any, path: list[str]) -> list[str]:
        return [pattern.format(**action.args) for pattern in THINGS.get(action.kind, ())]

    def idea(self, actions: Sequence[Action], steps: Sequence[World]) -> Idea:
        """Which goods go where, in whatever order."""
        return tuple(sorted(Counter(part for action in actions if (part := idea_of(action))).items()))

    def variants(self, walker: Walker, world: World, best: Way) -> Iterator[list[int]]:
        """The same goods on other animals, other payments, another order."""
        actions = self.game.actions
        wanted = Counter(part for number in best.decisions if (part := idea_of(actions[number])))
        closing = best.decisions[-1]
        open_turns = [(walker.begin(world), wanted)]
        seen: set[tuple[bytes, tuple[Any, ...]]] = set()
        while open_turns:
            turn, left = open_turns.pop()
            for number in walker.legal(turn.world).tolist():
                part = idea_of(actions[number])
                if part is not None and not left[part]:
                    continue
                if number == closing and sum(left.values()) == (part is not None):
                    yield [*turn.decisions, number]
                    continue
                if actions[number].kind == "end_turn" or walker.is_chance(turn.world, number):
                    continue
                after = walker.follow(turn, number)
                if after is None:
                    continue
                rest = left - Counter([part]) if part is not None else left
                mark = (walker.settled(after.world), tuple(sorted(rest.items())))
                if mark not in seen and len(seen) < MOST_WAYS:
                    seen.add(mark)
                    open_turns.append((after, rest))


def idea_of(action: Action) -> Any:
    """A good is a good, whatever animal carries it and whatever pays for it."""
    if action.kind.startswith(("load_", "hide_", "to_")) and "good" in action.args:
        return action.kind, action.args["good"]
    if action.kind == "hide_animal":
        return (action.kind,)
    return None if action.kind.startswith("pay_") or action.kind == "end_turn" else (action.text,)


COACHING = TuaregCoaching
