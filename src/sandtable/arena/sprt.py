"""A sequential test of a claim about two bots: stop as soon as the games have decided it.

The claim is that the first bot's score rate is ``p1`` or more, against ``p0`` or less. A unit is a deal (the same cards in both seatings),
because its games are not independent. The log likelihood ratio of the normal approximation (generalised SPRT) is compared with Wald's
bounds. A won and a lost deal are added before counting, so that a few equal results do not look like certainty.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    accepted = "accepted"
    rejected = "rejected"
    open = "open"


@dataclass(frozen=True)
class Sprt:
    p0: float = 0.5
    p1: float = 0.55
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not 0 < self.p0 < self.p1 < 1:
            raise ValueError(f"A claim needs 0 < p0 < p1 < 1, not {self.p0} and {self.p1}.")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("The chances of error lie between 0 and 0.5.")

    @property
    def bounds(self) -> tuple[float, float]:
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, deals: Sequence[float]) -> float:
        """The log likelihood ratio of the first bot's mean points per game, one number per deal."""
        return self._ratio(len(deals), sum(deals), sum(x * x for x in deals))

    def _ratio(self, n: int, total: float, squares: float) -> float:
        if n == 0:
            return 0.0
        mean = (total + 1.0) / (n + 2)
        variance = (squares + 1.0) / (n + 2) - mean * mean
        return (n + 2) * (self.p1 - self.p0) * (mean - (self.p0 + self.p1) / 2) / variance

    def verdict(self, deals: Sequence[float]) -> Verdict:
        """Follows the deals in order and gives the first decision: later deals change nothing."""
        low, high = self.bounds
        total = squares = 0.0
        for n, x in enumerate(deals, 1):
            total, squares = total + x, squares + x * x
            ratio = self._ratio(n, total, squares)
            if ratio <= low:
                return Verdict.rejected
            if ratio >= high:
                return Verdict.accepted
        return Verdict.open
