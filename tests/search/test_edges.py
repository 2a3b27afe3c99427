"""Positions at the edge of a search's tree, from which networks learn."""

from __future__ import annotations

import random

import numpy as np
import pytest

from sandtable import games, load
from sandtable.search import Knowledge, Limits, Search
from sandtable.training.edges import edge, known


def thought(game: str, seed: int) -> tuple[Search, Knowledge]:
    state = load(game).new(2, seed)
    while len(state.legal) == 1:
        state.play(state.legal[0])
    knowledge, search = Knowledge.of(state), Search(state.game, Limits(simulations=200))
    search.think(knowledge)
    return search, knowledge


@pytest.mark.parametrize("game", games())
def test_an_edge_lies_ahead_and_somebody_has_a_choice_there(game: str) -> None:
    search, knowledge = thought(game, 3)
    rng = random.Random(1)
    found = [edge(search, knowledge, rng) for _ in range(40)]
    assert len({world.tobytes() for world in found if world is not None}) > 10
    for world in found:
        assert world is not None  # no game ends so soon
        assert world["seat"][0] >= 0
        ahead = known(knowledge.game, world)
        assert len(ahead.ids) > 1
        assert ahead.seat == world["seat"][0]
        assert not np.array_equal(world, knowledge.world)


@pytest.mark.parametrize("game", games())
def test_the_same_chances_lead_to_the_same_edge(game: str) -> None:
    search, knowledge = thought(game, 4)
    one, two = (edge(search, knowledge, random.Random(5)) for _ in range(2))
    assert one is not None
    assert two is not None
    assert one.tobytes() == two.tobytes()
