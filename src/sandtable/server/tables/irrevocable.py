"""Which decisions cannot be taken back once they are played, and why: tried out on a copy, so the games need not say it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.kernel import tape
from sandtable.kernel.state import State, copied

REASONS = (None, "uncovers", "passes", "ends", "settles")
FREE, UNCOVERS, PASSES, ENDS, SETTLES = range(len(REASONS))
"""It can be taken back; something hidden is uncovered; somebody else decides next; the game is over; it commits."""

KEY = np.zeros(4, np.int64)
SILENT = np.zeros(tape.HEAD, np.int64)
"""A tape for decisions whose events nobody asks for."""


def reasons(state: State, actions: Sequence[int]) -> list[tuple[bool, int]]:
    """Does each of these legal decisions uncover something or commit, and why does it stand?"""
    game = state.game
    reveals = [bool(game.loops.reveals(state.records, 0, action)) for action in actions]
    commits = [revealed and game.actions[action].kind in game.commits for action, revealed in zip(actions, reveals, strict=True)]
    quiet = [action for action, revealed in zip(actions, reveals, strict=True) if not revealed]
    nexts = dict(zip(quiet, _next_seats(state, quiet), strict=True))
    found = []
    for action, revealed, committing in zip(actions, reveals, commits, strict=True):
        if committing:
            why = _why_committed(state, action)
        else:
            why = UNCOVERS if revealed else _why(state, nexts[action], FREE)
        found.append((revealed, why))
    return found


def _next_seats(state: State, actions: Sequence[int]) -> list[int]:
    """Who decides after each of these decisions."""
    game, room = state.game, state.game.desk.ids
    before = state.records
    after: NDArray[Any] = np.ndarray(len(actions), before.dtype, bytearray(before.tobytes() * len(actions)))
    for place, action in enumerate(actions):
        game.loops.play(after, place, action, KEY, SILENT, room)
    seats: list[int] = after["seat"].tolist()
    return seats


def _why_committed(state: State, action: int) -> int:
    """It stands by rule; did it uncover something as well?"""
    game, after = state.game, copied(state.records)
    roll = tape.rewound(game.desk.tape)
    game.loops.play(after, 0, action, KEY, roll, game.desk.ids)
    if any(game.tell(after[0], event, None, False)["event"] in game.uncovering for event in tape.written(roll)):  # type: ignore[index]
        return UNCOVERS
    return _why(state, int(after["seat"][0]), SETTLES)


def _why(state: State, next_seat: int, otherwise: int) -> int:
    if next_seat < 0:
        return ENDS
    return otherwise if next_seat == state.seat else PASSES
