"""What a turn is: decisions of one seat in a row that belong together in the game's own sense; and how a board draws one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from sandtable.kernel.actions import Action
from sandtable.kernel.coaching import Key
from sandtable.kernel.game import JSON, Game
from sandtable.kernel.record import Record
from sandtable.kernel.state import State


def key_of(game: Game, s: Any) -> Key | None:
    """Positions that follow each other with the same key belong to one turn; None when the game is over. ``s``: a state record."""
    seat = int(s["seat"])
    return None if seat < 0 else (seat, *game.coaching.turn_key(s))


def turn_key(state: State) -> Key | None:
    """Positions that follow each other with the same key belong to one turn; None when the game is over."""
    return key_of(state.game, state.record)


def whole_turns(state: State, seat: int) -> list[JSON]:
    """Every whole turn the seat can begin now, the greatest gain at once first; empty where no turn begins or a game does not list them."""
    return state.game.coaching.whole_turns(state, seat)


def progress(game: Game, s: Any) -> float:
    """How much of a game is played, 0 to 1."""
    return 1.0 if int(s["seat"]) < 0 else game.coaching.progress(s)


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
        coaching = before.game.coaching
        number = coaching.round(before.record)
        if number is None:  # a round: everybody had a turn
            number = rounds // before.players + 1
            rounds += int(coaching.takes_a_turn(before.record))
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


def rest_of_turn(record: Record, number: int) -> list[Action]:
    """What was played after so many decisions, up to the end of that turn."""
    played: list[Action] = []
    key: Key | None = None
    for state in islice(record.states(), number, None):
        key = turn_key(state) if key is None else key
        if turn_key(state) != key or state.number == len(record.decisions):
            break
        played.append(record.decisions[state.number][0])
    return played


def things(game: Game, steps: Sequence[tuple[Any, int]]) -> tuple[list[str], list[str]]:
    """The way a turn goes over the board (tile or field names, [] if it goes nowhere) and the boards' keys of all it touches.

    ``steps``: for every decision the record of the position before it, and its id."""
    path: list[str] = []
    keys: list[str] = []
    for s, number in steps:
        for key in game.coaching.things(game.actions[number], s, path):
            if key not in keys:
                keys.append(key)
    return path, keys
