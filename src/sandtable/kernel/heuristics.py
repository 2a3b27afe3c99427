"""From what decisions and positions are worth to how likely they are."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit

Floats = NDArray[np.float64]


@jit
def soften(n: int, weight: Floats, sharp: float) -> float:
    """Utilities become weights; returns their sum."""
    most = weight[0]
    for i in range(n):
        most = max(most, weight[i])
    total = 0.0
    for i in range(n):
        weight[i] = math.exp(max(-12.0, sharp * (weight[i] - most))) if weight[i] > -1e8 else 0.0
        total += weight[i]
    return total


def tables() -> Floats:
    """Further numbers for a game's search, behind its knobs: none. A game that has some defines its own."""
    return np.empty(0)


@jit
def chances(players: int, scores: Floats, wins: Floats, width: float) -> None:
    """Expected scores become chances to win; ``width`` is a lead that makes it likely."""
    best = -1e9
    for p in range(players):
        best = max(best, scores[p])
    total = 0.0
    for p in range(players):
        wins[p] = math.exp((scores[p] - best) / width)
        total += wins[p]
    for p in range(players):
        wins[p] /= total
