"""The board in a mirror: the rules know no left and right."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sandtable import State, load
from sandtable.games.five_tribes.mirror import DECISIONS, mirrored
from sandtable.search import Knowledge
from tests.games.play import played

GAME = load("five-tribes")


def in_the_mirror(state: State, which: int) -> NDArray[Any]:
    return mirrored(np.atleast_1d(np.array(state.record, GAME.dtype)), which)


@pytest.mark.parametrize("which", range(len(DECISIONS)))
@pytest.mark.parametrize("seed", range(3))
def test_what_holds_of_a_position_holds_in_the_mirror(which: int, seed: int) -> None:
    """Legal decisions are the reflected ones, and lead to reflected positions, through a whole game."""
    rng = random.Random(seed)
    state = GAME.new(2 + seed, seed=seed)
    there = State(GAME, in_the_mirror(state, which), state.seed)
    names = DECISIONS[which]
    while not state.over:
        ids = [action.id for action in state.legal]
        assert sorted(names[ids]) == [action.id for action in there.legal]
        chosen = rng.choice(ids)
        state.play(chosen)
        there.play(int(names[chosen]))
        assert there.record.tobytes() == in_the_mirror(state, which).tobytes()
    assert state.scores == there.scores


@pytest.mark.parametrize("which", range(len(DECISIONS)))
def test_a_mirror_of_a_mirror_is_the_position(which: int) -> None:
    states = np.concatenate([Knowledge.of(played(GAME, 4, seed, 60)).world for seed in range(5)])
    assert mirrored(mirrored(states, which), which).tobytes() == states.tobytes()
    assert np.array_equal(DECISIONS[which][DECISIONS[which]], np.arange(GAME.num_actions))
    assert (mirrored(states, which) != states).all()
