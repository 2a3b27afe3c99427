"""What the heuristics claim to know is true."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from sandtable import games, load
from sandtable.games.five_tribes.heuristics_gains import turn_values
from sandtable.games.five_tribes.moving import REACH, steps
from sandtable.games.targui.odds import odds
from sandtable.kernel.conformance import walk
from sandtable.search import Knowledge, Limits, Search
from sandtable.search.heuristics import heuristics, knobs
from tests import interpreted


@pytest.mark.parametrize("name", games())
def test_weights_are_sound(name: str) -> None:
    """Every position has a decision worth a thought, and no weight is negative or infinite."""
    module, numbers = heuristics(name), knobs(name)
    for players in load(name).players:
        for state in walk(load(name).new(players, 9), random.Random(9)):
            if state.over:
                continue
            ids = np.zeros(state.game.num_actions, np.int64)
            ids[: len(state.legal)] = state.legal.ids
            weight = np.zeros(state.game.num_actions)
            module.weigh(state.record.copy(), ids, len(state.legal), weight, numbers)
            found = weight[: len(state.legal)]
            assert np.isfinite(found).all()
            assert (found >= 0).all()
            assert found.sum() > 0


@pytest.mark.parametrize("name", games())
def test_judgements_are_sound(name: str) -> None:
    module, numbers = heuristics(name), knobs(name)
    for players in load(name).players:
        scores, wins = np.zeros(5), np.zeros(5)
        for step, state in enumerate(walk(load(name).new(players, 10), random.Random(10))):
            if state.over or step % 7:
                continue
            module.judge(state.record.copy(), scores, wins, numbers)
            assert np.isfinite(scores[:players]).all()
            assert wins[:players].sum() == pytest.approx(1)


def test_targui_uses_the_exact_odds() -> None:
    module = heuristics("targui")
    table = module.tables().reshape(3, 6, 6, module.SIDE, module.SIDE)
    for a, d, own, other in ((1, 1, 0, 0), (8, 7, 4, 2), (20, 13, 0, 4), (32, 32, 5, 5), (3, 30, 2, 1)):
        exact = odds(a, d, own, other)
        assert table[0, own, other, a, d] == pytest.approx(exact["win"])
        assert table[1, own, other, a, d] == pytest.approx(exact["expected_losses"]["attacker"])
        assert table[2, own, other, a, d] == pytest.approx(exact["expected_losses"]["defender"])


def test_five_tribes_lists_every_whole_move() -> None:
    """A move without a loop ends on a tile and with a colour that the enumeration lists for its start, with a gain."""
    numbers, rng = knobs("five-tribes"), random.Random(4)
    moves = 0
    state = load("five-tribes").new(2, 4)
    gains: np.ndarray[tuple[int], np.dtype[np.float64]] = np.zeros(150)
    start = -1
    listed: set[tuple[int, int]] = set()
    while not state.over:
        action = rng.choice(list(state.legal))
        record = state.record
        if action.kind == "lift":
            start = action.id - 49
            turn_values(record.copy(), record["seat"] + 0, gains, numbers)
            height = int(record["height"][start])
            ends = int(REACH[steps(height), start, 4]) & ~(1 << start)
            listed = {
                (tile, colour)
                for colour in range(5)
                if record["meeples"][start, colour] > 0
                for tile in range(30)
                if ends >> tile & 1 and record["meeples"][tile, colour] > 0
            }
            assert all(gains[tile * 5 + colour] > -1 for tile, colour in listed)
            looping = height > 4
        before = record["stage"] + 0
        state.play(action)
        if before == 2 and state.record["stage"] != 2 and not looping and state.record["final"] >= 0:
            moves += 1
            assert (int(state.record["final"]), int(state.record["colour"])) in listed
    assert moves > 15


def searches(name: str) -> list[list[list[int]]]:
    """How often short searches looked at each decision, along a game."""
    found, state = [], load(name).new(2, 21)
    for _ in range(6):
        thought = Search(state.game, Limits(simulations=6, memory=1 << 20), seed=2).think(Knowledge.of(state))
        found.append([[option.action.id, option.visits] for option in thought.options if option.visits])
        state.play(thought.best)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", games())
def test_interpreted_and_compiled_searches_agree(name: str) -> None:
    """The same search without compiling, where no index can leave its array and no integer overflows unseen."""
    code = f"import json; from tests.search.test_heuristics import searches; print(json.dumps(searches({name!r})))"
    assert json.loads(interpreted.said(code)) == searches(name)
