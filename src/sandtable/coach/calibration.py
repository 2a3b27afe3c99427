"""From the chances a search sees to chances one can bet on: a small monotone mapping per game and number of players.

The search judges positions it cannot play to the end, so its chances are too timid or too bold. ``calibration.json`` holds exponents that
were fitted on games of level bots (``benchmarks/calibration.py``): chances are raised to a power and made to sum to 1 again.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

import numpy as np

from sandtable.coach.bench import Floats
from sandtable.kernel.game import Game

LEAST = 1e-4


@cache
def exponents() -> dict[str, dict[str, list[float]]]:
    """Game -> players -> exponents at the start, in the middle and at the end of the game."""
    found: dict[str, dict[str, list[float]]] = json.loads(files("sandtable.coach").joinpath("calibration.json").read_text("utf-8"))
    return found


def exponent(game: Game, players: int, part: float) -> float:
    """``part``: how much of the game is played, 0 to 1."""
    fitted = exponents().get(game.id, {}).get(str(players), [1.0])
    return float(np.interp(part, np.linspace(0.0, 1.0, len(fitted)), fitted))


def sharpen(chances: Floats, power: float) -> Floats:
    """The mapping: order is kept, the sum is 1."""
    raised = np.maximum(chances, LEAST) ** power
    return raised / raised.sum()


def slope(raw: Floats, power: float) -> Floats:
    """How much an error of a chance grows by the mapping."""
    q = np.clip(raw, LEAST, 1.0 - LEAST)
    p = sharpen(raw, power)
    return power * p * (1.0 - p) / (q * (1.0 - q))
