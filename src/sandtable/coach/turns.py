"""What a turn is: decisions of one seat in a row that belong together in the game's own sense; and how a board draws one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sandtable.games.five_tribes.components import DIRECTIONS, STEP, TILE_NAMES
from sandtable.games.five_tribes.state import STAGE_BID
from sandtable.games.targui.components import DIRECTIONS as COMPASS
from sandtable.games.targui.components import NEIGHBOUR
from sandtable.games.targui.state import Phase
from sandtable.games.tuareg.state import MAPS
from sandtable.kernel.actions import Action
from sandtable.kernel.game import Game
from sandtable.kernel.record import Record
from sandtable.kernel.state import State

Key = tuple[Any, ...]

# ---- whose turn ---------------------------------------------------------------------------------------------------------------------


def _five_tribes(s: Any) -> Key:
    """A bid is a turn of its own; a marker on the order of play is a turn."""
    if s["stage"] == STAGE_BID:
        return ("bid", int(s["rounds"]), int(s["bid_count"]))
    return ("turn", int(s["rounds"]), int(s["next_order_size"]))


def _targui(s: Any) -> Key:
    """A settlement, a card of the pack, and each of the two turns of a six."""
    if s["phase"] == Phase.SETTLE:
        return ("settle",)
    return ("turn", int(s["number"]), int(s["turned"]), int(s["turns_left"]))


def _tuareg(s: Any) -> Key:
    """Seats take turns; a seat's map choices between the stages belong together."""
    return ("maps" if s["phase"] == MAPS else "turn", int(s["stage"]))


KEYS: dict[str, Callable[[Any], Key]] = {"five-tribes": _five_tribes, "targui": _targui, "tuareg": _tuareg}


def key_of(game: Game, s: Any) -> Key | None:
    """Positions that follow each other with the same key belong to one turn; None when the game is over. ``s``: a state record."""
    seat = int(s["seat"])
    return None if seat < 0 else (seat, *KEYS[game.id](s))


def turn_key(state: State) -> Key | None:
    """Positions that follow each other with the same key belong to one turn; None when the game is over."""
    return key_of(state.game, state.record)


def round_of(game: Game, s: Any) -> int:
    """The round of a position as the game counts it; 0 where it has none (Tuareg, the settling of Targui)."""
    return int(s["rounds"]) if game.id == "five-tribes" else int(s["number"]) if game.id == "targui" else 0


@dataclass(frozen=True)
class Turn:
    """A turn of a record: ``first`` decisions were played before it, ``last`` after it. Both positions are states of their own."""

    number: int
    round: int
    seat: int
    first: int
    last: int
    states: tuple[State, ...]
    """The position before every decision of the turn, and the one after the last."""
    decisions: tuple[int, ...]

    @property
    def before(self) -> State:
        return self.states[0]

    @property
    def after(self) -> State:
        return self.states[-1]


def turns_of(record: Record) -> list[Turn]:
    """A game cut into its turns. A record that ends within a turn ends with that part of it."""
    found: list[Turn] = []
    states: list[State] = []
    decisions: list[int] = []
    key: Key | None = None
    rounds = 0

    def close(after: State) -> None:
        nonlocal rounds
        before = states[0]
        seat = before.seat
        assert seat is not None
        number = round_of(before.game, before.record)
        if before.game.id == "tuareg":  # a round: everybody had a turn
            number = rounds // before.players + 1
            rounds += int(before.record["phase"] != MAPS)
        first = before.number
        found.append(Turn(len(found), number, seat, first, first + len(decisions), (*states, after), tuple(decisions)))
        states.clear()
        decisions.clear()

    for at, state in enumerate(record.states()):
        now = turn_key(state)
        snapshot = state.copy()
        if states and now != key:
            close(snapshot)
        key = now
        if at < len(record.decisions):
            states.append(snapshot)
            decisions.append(record.decisions[at][0].id)
        elif states:
            close(snapshot)
    return found


# ---- drawing one --------------------------------------------------------------------------------------------------------------------


def _five_tribes_things(action: Action, s: Any, path: list[str]) -> list[str]:
    args = action.args
    if action.kind == "lift":
        path.append(str(args["tile"]))
        return [f"tile:{args['tile']}"]
    if action.kind == "drop":
        tile = TILE_NAMES[int(STEP[int(s["at"]), DIRECTIONS.index(str(args["direction"]))])]
        path.append(tile)
        return [f"tile:{tile}"]
    if action.kind in ("kill", "place"):
        return [f"tile:{args['tile']}"]
    if action.kind == "build":
        place = int(s["origin"]) if int(s["pending"]) >= 0 else int(s["final"])
        return [f"tile:{TILE_NAMES[place]}"] if place >= 0 else []
    named = {"bid": "spot:{spot}", "djinn": "own:{name}", "take_card": "row:{slot}", "take_djinn": "djinn:{slot}", "keep": "peek:{slot}",
             "sell_add": "card:{good}", "kill_owned": "victim:{seat}:{colour}", "fakirs": "fakirs:{n}"}  # fmt: skip
    return [named[action.kind].format(**args)] if action.kind in named else []


def _targui_things(action: Action, s: Any, path: list[str]) -> list[str]:
    args = action.args
    if action.kind in ("march", "attack"):
        origin = int(args["from"])
        target = int(NEIGHBOUR[origin, list(COMPASS).index(str(args["dir"]))])
        if not path or path[-1] != str(origin):
            path.append(str(origin))
        path.append(str(target))
        return [f"field:{origin}", f"field:{target}"]
    return [f"field:{args['field']}"] if action.kind in ("settle", "buy") else []


TUAREG_THINGS = {
    "draw": ("pile",),
    "to_market": ("hand:{good}", "market"),
    "load_hand": ("hand:{good}", "animal:{animal}"),
    "load_market": ("market:{good}", "animal:{animal}"),
    "buy": ("supply:{special}",),
    "pay_hand": ("hand:{good}",),
    "pay_animal": ("animal:{animal}",),
    "hide_hand": ("hand:{good}", "cave:{cave}"),
    "hide_animal": ("animal:{animal}", "cave:{cave}"),
    "steal_hand": ("seat:{seat}", "thief"),
    "steal_animal": ("seat:{seat}:{animal}", "thief"),
    "use_map": ("map",),
    "keep_map": ("map",),
}


def _tuareg_things(action: Action, s: Any, path: list[str]) -> list[str]:
    return [pattern.format(**action.args) for pattern in TUAREG_THINGS.get(action.kind, ())]


THINGS: dict[str, Callable[[Action, Any, list[str]], list[str]]] = {
    "five-tribes": _five_tribes_things,
    "targui": _targui_things,
    "tuareg": _tuareg_things,
}


def things(game: Game, steps: Sequence[tuple[Any, int]]) -> tuple[list[str], list[str]]:
    """The way a turn goes over the board (tile or field names, [] if it goes nowhere) and the boards' keys of all it touches.

    ``steps``: for every decision the record of the position before it, and its id."""
    path: list[str] = []
    keys: list[str] = []
    for s, number in steps:
        for key in THINGS[game.id](game.actions[number], s, path):
            if key not in keys:
                keys.append(key)
    return path, keys
