"""Which decisions cannot be taken back once they are played, and why: tried out on a copy, so the games need not say it."""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.kernel import tape
from sandtable.kernel.state import State

REASONS = (None, "uncovers", "passes", "ends", "settles")
FREE, UNCOVERS, PASSES, ENDS, SETTLES = range(len(REASONS))
"""It can be taken back; something hidden is uncovered; somebody else decides next; the game is over; it commits."""

WORDS = np.zeros(4, np.int64)


def reason(state: State, action: int) -> int:
    """Why this legal decision stands."""
    game, seat = state.game, state.seat
    before = np.atleast_1d(np.asarray(state.record))
    revealed = bool(game.loops.reveals(before, 0, action))
    committed = revealed and game.actions[action].kind in game.commits
    if revealed and not committed:
        return UNCOVERS
    after: Any = before.copy()
    roll = tape.rewound(game.desk.tape)
    game.loops.play(after, 0, action, WORDS, roll, game.desk.ids)
    if committed and any(game.tell(after[0], event, None, False)["event"] in game.uncovering for event in tape.written(roll)):  # type: ignore[index]
        return UNCOVERS
    next_seat = int(after["seat"][0])
    if next_seat < 0:
        return ENDS
    if next_seat != seat:
        return PASSES
    return SETTLES if committed else FREE
