"""What the search needs of a game that brings no heuristics of its own: every decision looks alike, playouts are random.

Executed once per game with the game's rules injected as ``rules`` (see ``kernel.bind``). A playout goes to the end of the game, or stops
after ``length`` decisions and is judged by the scores and ranks so far.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit
from sandtable.kernel.chance import below

Record = Any
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

rules: Any = globals()["rules"]

MEMO = 1
KNOBS = {
    "explore": 1.4,  # priors say nothing here, so more is tried
    "unseen": 0.0,
    "win_weight": 0.7,
    "spread": 10.0,
    "plain": 0.0,
    "floor": 0.0,
    "length": 300.0,  # decisions of a playout at most
}
LENGTH = 6


def tables() -> Floats:
    """No numbers besides the knobs."""
    return np.zeros(0, np.float64)


@jit
def weigh(s: Record, out: Ints, n: int, weight: Floats, knobs: Floats) -> None:
    for i in range(n):
        weight[i] = 1.0


@jit
def begin(s: Record, memo: Ints, knobs: Floats) -> None:
    memo[0] = 0


@jit
def goes_on(s: Record, memo: Ints, knobs: Floats) -> bool:
    memo[0] += 1
    return memo[0] <= knobs[LENGTH]


@jit
def choose(s: Record, out: Ints, weight: Floats, memo: Ints, knobs: Floats) -> int:
    return out[below(s, rules.legal(s, out))]


@jit
def judge(s: Record, scores: Floats, wins: Floats, knobs: Floats) -> None:
    """The scores so far; nobody knows what a point is worth in this game, so every place ahead counts as twice the chance."""
    standing(s, scores)
    total = 0.0
    for p in range(s.players):
        wins[p] = 0.5 ** rules.rank(s, p)
        total += wins[p]
    for p in range(s.players):
        wins[p] /= total


@jit
def standing(s: Record, scores: Floats) -> None:
    for p in range(s.players):
        scores[p] = rules.score(s, p)


@jit
def turn_is_over(s: Record, seat: int) -> bool:
    """A turn lasts as long as the same seat decides."""
    return False
