"""What the coach must know of Five Tribes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sandtable.kernel.actions import Action
from sandtable.kernel.coaching import Coaching, Idea, Key, Thresholds, Walker, Way, World

from . import retelling, speech
from .components import CAMELS, CARDS, COLOURS, DIRECTIONS, DJINNS, STEP, TILE_NAMES
from .planning import plan
from .state import A_DROP, A_LIFT, Stage
from .walks import R_COLOUR, R_FINAL, R_START
from .whole_moves import drops, moves, outcomes
from .whole_turns import whole_turns

if TYPE_CHECKING:
    from sandtable.kernel.game import JSON
    from sandtable.kernel.state import State

LOOKED_AT = 40
"""Moves among which the promising ones are found."""

THINGS = {
    "bid": "spot:{spot}",
    "djinn": "own:{name}",
    "keep": "peek:{slot}",
    "sell_add": "card:{good}",
    "kill_owned": "victim:{seat}:{colour}",
    "fakirs": "fakirs:{n}",
}


class FiveTribesCoaching(Coaching):
    thresholds = Thresholds(0.03, 0.07, 6.0, 12.0)
    point = 0.0003
    finds_turns = True
    asks_network = (2,)

    short = staticmethod(speech.short)
    retell = staticmethod(retelling.retell)
    retold_from = staticmethod(retelling.retold_from)
    reasons = staticmethod(speech.reasons)
    nudge = staticmethod(speech.nudge)
    aim = staticmethod(speech.aim)
    steps = staticmethod(speech.steps)
    themes = staticmethod(speech.themes)

    def turn_key(self, s: Any) -> Key:
        """A bid is a turn of its own; a marker on the order of play is a turn."""
        if s["stage"] == Stage.BID:
            return ("bid", int(s["rounds"]), int(s["bid_count"]))
        return ("turn", int(s["rounds"]), int(s["next_order_size"]))

    def round(self, s: Any) -> int:
        return int(s["rounds"])

    def progress(self, s: Any) -> float:
        """By the camels of whoever has fewest."""
        players = int(s["players"])
        left = min(int(camels) for camels in s["camels"][:players])
        return 1.0 if s["ending"] else 1.0 - left / float(CAMELS[players])

    def open_hands(self, s: Any) -> None:
        s["open_hands"] = 1

    def forget_the_way(self, s: Any) -> None:
        s["at"] = s["previous"] = -1

    def things(self, action: Action, s: Any, path: list[str]) -> list[str]:
        args = action.args
        if action.kind == "lift":
            path.append(str(args["tile"]))
            return [f"tile:{args['tile']}"]
        if action.kind == "drop":
            tile = TILE_NAMES[dropped_at(action, s)]
            path.append(tile)
            return [f"tile:{tile}"]
        if action.kind in ("kill", "place"):
            return [f"tile:{args['tile']}"]
        if action.kind == "build":
            place = int(s["origin"]) if int(s["pending"]) >= 0 else int(s["final"])
            return [f"tile:{TILE_NAMES[place]}"] if place >= 0 else []
        if action.kind == "take_card":  # rows close up: a place may hold something else by then, a name stays
            return [f"good:{CARDS[int(s['row'][int(args['slot']) - 1])]}"]
        if action.kind == "take_djinn":
            return [f"open:{DJINNS[int(s['djinn_row'][int(args['slot']) - 1])]}"]
        return [THINGS[action.kind].format(**args)] if action.kind in THINGS else []

    def idea(self, actions: Sequence[Action], steps: Sequence[World]) -> Idea:
        """Where a move ends, with which tribe, and what is done besides."""
        done: list[Any] = []
        for action, world in zip(actions, steps, strict=True):
            if action.kind in ("bid", "djinn", "kill_owned", "pass"):
                done.append(action.text)
            elif action.kind in ("take_djinn", "sell_set"):
                done.append(action.kind)
            elif action.kind == "drop" and int(world["moving_size"][0]) == 1:
                done.append((dropped_at(action, world[0]), action.args["colour"]))
        return tuple(done)

    def promising(self, s: Any) -> Iterator[list[int]]:
        """The moves that bring most at once, one for every final tile and tribe."""
        if s["stage"] != Stage.START:
            return
        ends: set[tuple[str, str]] = set()
        for move in moves(s, LOOKED_AT):
            end = (move["final"], move["colour"])
            if end not in ends:
                ends.add(end)
                yield move["ids"]

    def variants(self, walker: Walker, world: World, best: Way) -> Iterator[list[int]]:
        """Other routes to the same tile with the same tribe, then decisions of the same kinds (other victims, cards, slots)."""
        actions = [self.game.actions[number] for number in best.decisions]
        dropped = [i for i, action in enumerate(actions) if action.kind == "drop"]
        lifted = [i for i, action in enumerate(actions) if action.kind == "lift"]
        if not dropped or not lifted:
            return
        record, last = best.steps[lifted[0]][0], actions[dropped[-1]]
        final, colour = dropped_at(last, best.steps[dropped[-1]][0]), COLOURS.index(str(last.args["colour"]))
        head, kinds = best.decisions[: lifted[0]], [action.kind for action in actions[dropped[-1] + 1 :]]
        rows = outcomes(record)
        for row in rows[(rows[:, R_FINAL] == final) & (rows[:, R_COLOUR] == colour)].tolist():
            turn: Way | None = walker.begin(world)
            for number in [*head, A_LIFT + row[R_START], *(A_DROP + choice for choice in drops(record, row))]:
                turn = walker.follow(turn, number) if turn else None
            if turn:
                yield from self._endings(walker, turn, kinds)

    def _endings(self, walker: Walker, turn: Way, kinds: Sequence[str]) -> Iterator[list[int]]:
        """All ways to go on with decisions of these kinds."""
        if not kinds:
            yield turn.decisions
            return
        for number in walker.legal(turn.world).tolist() if turn.forced is None else []:
            if self.game.actions[number].kind == kinds[0]:
                after = walker.follow(turn, number)
                if after is not None:
                    yield from self._endings(walker, after, kinds[1:])

    def whole_turns(self, state: State, seat: int) -> list[JSON]:
        return whole_turns(state, seat)

    def plan(self, state: State, seat: int) -> JSON | None:
        return plan(state, seat)


def dropped_at(action: Action, s: Any) -> int:
    """The tile a drop leads to."""
    return int(STEP[int(s["at"]), DIRECTIONS.index(str(action.args["direction"]))])


COACHING = FiveTribesCoaching
