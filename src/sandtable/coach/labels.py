"""When a turn is called a mistake: thresholds in winning chance and in points, and beyond the noise of the measurement."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.kernel.coaching import Thresholds

LABELS = ("best", "good", "slip", "mistake", "forced")


@dataclass(frozen=True)
class Loss:
    """What a turn cost its seat: winning chance (0 to 1) and margin in points, each with its standard error."""

    chance: float
    points: float
    error: float
    points_error: float


BEST = 1 / 3
"""Up to this part of a slip a turn counts as good as the best one."""
SURE = 2.5
"""Standard errors beyond which a loss is no noise."""
CLOSE = 2.0
"""Standard errors within which a loss is close to a threshold."""


def label(limits: Thresholds, loss: Loss) -> str:
    """``best``, ``good``, ``slip`` or ``mistake``. Points alone make no mistake: they must cost some chance too."""
    chance = loss.chance if loss.chance > SURE * loss.error else 0.0
    points = loss.points if loss.points > SURE * loss.points_error else 0.0
    if chance >= limits.mistake or (points >= limits.mistake_points and chance >= limits.slip):
        return "mistake"
    if chance >= limits.slip or points >= limits.slip_points:
        return "slip"
    return "good" if chance > BEST * limits.slip else "best"


def is_close(limits: Thresholds, loss: Loss) -> bool:
    """Could another measurement give another label? Then it is worth measuring on."""
    return any(abs(loss.chance - edge) < CLOSE * loss.error for edge in (limits.slip * BEST, limits.mistake))


def is_doubtful(limits: Thresholds, loss: Loss) -> bool:
    """Would a better turn than the best one found change the label to a mistake, or a weaker one take it back?"""
    return limits.slip < loss.chance < limits.mistake + limits.slip
