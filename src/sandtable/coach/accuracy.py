"""How well a seat played, as one figure from 0 to 100: 100 if no turn with a choice lost anything.

Every turn counts by the points of margin it lost, for points tell good from bad also where a game is decided and no chance is left to lose:
the part ``exp(-loss / mistake)`` of a turn is kept, ``mistake`` being the points that make one in the game, and a seat's figure is the mean
over its turns with a choice. Measured so the five levels rank right (``benchmarks/accuracy.py``, figures in ``docs/8-coach.md``).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from sandtable.coach.labels import Loss
from sandtable.kernel.coaching import Thresholds

NOISE = 1.0
"""So many standard errors of a loss are taken for noise."""


def kept(limits: Thresholds, loss: Loss) -> float:
    """What is left of a turn, 0 to 1."""
    return math.exp(-max(0.0, loss.points - NOISE * loss.points_error) / limits.mistake_points)


def accuracy(limits: Thresholds, losses: Sequence[Loss]) -> int | None:
    """Of the turns in which a seat had a choice; None if it had none."""
    if not losses:
        return None
    return round(100 * sum(kept(limits, loss) for loss in losses) / len(losses))
