"""What the coach must know of Targui."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sandtable.kernel.actions import Action
from sandtable.kernel.coaching import Coaching, Idea, Key, Thresholds, Walker, Way, World

from . import retelling, speech
from .components import DIRECTIONS, NEIGHBOUR, SAFETY_ROUND
from .state import Phase


class TarguiCoaching(Coaching):
    thresholds = Thresholds(0.03, 0.07, 4.0, 8.0)
    point = 0.001

    short = staticmethod(speech.short)
    retell = staticmethod(retelling.retell)
    retold_from = staticmethod(retelling.retold_from)
    reasons = staticmethod(speech.reasons)
    nudge = staticmethod(speech.nudge)
    aim = staticmethod(speech.aim)
    steps = staticmethod(speech.steps)
    themes = staticmethod(speech.themes)

    def turn_key(self, s: Any) -> Key:
        """A settlement, a card of the pack, and each of the two turns of a six."""
        if s["phase"] == Phase.SETTLE:
            return ("settle",)
        return ("turn", int(s["number"]), int(s["turned"]), int(s["turns_left"]))

    def round(self, s: Any) -> int:
        """0 while the tribes settle."""
        return int(s["number"])

    def progress(self, s: Any) -> float:
        """By rounds."""
        rounds = SAFETY_ROUND if s["conquest_only"] else int(s["fates"]).bit_count()
        return min(1.0, max(0, int(s["number"]) - 1) / rounds)

    def things(self, action: Action, s: Any, path: list[str]) -> list[str]:
        args = action.args
        if action.kind in ("march", "attack"):
            origin = int(args["from"])
            target = int(NEIGHBOUR[origin, list(DIRECTIONS).index(str(args["dir"]))])
            if not path or path[-1] != str(origin):
                path.append(str(origin))
            path.append(str(target))
            return [f"field:{origin}", f"field:{target}"]
        return [f"field:{args['field']}"] if action.kind in ("settle", "buy") else []

    def idea(self, actions: Sequence[Action], steps: Sequence[World]) -> Idea:
        """Which fields are marched to, attacked or given camels, however many."""
        return tuple(sorted(action.text for action in actions if action.kind not in ("amount", "end_turn")))

    def variants(self, walker: Walker, world: World, best: Way) -> Iterator[list[int]]:
        """One of the amounts changed."""
        for place, number in enumerate(best.decisions):
            if self.game.actions[number].kind == "amount":
                for other in walker.legal(best.steps[place]).tolist():
                    yield [*best.decisions[:place], other, *best.decisions[place + 1 :]]

    def accepted(self, texts: list[list[str]]) -> list[list[str]]:
        """The amounts on both sides of the best ones that are right without a gap, as one turn."""
        best = texts[0]
        told = list(best)
        for place, text in enumerate(best):
            if text.startswith("amount "):
                good = {int(t[place].split()[1]) for t in texts if [*t[:place], *t[place + 1 :]] == [*best[:place], *best[place + 1 :]]}
                low = high = int(text.split()[1])
                while low - 1 in good:
                    low -= 1
                while high + 1 in good:
                    high += 1
                told[place] = text if low == high else f"amount {low}-{high}"
        return [told]


COACHING = TarguiCoaching
