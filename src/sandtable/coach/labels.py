"""When a turn is called a mistake: thresholds in winning chance and in points, and beyond the noise of the measurement."""

from __future__ import annotations

from dataclasses import dataclass

LABELS = ("best", "good", "slip", "mistake", "forced")


@dataclass(frozen=True)
class Loss:
    """What a turn cost its seat: winning chance (0 to 1) and margin in points, each with its standard error."""

    chance: float
    points: float
    error: float
    points_error: float


@dataclass(frozen=True)
class Thresholds:
    """From which loss on: chance, or points where the chance tells little (a game that is all but decided)."""

    slip: float
    mistake: float
    slip_points: float
    mistake_points: float


THRESHOLDS = {
    "five-tribes": Thresholds(0.03, 0.07, 6.0, 12.0),
    "targui": Thresholds(0.03, 0.07, 4.0, 8.0),
    "tuareg": Thresholds(0.03, 0.07, 2.0, 4.0),
}
BEST = 1 / 3
"""Up to this part of a slip a turn counts as good as the best one."""
SURE = 2.5
"""Standard errors beyond which a loss is no noise."""
CLOSE = 2.0
"""Standard errors within which a loss is close to a threshold."""


def label(game: str, loss: Loss) -> str:
    """``best``, ``good``, ``slip`` or ``mistake``. Points alone make no mistake: they must cost some chance too."""
    limits = THRESHOLDS[game]
    chance = loss.chance if loss.chance > SURE * loss.error else 0.0
    points = loss.points if loss.points > SURE * loss.points_error else 0.0
    if chance >= limits.mistake or (points >= limits.mistake_points and chance >= limits.slip):
        return "mistake"
    if chance >= limits.slip or points >= limits.slip_points:
        return "slip"
    return "good" if chance > BEST * limits.slip else "best"


def is_close(game: str, loss: Loss) -> bool:
    """Could another measurement give another label? Then it is worth measuring on."""
    limits = THRESHOLDS[game]
    return any(abs(loss.chance - edge) < CLOSE * loss.error for edge in (limits.slip * BEST, limits.mistake))


def is_doubtful(game: str, loss: Loss) -> bool:
    """Would a better turn than the best one found change the label to a mistake, or a weaker one take it back?"""
    limits = THRESHOLDS[game]
    return limits.slip < loss.chance < limits.mistake + limits.slip
