"""Planning before bidding in Five Tribes: what one would do at every place in the order, from what the seat knows alone."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np

from sandtable import load
from sandtable.games.five_tribes.planning import plan, prices
from sandtable.kernel.conformance import walk
from sandtable.kernel.state import State


def biddings(players: int, seed: int) -> list[State]:
    return [s.copy() for s in walk(load("five-tribes").new(players, seed), random.Random(seed)) if not s.over and s.legal[0].kind == "bid"]


def test_every_place_has_its_turns_and_its_worth() -> None:
    for players, places in ((2, 4), (3, 3), (4, 4)):
        state = biddings(players, 3)[0]
        assert state.seat is not None
        told = plan(state, state.seat)
        assert told is not None
        assert [place["place"] for place in told["places"]] == list(range(1, places + 1))
        first = told["places"][0]
        assert first["low"] == first["high"] == round(first["turns"][0]["worth"])
        assert all(turn["share"] == 1 for turn in first["turns"])
        for place in told["places"][1:]:
            assert place["low"] <= place["worth"] + 1
            assert place["worth"] <= place["high"] + 1
            assert all(0 < turn["share"] <= 1 for turn in place["turns"])


def test_the_best_turn_lasts_less_often_the_later_one_plays() -> None:
    state = biddings(4, 3)[0]
    assert state.seat is not None
    told = plan(state, state.seat)
    assert told is not None
    best = told["places"][0]["turns"][0]
    shares = [
        max((turn["share"] for turn in place["turns"] if turn["final"] == best["final"] and turn["colour"] == best["colour"]), default=0.0)
        for place in told["places"]
    ]
    assert shares[0] == 1
    assert shares[-1] < 1
    assert told["places"][0]["worth"] > told["places"][-1]["worth"]


def test_prices_are_those_on_offer_and_a_dearer_one_comes_first_more_often() -> None:
    for state in biddings(4, 6)[:6]:
        assert state.seat is not None
        told = prices(state.record, state.seat, [18.0, 15.0, 13.0, 12.0])
        assert {price["spot"] for price in told} == {action.args["spot"] for action in state.legal}
        firsts = [price["first"] for price in sorted(told, key=lambda price: price["spot"])]
        assert all(a <= b + 0.1 for a, b in pairwise(firsts))
        assert firsts[-1] == 1 or state.record["bid_count"]


def test_nothing_hidden_is_in_it_and_nothing_is_planned_elsewhere() -> None:
    generator = np.random.default_rng(1)
    state = biddings(3, 9)[4]
    for seat in range(3):
        assert plan(state.redeal(seat, generator), seat) == plan(state, seat)
    while state.legal[0].kind == "bid":
        state.play(state.legal[0])
    assert plan(state, state.seat or 0) is None
