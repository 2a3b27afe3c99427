"""Games played by the heuristics alone, in compiled code: thousands a second, for the first generation. Bound to a game like ``tree``."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit
from sandtable.kernel.chance import below, rekey
from sandtable.kernel.integers import int64
from sandtable.kernel.tape import silent

heuristics: Any = globals()["rules"]
rules: Any = heuristics.rules

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@jit
def play_game(
    template: NDArray[Any], key: Ints, stream: int, knobs: Floats, keep: int, noise: int, states: NDArray[Any], scores: Floats, wins: Floats
) -> int:
    """One game; every ``keep``-th position on average in which a turn begins goes to ``states``; returns how many.

    One turn of ``noise`` is played by chance, and the position after it is kept too: a search also thinks of what nobody would do, and
    must see that it is bad. ``scores`` and ``wins``: how it ended."""
    tape = silent()
    work = template.copy()
    s = work[0]
    rekey(s, key, stream)
    rules.setup(s, tape)
    out = np.empty(rules.NUM_ACTIONS, np.int64)
    weight = np.zeros(rules.NUM_ACTIONS, np.float64)
    memo = np.zeros(heuristics.MEMO, np.int64)
    heuristics.begin(s, memo, knobs)
    n = 0
    before = -1
    wild = False
    while s.seat >= 0:
        legal = rules.legal(s, out)
        begins = s.seat != before or heuristics.turn_is_over(s, before)
        before = int64(s.seat)
        if begins:
            if n < len(states) and (wild or below(s, keep) == 0):
                states[n] = work[0]
                n += 1
            wild = noise > 0 and below(s, noise) == 0
        if wild:
            rules.apply(s, out[below(s, legal)], tape)
            heuristics.begin(s, memo, knobs)
        else:
            rules.apply(s, heuristics.choose(s, out, weight, memo, knobs), tape)
    winners = 0.0
    for p in range(int64(s.players)):
        scores[p] = rules.score(s, p)
        wins[p] = 1.0 if rules.rank(s, p) == 1 else 0.0
        winners += wins[p]
    for p in range(int64(s.players)):
        wins[p] /= winners
    return n
