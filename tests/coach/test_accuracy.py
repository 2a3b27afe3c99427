"""One figure for how a seat played, turning points that are sure, and a curve without the noise of the search."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.coach import Report
from sandtable.coach.accuracy import accuracy
from sandtable.coach.labels import Loss
from sandtable.coach.reporting import AT_LEAST, sure_loss, sure_luck, turning_points
from sandtable.coach.results import CurvePoint
from sandtable.coach.steady import steadied
from sandtable.kernel.coaching import Thresholds
from sandtable.kernel.words import LANGUAGES

from .conftest import looked_at


def test_the_figure() -> None:
    limits = Thresholds(0.03, 0.07, 4.0, 8.0)
    none, small, large = (Loss(0.0, lost, 0.0, 0.0) for lost in (0.0, 2.0, 30.0))
    assert accuracy(limits, []) is None
    assert accuracy(limits, [none, none]) == 100
    figures = [accuracy(limits, losses) or 0 for losses in ([none, none], [none, small], [none, large], [large, large])]
    assert figures == sorted(figures, reverse=True)
    assert len(set(figures)) == 4
    assert figures[-1] < 5
    assert accuracy(limits, [Loss(0.0, 2.0, 0.0, 2.0)]) == 100, "within the noise"


@pytest.fixture(scope="module")
def found() -> Report:
    return looked_at("tuareg")


def test_who_plays_at_random_is_less_accurate(found: Report) -> None:
    good, bad = (seat.accuracy for seat in found.seats)
    assert good is not None
    assert bad is not None
    assert 0 <= bad < good <= 100
    assert f"Accuracy {good} of 100." in found.seats[0].words["en"]


def test_a_random_player_is_blamed(name: str) -> None:
    good, bad = looked_at(name).seats
    assert bad.labels["mistake"] > good.labels["mistake"]
    assert bad.skill[0] < 1.3 * good.skill[0] < 0
    assert bad.labels["best"] <= good.labels["best"]


def test_turning_points_are_sure_and_never_the_best_turn(found: Report) -> None:
    assert found.turning
    by_number = {turn.turn: turn for turn in found.turns}
    for number in found.turning:
        turn = by_number[number]
        assert turn.label != "best"
        assert max(sure_loss(turn), abs(sure_luck(turn, turn.seat))) >= AT_LEAST
    best = [replace(turn, label="best") for turn in found.turns]
    assert turning_points(best) == []
    noisy = [replace(t, loss=replace(t.loss, error=1.0), luck_errors=[1.0] * found.players) for t in found.turns]
    assert turning_points(noisy) == []


def test_sums_are_sentences(found: Report) -> None:
    """Nobody reads that decisions cost −205 %."""
    for language in LANGUAGES:
        page = found.markdown(language)
        told = [*(seat.words[language] for seat in found.seats), page]
        assert not any("−1" in text and " % (" in text.split("##")[0] for text in told)
        assert all("percentage points" not in seat.words[language] for seat in found.seats)


def test_noise_between_two_turns_is_not_shown(found: Report) -> None:
    """A turn that lost nothing and drew nothing moves the curve less than its two measurements differ."""
    quiet = replace(
        found.turns[0],
        turn=0,
        label="best",
        loss=Loss(0.0, 0.0, 0.0, 0.0),
        lucks=[(0.0, 0.0)] * 2,
    )
    before, after = (CurvePoint(n, [p, 1 - p], [0.03, 0.03], [0, 0], [1, 1]) for n, p in ((0, 0.50), (5, 0.55)))
    shown = steadied([before, after], [quiet])
    assert 0.5 < shown[1].chances[0] < 0.535
    assert sum(shown[1].chances) == pytest.approx(1)
    far = replace(after, chances=[0.9, 0.1])
    assert steadied([before, far], [quiet])[1] == far, "what is beyond all noise happened"
    lost = replace(quiet, seat=1, label="mistake", loss=Loss(0.05, 0.0, 0.01, 0.0))
    assert steadied([before, after], [lost])[1].chances[0] == pytest.approx(0.55), "what a mistake explains is shown"
    exact = CurvePoint(5, [1.0, 0.0], [0.0, 0.0], [0, 0], [0, 0])
    assert steadied([before, exact], [quiet])[1] == exact
