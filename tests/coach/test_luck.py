"""Luck is what came, compared with what could have come: nothing on average, and larger for better cards."""

from __future__ import annotations

import numpy as np

from sandtable import load
from sandtable.coach.bench import Bench, difference
from sandtable.coach.candidates import Explorer
from sandtable.coach.eyes import Sight
from sandtable.coach.luck import luck, salted
from sandtable.kernel import seeds
from sandtable.search.knowledge import FIXED


def test_draws_are_fair_on_average_and_good_ones_are_lucky() -> None:
    game = load("tuareg")
    state = game.new(2, 3)
    sight = Sight(game, "all")
    before = sight.of(state)
    words = seeds.words(bytes(16), 1)
    found, goods = [], []
    for number in range(40):
        salt = salted(words, 1000 + number)
        after = sight.play(sight.deal(before, salt, number), 0, salt)
        assert after is not None
        found.append(luck(sight, before, 0, after, salted(words, number), 600)[:, 0])
        goods.append(after["hand"][0, state.seat])
    own = np.array(found)[:, state.seat or 0]
    assert np.allclose(np.array(found).sum(axis=1), 0, atol=1e-9)
    assert abs(own.mean()) < 3 * own.std() / np.sqrt(len(own)) + 0.003
    assert own.std() > 0.004
    precious = np.array(goods) @ np.array([6, 5, 4, 3])
    assert np.corrcoef(own, precious)[0, 1] > 0.2


def test_a_forced_decision_is_always_taken() -> None:
    """The bench plays through chance: its first decision is the given one, whatever else looks better."""
    game = load("tuareg")
    state = game.new(2, 3)
    for eyes in ("all", 0):
        sight = Sight(game, eyes)  # type: ignore[arg-type]
        bench = Bench(sight, sight.of(state), 0, FIXED)
        bench.run(8)
        assert bench.nodes is not None
        assert bench.nodes["visits"][0] == bench.simulations == 200
        visited = {int(row["action"]) for row in bench.nodes[1 : len(state.legal) + 1] if row["visits"]}
        assert visited == {0}


def test_a_bench_compares_on_the_same_chances() -> None:
    """The difference of two turns is known better than either of them."""
    better = 0
    for name in ("five-tribes", "tuareg"):
        game = load(name)
        state = game.new(3, 8)
        if name == "five-tribes":
            while state.legal[0].kind == "bid":
                state.play(state.legal[0])
        sight = Sight(game, "all")
        explorer = Explorer(sight, sight.of(state), FIXED)
        explorer.search(400)
        benches = []
        for turn in explorer.turns(3):
            benches.append(Bench(sight, turn.world, turn.forced, FIXED))
            benches[-1].run(24)
        assert difference(benches[0], benches[0])[1].max() == 0
        _, paired = difference(benches[0], benches[1])
        apart = np.sqrt(benches[0].error() ** 2 + benches[1].error() ** 2)
        better += int(paired[state.seat or 0, 1] < apart[state.seat or 0, 1])
    assert better >= 1
