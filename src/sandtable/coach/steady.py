"""A curve without the noise of the search: what no decision and no chance explains is not shown as something that happened.

Two neighbouring points are measured apart, so they differ a little although nothing happened between them. Turn by turn a point is
therefore expected where the one before was, moved by what the turn lost and by what dice and cards gave; the measured point is then taken
as far as it is surer than that expectation, and wholly where it lies beyond all noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sandtable.coach.labels import SURE
from sandtable.coach.results import CurvePoint, TurnReport

SEARCH = 0.015
"""What two searches of one position differ by beside the spread of their looks, as a standard error."""


def steadied(curve: Sequence[CurvePoint], turns: Sequence[TurnReport]) -> list[CurvePoint]:
    """The curve to be shown. The last point of a finished game is exact and stays."""
    by_number = {turn.turn: turn for turn in turns}
    found = list(curve[:1])
    doubt = _doubt(curve[0]) if curve else np.zeros(0)
    for number, point in enumerate(curve[1:]):
        turn = by_number.get(number)
        measured, error = np.array(point.chances), _doubt(point)
        if turn is None or not any(point.errors):
            found.append(point)
            doubt = error
            continue
        expected = np.clip(np.array(found[-1].chances) + explained(turn, len(measured)), 0.0, 1.0)
        apart = np.sqrt(error**2 + doubt**2)
        if (np.abs(measured - expected) > SURE * apart).any():
            shown, doubt = measured, error
        else:
            weight = error**2 / np.maximum(error**2 + doubt**2, 1e-12)
            shown = weight * expected + (1.0 - weight) * measured
            shown, doubt = shown / shown.sum(), np.sqrt(1.0 / (1.0 / error**2 + 1.0 / doubt**2))
            doubt = np.maximum(doubt, SEARCH / 2)
        found.append(replace(point, chances=shown.tolist()))
    return found


def explained(turn: TurnReport, players: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """What a turn did to every seat's chance: its loss goes to the others, chance gives and takes."""
    change = np.array([luck[0] for luck in turn.lucks])
    if players > 1:
        change += turn.loss.chance / (players - 1)
        change[turn.seat] -= turn.loss.chance * players / (players - 1)
    return change


def _doubt(point: CurvePoint) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.sqrt(np.square(point.errors) + SEARCH**2)
