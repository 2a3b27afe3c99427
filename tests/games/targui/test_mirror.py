"""The board turned and reflected: once all have settled the rules know no north and south."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sandtable import State, load
from sandtable.games.targui.mirror import DECISIONS, mirrored
from sandtable.games.targui.state import Phase

GAME = load("targui")


def as_it_is(state: State) -> NDArray[Any]:
    return np.atleast_1d(np.array(state.record, GAME.dtype))


def in_the_mirror(state: State, which: int) -> NDArray[Any]:
    return mirrored(as_it_is(state), which)


@pytest.mark.parametrize("which", range(7))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_holds_of_a_position_holds_in_the_mirror(which: int, players: int) -> None:
    rng = random.Random(10 * which + players)
    state = GAME.new(players, seed=rng.getrandbits(40))
    while state.record["phase"] == Phase.SETTLE:
        assert in_the_mirror(state, which).tobytes() == as_it_is(state).tobytes()
        state.play(rng.choice(state.legal))
    here, there = (State(GAME, in_the_mirror(state, which) if turned else as_it_is(state), state.seed) for turned in (False, True))
    for _ in range(150):
        if here.seat is None:
            break
        assert sorted(DECISIONS[which][decision.id] for decision in here.legal) == [decision.id for decision in there.legal]
        chosen = rng.choice(here.legal).id
        here.play(chosen)
        there.play(int(DECISIONS[which][chosen]))
        assert there.record.tobytes() == in_the_mirror(here, which).tobytes()
    assert there.scores == here.scores


def test_there_are_seven_others() -> None:
    state = GAME.new(2, seed=3)
    while state.record["phase"] == Phase.SETTLE:
        state.play(state.legal[0])
    assert len({in_the_mirror(state, which).tobytes() for which in range(7)} | {as_it_is(state).tobytes()}) == 8
