"""The sequential test keeps its promises; ratings find the strengths that made the results."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from sandtable.arena.match import Result
from sandtable.arena.ratings import ELO, rate
from sandtable.arena.sprt import Sprt, Verdict


def deal(rng: random.Random, p: float) -> float:
    return ((rng.random() < p) + (rng.random() < p)) / 2


@pytest.mark.parametrize(("p", "wrong"), [(0.5, Verdict.accepted), (0.6, Verdict.rejected)])
def test_errors_are_as_rare_as_promised(p: float, wrong: Verdict) -> None:
    """True rates at the two ends of the claim: wrong verdicts in about 5 % of runs, and nearly all runs end."""
    sprt, rng = Sprt(0.5, 0.6), random.Random(17)
    verdicts = []
    for _ in range(200):
        results: list[float] = []
        verdict = Verdict.open
        low, high = sprt.bounds
        while verdict is Verdict.open and len(results) < 1500:
            results.append(deal(rng, p))
            ratio = sprt.ratio(results)
            verdict = Verdict.rejected if ratio <= low else Verdict.accepted if ratio >= high else Verdict.open
        verdicts.append(verdict)
    assert verdicts.count(Verdict.open) == 0
    assert verdicts.count(wrong) / len(verdicts) < 0.09


def test_the_first_decision_counts() -> None:
    sprt = Sprt(0.5, 0.7)
    won = [1.0] * 40
    assert sprt.verdict(won) is Verdict.accepted
    assert sprt.verdict(won + [0.0] * 400) is Verdict.accepted
    assert sprt.verdict([1.0]) is Verdict.open
    assert sprt.verdict([0.0] * 40) is Verdict.rejected
    assert sprt.verdict([]) is Verdict.open


@pytest.mark.parametrize("bad", [{"p0": 0.6, "p1": 0.5}, {"p0": 0.0}, {"p1": 1.0}, {"alpha": 0.0}, {"beta": 0.7}])
def test_impossible_claims_are_refused(bad: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"claim|chances"):
        Sprt(**bad)


def results(strengths: dict[str, float], deals: int, players: int, seed: int) -> list[Result]:
    """Games whose winner is drawn by the strengths; the others rank by a draw without the winner."""
    rng = np.random.default_rng(seed)
    bots, found = list(strengths), []
    for number in range(deals):
        seats = tuple(rng.permutation(bots)[:players].tolist())
        noise = [strengths[bot] / ELO + rng.gumbel() for bot in seats]
        order = [int(n) for n in np.argsort(np.argsort(noise))]
        points = tuple(1.0 if place == players - 1 else 0.0 for place in order)
        found.append(Result(number, number, seats, points, tuple(order), None, "", (1,) * players, (0.1,) * players))
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ratings_find_the_strengths(players: int) -> None:
    true = {"a": 150.0, "b": 50.0, "c": -50.0, "d": -150.0}
    found = rate(results(true, 1200, players, 5), list(true))
    assert [rating.bot for rating in found] == list(true)
    for rating in found:
        assert abs(rating.elo - true[rating.bot]) < 45
        assert rating.low < rating.elo < rating.high
        assert rating.high - rating.low < 120


def test_more_games_are_surer_and_one_sided_results_stay_finite() -> None:
    true = {"a": 60.0, "b": -60.0}
    few, many = (rate(results(true, n, 2, 6), list(true))[0] for n in (40, 640))
    assert many.high - many.low < (few.high - few.low) / 2
    clear = [Result(n, n, ("a", "b"), (1.0, 0.0), (2, 1), None, "", (1, 1), (0.1, 0.1)) for n in range(50)]
    assert all(math.isfinite(rating.elo) for rating in rate(clear, ["a", "b"]))
