"""Bradley–Terry ratings on the Elo scale, with confidence from resampled deals.

A game of several players counts as one comparison of every two seats, by their points and then their scores; equal results count half
each. Deals, not games or comparisons, are resampled, since what happens on one deal hangs together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sandtable.arena.match import Result

ELO = 400 / math.log(10)
ROUNDS = 400
ENOUGH = 4
"""Deals below which resampling tells nothing: the range stays open."""
PRIOR = 0.5
"""Half a draw between every two bots that met: keeps ratings finite when one wins everything."""


@dataclass(frozen=True)
class Rating:
    """``low`` to ``high``: 95 %."""

    bot: str
    elo: float
    low: float
    high: float


def comparisons(results: Sequence[Result], bots: Sequence[str]) -> NDArray[np.float64]:
    """``wins[i, j]``: how often bot i did better than bot j."""
    index = {bot: i for i, bot in enumerate(bots)}
    wins = np.zeros((len(bots), len(bots)))
    for result in results:
        standing = [
            (points, -1 if result.forfeit and result.forfeit["seat"] == seat else score)
            for seat, (points, score) in enumerate(zip(result.points, result.scores, strict=True))
        ]
        for a, first in enumerate(result.seats):
            for b, second in enumerate(result.seats):
                if first != second:
                    wins[index[first], index[second]] += 1.0 if standing[a] > standing[b] else 0.5 if standing[a] == standing[b] else 0.0
    return wins


def strengths(wins: NDArray[np.float64], rounds: int = 200) -> NDArray[np.float64]:
    """The most likely ratings (mean 0) by the minorise-maximise iteration."""
    met = wins + wins.T
    padded = wins + PRIOR * (met > 0)
    met = padded + padded.T
    gamma = np.ones(len(wins))
    for _ in range(rounds):
        total = (met / (gamma[:, None] + gamma[None, :])).sum(axis=1)
        gamma = np.where(total > 0, padded.sum(axis=1) / np.where(total > 0, total, 1), 1.0)
        gamma /= np.exp(np.log(gamma).mean())
    elo: NDArray[np.float64] = ELO * np.log(gamma)
    return elo - elo.mean()


def rate(results: Sequence[Result], bots: Sequence[str], seed: int = 1) -> list[Rating]:
    """Ratings of all bots, best first."""
    deals = sorted({result.deal for result in results})
    by_deal = {deal: np.zeros((len(bots), len(bots))) for deal in deals}
    for result in results:
        by_deal[result.deal] += comparisons([result], bots)
    tables = np.array([by_deal[deal] for deal in deals]) if deals else np.zeros((0, len(bots), len(bots)))
    middle = strengths(tables.sum(axis=0))
    generator = np.random.default_rng(seed)
    samples = []
    for _ in range(ROUNDS if len(deals) >= ENOUGH else 0):
        picked = generator.integers(0, len(deals), len(deals))
        samples.append(strengths(tables[picked].sum(axis=0), 60))
    spread = np.std(samples, axis=0) * 1.96 * (len(deals) / (len(deals) - 1)) ** 0.5 if samples else np.full(len(bots), np.inf)
    found = [Rating(bot, float(m), float(m - s), float(m + s)) for bot, m, s in zip(bots, middle, spread, strict=True)]
    return sorted(found, key=lambda rating: -rating.elo)
