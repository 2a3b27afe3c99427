"""Luck: what chance really brought, compared with what it brings on average.

The position that came and positions that could have come are all measured in the same way with equally small trees. So luck is 0 on
average by construction, whatever the search gets wrong.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandtable.coach.bench import CHANCE, MARGIN, Bench, Floats, salted
from sandtable.coach.calibration import chances_of
from sandtable.coach.perspective import Perspective
from sandtable.coach.turns import progress
from sandtable.kernel.coaching import World

OUTCOMES = 16
"""Positions that could have come."""
GLANCE = 100
"""Simulations of one measurement."""
AGAIN = 8
"""How often the one that came is measured, each time with other chances."""


def worth(sight: Perspective, world: World, key: NDArray[np.int64]) -> Floats:
    """``[seat, (chance, margin)]`` of a position, chances as they are shown."""
    bench = Bench(sight, world, None, key, GLANCE)
    bench.run(1)
    mean = bench.mean()
    chances = mean[:, CHANCE]
    if bench.exact is None:
        chances = chances_of(sight.game, chances, None, progress(sight.game, world[0]))
    return np.column_stack([chances, mean[:, MARGIN]])


def luck(sight: Perspective, before: World, action: int, after: World, key: NDArray[np.int64]) -> Floats:
    """What chance gave every seat, ``[seat, (chance, margin)]``, when ``action`` led from ``before`` to ``after``."""
    return luck_error(sight, before, action, after, key)[0]


def luck_error(sight: Perspective, before: World, action: int, after: World, key: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """The same, with the standard error of every seat's chance."""
    known = sight.look(after)
    real = [worth(sight, known, salted(key, number)) for number in range(AGAIN)]
    could = []
    for number in range(OUTCOMES):
        salt = salted(key, AGAIN + number)
        other = sight.play(sight.deal(before, salt, number), action, salt)
        if other is not None:
            could.append(worth(sight, sight.look(other), salt))
    if not could:
        return np.zeros_like(real[0]), np.zeros(len(real[0]))
    spread = [np.var(np.array(looks)[:, :, 0], axis=0) / max(1, len(looks) - 1) for looks in (real, could)]
    return np.mean(real, axis=0) - np.mean(could, axis=0), np.sqrt(spread[0] + spread[1])
