"""How well a seat played, as one figure from 0 to 100: 100 if no turn with a choice lost anything.

Every turn counts by what it lost: the part ``exp(-loss / scale)`` of it is kept, and a seat's figure is the mean over its turns with a
choice. A game's scale (``Coaching.accuracy_scale``) is chosen so that the five levels spread over the upper half and rank right
(``benchmarks/accuracy.py``, figures in ``docs/8-coach.md``).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from sandtable.coach.labels import Loss

NOISE = 1.0
"""So many standard errors of a loss are taken for noise."""


def kept(scale: float, loss: Loss) -> float:
    """What is left of a turn, 0 to 1."""
    return math.exp(-max(0.0, loss.chance - NOISE * loss.error) / scale)


def accuracy(scale: float, losses: Sequence[Loss]) -> int | None:
    """Of the turns in which a seat had a choice; None if it had none."""
    if not losses:
        return None
    return round(100 * sum(kept(scale, loss) for loss in losses) / len(losses))
