"""Which decisions cannot be taken back once they are played, and why: tried out on a copy, so the games need not say it."""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.kernel import tape
from sandtable.kernel.state import State, copied

REASONS = (None, "uncovers", "passes", "ends", "settles")
FREE, UNCOVERS, PASSES, ENDS, SETTLES = range(len(REASONS))
"""It can be taken back; something hidden is uncovered; somebody else decides next; the game is over; it commits."""

KEY = np.zeros(4, np.int64)


def reason(state: State, action: int) -> tuple[bool, int]:
    """Does this legal decision uncover something or commit, and why does it stand?"""
    game, seat = state.game, state.seat
    before = state.records
    reveals = bool(game.loops.reveals(before, 0, action))
    commits = reveals and game.actions[action].kind in game.commits
    if reveals and not commits:
        return reveals, UNCOVERS
    after: Any = copied(before)
    roll = tape.rewound(game.desk.tape)
    game.loops.play(after, 0, action, KEY, roll, game.desk.ids)
    if commits and any(game.tell(after[0], event, None, False)["event"] in game.uncovering for event in tape.written(roll)):  # type: ignore[index]
        return reveals, UNCOVERS
    next_seat = int(after["seat"][0])
    if next_seat < 0:
        return reveals, ENDS
    if next_seat != seat:
        return reveals, PASSES
    return reveals, SETTLES if commits else FREE
