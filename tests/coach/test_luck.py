"""Luck is what came, compared with what could have come: nothing on average, and larger for better cards."""

from __future__ import annotations

import numpy as np

from sandtable import load
from sandtable.coach.bench import Bench, Growth, salted, spread
from sandtable.coach.candidates import explore, tried
from sandtable.coach.luck import luck
from sandtable.coach.perspective import Perspective
from sandtable.kernel import seeds
from sandtable.search.knowledge import FIXED


def test_draws_are_fair_on_average_and_good_ones_are_lucky() -> None:
    game = load("tuareg")
    state = game.new(2, 3)
    sight = Perspective(game, "all")
    before = sight.of(state)
    words = seeds.key(bytes(16), 1)
    found, goods = [], []
    for number in range(40):
        salt = salted(words, 1000 + number)
        after = sight.play(sight.deal(before, salt, number), 0, salt)
        assert after is not None
        found.append(luck(sight, before, 0, after, salted(words, number))[:, 0])
        goods.append(after["hand"][0, state.seat])
    own = np.array(found)[:, state.seat or 0]
    assert np.allclose(np.array(found).sum(axis=1), 0, atol=1e-9)
    assert abs(own.mean()) < 3 * own.std() / np.sqrt(len(own)) + 0.003
    assert own.std() > 0.004
    precious = np.array(goods) @ np.array([6, 5, 4, 3])
    assert np.corrcoef(own, precious)[0, 1] > 0.2


def test_a_forced_decision_is_always_taken() -> None:
    """A look goes through chance: its first decision is the given one, whatever else looks better."""
    game = load("tuareg")
    state = game.new(2, 3)
    for eyes in ("all", 0):
        sight = Perspective(game, eyes)  # type: ignore[arg-type]
        growth = Growth(sight, sight.of(state), FIXED, forced=0)
        growth.grow(100)
        assert [(visits, action) for visits, action, _ in tried(growth, 0, 1)] == [(100, 0)]
        assert len(tried(growth, 0, 0)) == len(state.legal)


def test_looks_are_repeatable_and_differ_from_each_other() -> None:
    for name in ("five-tribes", "tuareg"):
        game = load(name)
        state = game.new(3, 8)
        sight, seat = Perspective(game, "all"), state.seat or 0
        turn = explore(sight, sight.of(state), FIXED, 1, 400)[0]
        benches = [Bench(sight, turn.world, turn.forced, FIXED, 100) for _ in range(2)]
        for bench in benches:
            bench.run(8)
        assert benches[0].series().tolist() == benches[1].series().tolist()
        assert len({look[seat, 1] for look in benches[0].looks}) == 8
        assert np.allclose(benches[0].series()[:, :, 1].sum(axis=1), 1)


def test_an_error_from_few_looks_trusts_what_is_usual() -> None:
    looks = np.array([[1.0], [1.0]])
    assert spread(looks)[0] == 0
    assert spread(looks, 4.0, 6)[0] > 1
    many = np.random.default_rng(1).normal(0, 1, (400, 1))
    assert abs(spread(many, 100.0, 6)[0] - 0.05) < 0.1
