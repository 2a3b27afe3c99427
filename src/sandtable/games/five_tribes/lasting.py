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
    return VIZIER_BONUS * sum((a > 0) - (b > 0) for b, a in zip(_ahead(before, seat), _ahead(after, seat), strict=True))


def likely_change(before: Any, after: Any, seat: int) -> float:
    """The same, each lead weighed by the chance that it holds to the end."""
    return VIZIER_BONUS * sum(holds(before, a) - holds(before, b) for b, a in zip(_ahead(before, seat), _ahead(after, seat), strict=True))


def _ahead(record: Any, seat: int) -> list[int]:
    """Viziers more than each opponent."""
    viziers = record["viziers"][: int(record["players"])].tolist()
    return [viziers[seat] - n for other, n in enumerate(viziers) if other != seat]


def changed(record: Any, seat: int, more: int = 0, victim: int = -1) -> Any:
    """The position with so many viziers more for the seat, and one less for ``victim``."""
    after = record.copy()
    after["viziers"][seat] += more
    if victim >= 0:
        after["viziers"][victim] -= 1
    return after


def leads(record: Any, seat: int, more: int = 0, victim: int = -1) -> int:
    return lead_change(record, changed(record, seat, more, victim), seat)


def likely(record: Any, seat: int, more: int = 0, victim: int = -1) -> float:
    return likely_change(record, changed(record, seat, more, victim), seat)


def holds(record: Any, ahead: int) -> float:
    """The chance to have more viziers than somebody at the end, so many ahead of them now: the heuristics' own curve."""
    players = int(record["players"])
    rest = 0.0 if record["ending"] else int(record["camels"][:players].min()) / float(CAMELS[players])
    return 1.0 / (1.0 + math.exp(-(ahead - 0.5) / (0.35 + KNOBS["vizier_width"] * rest)))


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
    for count in np.unique(rows[yellow, R_COUNT]).tolist():
        worth[yellow & (rows[:, R_COUNT] == count)] += likely(record, seat, count)
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
