"""Chance one can enumerate: complete, with probabilities that add up, and what play itself brings is among it."""

from __future__ import annotations

import random
from collections import Counter
from math import comb

import numpy as np
import pytest

import sandtable
from sandtable import State, TooManyOutcomes


def games_of(name: str, seeds: range) -> list[State]:
    """Positions of random games."""
    found = []
    for seed in seeds:
        state, rng = sandtable.load(name).new(seed=seed), random.Random(seed)
        while not state.over:
            found.append(state.copy())
            state.play(rng.choice(state.legal))
    return found


def test_a_draw_of_tuareg_is_hypergeometric() -> None:
    """Three cards of a pile: every hand that is possible, by the number of ways to draw it."""
    state = sandtable.load("tuareg").new(seed=3)
    seat = state.seat
    found = state.chance_outcomes("draw")
    assert sum(outcome.probability for outcome in found) == pytest.approx(1)
    pile = Counter(state.position()["pile"])
    for outcome in found:
        hand = {good: n for good, n in outcome.state.view(seat)["seats"][seat]["hand"].items() if n}
        ways = np.prod([comb(pile[good], n) for good, n in hand.items()]) / comb(pile.total(), 3)
        assert outcome.probability == pytest.approx(ways)
    assert len({outcome.state.key for outcome in found}) == len(found)
    assert state.number == 0


def test_a_theft_follows_the_hand() -> None:
    """TU-9: any card of the victim's hand is equally likely."""
    for state in games_of("tuareg", range(6)):
        thefts = [action for action in state.legal if action.kind == "steal_hand"]
        if not thefts:
            continue
        victim = state.position()["seats"][thefts[0].args["seat"]]["hand"]
        found = state.chance_outcomes(thefts[0])
        held = {good: n for good, n in victim.items() if n}
        assert sorted(outcome.probability for outcome in found) == pytest.approx(sorted(n / sum(held.values()) for n in held.values()))
        return
    pytest.fail("nobody could steal")


def test_an_exchange_of_targui_is_dice() -> None:
    """TG-5.3: the attacker's die, and the defender's if anything of his is left."""
    seen = 0
    for state in games_of("targui", range(2)):
        for action in state.legal:
            try:
                found = state.chance_outcomes(action, 50)
            except TooManyOutcomes:
                continue
            assert sum(outcome.probability for outcome in found) == pytest.approx(1)
            if len(found) > 1:
                seen += 1
                assert all(1 <= die <= 6 for outcome in found for die in outcome.chance)
                for outcome in found:
                    assert state.copy().replay(action, outcome.chance).key == outcome.state.key
        if seen > 20:
            return
    assert seen


@pytest.mark.parametrize("name", sandtable.games())
def test_what_is_played_is_among_the_outcomes(name: str) -> None:
    """For a random decision in many positions, where chance is small enough; where it is not, it says so."""
    rng, small = random.Random(5), 0
    for state in games_of(name, range(1))[::5]:
        action = rng.choice(state.legal)
        try:
            found = state.chance_outcomes(action, 300)
        except TooManyOutcomes:
            continue
        small += 1
        assert state.after(action)._standings()[0].tolist() in [o.state._standings()[0].tolist() for o in found]
        if state.game.draws(state.record, action) is None:
            assert state.after(action).key in {outcome.state.key for outcome in found}
    assert small > 5


def test_an_afterstate_is_a_value_before_chance() -> None:
    state = sandtable.load("tuareg").new(seed=3)
    before = state.afterstate("draw")
    assert before.expected(lambda after: 1.0) == pytest.approx(1)
    assert before.key == state.afterstate("draw").key != state.afterstate("pass").key if "pass" in state.legal else before.key
    gold = before.expected(lambda after: after.view("all")["seats"][state.seat or 0]["hand"]["gold"])
    pile = Counter(state.position()["pile"])
    assert gold == pytest.approx(3 * pile["gold"] / pile.total())
    assert before.sample(np.random.default_rng(1)).key in {outcome.state.key for outcome in before.outcomes}


def test_a_shuffle_is_too_many() -> None:
    with pytest.raises(TooManyOutcomes, match="more than 5"):
        sandtable.load("tuareg").new(seed=3).chance_outcomes("draw", 5)
