"""What of a gain is banked and what is a lead that may not last.

The bonus for more viziers (FT-4.6.2) is counted at the end only: until then anybody may catch up, or an assassin may strike. So it is
kept apart from what a turn brings for good, and weighed by the chance that it holds.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .components import BOAZ, CAMELS, DJINNS, KANDICHA, RED, VIZIER_BONUS, YELLOW
from .gains import P_KILL
from .heuristics_gains import KNOBS
from .scoring import piece_values
from .walks import R_COLOUR, R_COUNT, R_GAIN, R_PARTS
from .whole_moves import MOVES_CAP, outcomes

OUT_OF_REACH = 1000
"""Viziers nobody catches up with: no lead changes, so that a gain is what is banked."""

Rows = NDArray[np.int64]
Floats = NDArray[np.float64]


def banked_rows(record: Any, cap: int = MOVES_CAP) -> Rows:
    """The moves as ``outcomes`` lists them, their gains without any bonus for viziers."""
    board = record.copy()
    seat = int(board["seat"])
    others = np.arange(len(board["viziers"])) != seat
    board["viziers"][others & (board["viziers"] > 0)] = OUT_OF_REACH
    board["viziers"][others & (board["viziers"] == 0)] = -OUT_OF_REACH
    return outcomes(board, cap)


def lead_change(before: Any, after: Any, seat: int) -> int:
    """How the bonus of a seat changes between two positions."""
    return _lead(_ahead(before, seat), _ahead(after, seat))


def likely_change(before: Any, after: Any, seat: int) -> float:
    """The same, each lead weighed by the chance that it holds to the end."""
    return _likely(before, _ahead(before, seat), _ahead(after, seat))


def leads(record: Any, seat: int, more: int = 0, victim: int = -1) -> int:
    """How the bonus changes with so many viziers more for the seat, and one less for ``victim``."""
    return _lead(_ahead(record, seat), _ahead(record, seat, more, victim))


def likely(record: Any, seat: int, more: int = 0, victim: int = -1) -> float:
    return _likely(record, _ahead(record, seat), _ahead(record, seat, more, victim))


def _ahead(record: Any, seat: int, more: int = 0, victim: int = -1) -> list[int]:
    """Viziers more than each opponent."""
    viziers = record["viziers"][: int(record["players"])].tolist()
    return [viziers[seat] + more - n + (other == victim) for other, n in enumerate(viziers) if other != seat]


def _lead(before: list[int], after: list[int]) -> int:
    return VIZIER_BONUS * sum((a > 0) - (b > 0) for b, a in zip(before, after, strict=True))


def _likely(record: Any, before: list[int], after: list[int]) -> float:
    players = int(record["players"])
    rest = 0.0 if record["ending"] else int(record["camels"][:players].min()) / float(CAMELS[players])
    width = 0.35 + KNOBS["vizier_width"] * rest
    return VIZIER_BONUS * sum(_holds(a, width) - _holds(b, width) for b, a in zip(before, after, strict=True))


def _holds(ahead: int, width: float) -> float:
    """The chance to have more viziers than somebody at the end, so many ahead of them now: the heuristics' own curve, which is the flatter
    the longer the game still goes on."""
    return 1.0 / (1.0 + math.exp(-(ahead - 0.5) / width))


class Strike(NamedTuple):
    """The kill of a vizier: what it banks (a vizier of one's own, with Kandicha), and the bonus, as it stands and as is likely."""

    banked: int
    lead: int
    likely: float

    @property
    def worth(self) -> float:
        return self.banked + self.likely


def best_strike(record: Any, seat: int) -> Strike | None:
    """The vizier that an assassin of the seat best kills; None if there is none."""
    more = int(record["owns"][seat]) >> KANDICHA & 1
    vizier, _, _ = piece_values([name for number, name in enumerate(DJINNS) if int(record["owns"][seat]) >> number & 1])
    found = [
        Strike(more * vizier, leads(record, seat, more, other), likely(record, seat, more, other))
        for other in range(int(record["players"]))
        if other != seat and record["viziers"][other] > 0 and not int(record["owns"][other]) >> BOAZ & 1
    ]
    return max(found, key=lambda strike: strike.likely, default=None)


def worths(record: Any, rows: Rows) -> Floats:
    """What every listed move is worth: what it banks, and leads by the chance that they hold. ``rows``: of ``banked_rows``."""
    seat = int(record["seat"])
    worth = rows[:, R_GAIN].astype(np.float64)
    yellow, red = rows[:, R_COLOUR] == YELLOW, rows[:, R_COLOUR] == RED
    counts = rows[yellow, R_COUNT]
    bonus = [likely(record, seat, count) if n else 0.0 for count, n in enumerate(np.bincount(counts).tolist())]
    worth[yellow] += np.array([*bonus, 0.0])[counts]
    if strike := best_strike(record, seat):
        worth[red] += np.maximum(0.0, strike.worth - rows[red, R_PARTS + P_KILL])
    return worth


def splitting(record: Any) -> Callable[[list[int]], tuple[list[int], int]]:
    """Says of listed moves of a position what each banks and how it changes the bonus; what they have in common is worked out once.

    An assassin kills one victim only, so where the vizier is worth more than any other victim, the points of that other one are not
    counted."""
    seat = int(record["seat"])
    lead = cache(lambda count: leads(record, seat, count))
    strike_here = cache(lambda: best_strike(record, seat))

    def split(row: list[int]) -> tuple[list[int], int]:
        if row[R_COLOUR] == YELLOW:
            return row, lead(row[R_COUNT])
        strike = strike_here() if row[R_COLOUR] == RED else None
        kill = row[R_PARTS + P_KILL]
        if strike is None or strike.worth <= kill:
            return row, 0
        banked = row.copy()
        banked[R_PARTS + P_KILL] = strike.banked
        banked[R_GAIN] += strike.banked - kill
        return banked, strike.lead

    return split
