"""From the chances a search sees to chances one can bet on: a small monotone mapping per game.

The search judges positions it cannot play to the end, so its chances are too timid or too bold; and the turn of the seat to decide was
chosen with more care than those that follow, so that seat looks a little too good. Hence chances are raised to a power, those of the seat
that chose are lowered by a factor, and all are made to sum to 1 again. A game's ``calibration.json`` holds both numbers for the
start, the middle and the end of a game, fitted on games of level bots by ``benchmarks/calibration.py``.
"""

from __future__ import annotations

import numpy as np

from sandtable.coach.bench import Floats
from sandtable.kernel.game import Game

LEAST = 1e-4
Numbers = dict[str, list[float]]
NEUTRAL: Numbers = {"power": [1.0], "care": [0.0]}


def fitted(game: Game) -> Numbers:
    """``power`` and ``care`` at the start, in the middle and at the end of a game."""
    found: Numbers | None = game.data("calibration")
    return found or NEUTRAL


def at(numbers: list[float], part: float) -> float:
    """``part``: how much of the game is played, 0 to 1."""
    return float(np.interp(part, np.linspace(0.0, 1.0, len(numbers)), numbers))


def mapped(raw: Floats, seat: int | None, power: float, care: float) -> Floats:
    """The mapping itself. ``seat``: whose turn was chosen with care; None: nobody's."""
    raised = np.maximum(raw, LEAST) ** power
    if seat is not None:
        raised[seat] *= np.exp(-care)
    return raised / raised.sum()


def chances_of(game: Game, raw: Floats, seat: int | None, part: float) -> Floats:
    """The chances of all seats after ``seat`` chose its turn."""
    numbers = fitted(game)
    return mapped(raw, seat, at(numbers["power"], part), at(numbers["care"], part))


def growth(game: Game, raw: Floats, seat: int | None, part: float) -> Floats:
    """How much the errors of the chances grow by the mapping."""
    q = np.clip(raw, LEAST, 1.0 - LEAST)
    p = chances_of(game, raw, seat, part)
    return at(fitted(game)["power"], part) * p * (1.0 - p) / (q * (1.0 - q))
