"""Thresholds: what is called what, and that noise is nobody's mistake."""

from __future__ import annotations

import numpy as np
import pytest

from sandtable import games, load
from sandtable.coach.calibration import NEUTRAL, chances_of, fitted, growth
from sandtable.coach.labels import Loss, is_close, label


@pytest.mark.parametrize(
    ("loss", "called"),
    [
        (Loss(0.0, 0.0, 0.0, 0.0), "best"),
        (Loss(0.009, 0.2, 0.0005, 0.05), "best"),
        (Loss(0.02, 0.2, 0.001, 0.05), "good"),
        (Loss(0.05, 0.2, 0.003, 0.05), "slip"),
        (Loss(0.09, 0.2, 0.01, 0.05), "mistake"),
        (Loss(0.09, 0.2, 0.06, 0.5), "best"),  # within the noise
        (Loss(0.0, 40.0, 0.001, 1.0), "slip"),  # a decided game: points alone are no mistake
        (Loss(0.04, 40.0, 0.001, 1.0), "mistake"),
        (Loss(0.0, 40.0, 0.001, 30.0), "best"),
    ],
)
def test_labels(loss: Loss, called: str) -> None:
    assert all(label(load(game).coaching.thresholds, loss) == called for game in games())


def test_every_game_has_thresholds() -> None:
    for limits in [load(name).coaching.thresholds for name in games()]:
        assert 0 < limits.slip < limits.mistake
        assert 0 < limits.slip_points < limits.mistake_points


def test_close_calls_are_measured_on() -> None:
    limits = load("tuareg").coaching.thresholds
    assert is_close(limits, Loss(0.065, 1.0, 0.004, 0.1))
    assert not is_close(limits, Loss(0.2, 1.0, 0.004, 0.1))
    assert not is_close(limits, Loss(0.0, 0.0, 0.0, 0.0))


@pytest.mark.parametrize("name", games())
def test_calibrated_chances_keep_their_order_and_sum_to_one(name: str) -> None:
    game = load(name)
    rng = np.random.default_rng(1)
    assert fitted(game) != NEUTRAL
    for players in game.players:
        for part in (0.0, 0.3, 0.8, 1.0):
            for seat in range(players):
                raw = rng.dirichlet(np.ones(players))
                found = chances_of(game, raw, seat, part)
                assert found.sum() == pytest.approx(1)
                others = [other for other in range(players) if other != seat]
                assert np.argsort(found[others]).tolist() == np.argsort(raw[others]).tolist()
                more = raw.copy()
                more[seat] += 0.05
                assert chances_of(game, more / more.sum(), seat, part)[seat] > found[seat]
                assert (growth(game, raw, seat, part) > 0).all()
