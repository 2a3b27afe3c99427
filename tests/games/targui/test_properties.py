"""What must hold in every position of every game."""

import json

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandtable import State
from tests.games.targui.build import GAME

OPTIONS = st.fixed_dictionaries(
    {
        "stacking": st.booleans(),
        "split_purchase": st.booleans(),
        "camel_limit": st.booleans(),
        "money_limit": st.booleans(),
        "fates": st.sampled_from(["full", "medium", "short", [1], [1, 13, 16]]),
    }
)
QUICK = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))


def conserved(position: dict) -> None:  # type: ignore[type-arg]
    """TG-2.7 and TG-R19 as arithmetic, and no camels without a marker."""
    if position["supply"] is not None:
        assert position["supply"] >= 0
        assert position["supply"] + sum(position["camels"]) == 400
    if position["bank"] is not None:
        assert position["bank"] >= 0
        assert position["bank"] + sum(position["money"].values()) == 130
    assert min(position["money"].values()) >= 0
    for field in range(1, 50):
        assert position["camels"][field] >= 0
        assert position["owner"][field] or not position["camels"][field]
        assert position["card"][field] != "salt_lake" or not position["owner"][field]


@pytest.mark.slow
@QUICK
@given(st.integers(0, 10**6), st.integers(2, 4), OPTIONS, st.randoms(use_true_random=False))
def test_random_games(seed: int, players: int, options: dict, rng: object) -> None:  # type: ignore[type-arg]
    """TG-2.7, TG-D3, TG-D5, TG-H3: conservation, no dead ends, legal exactly without a refusal, round trips, honest views."""
    state = GAME.new(players, seed=seed, **options)
    step = 0
    while not state.over:
        ids = state.legal.ids.tolist()
        assert ids
        if step % 23 == 0:
            position = state.position()
            conserved(position)
            assert GAME.position(position).position() == position
            allowed = [action.id for action in GAME.actions if state.why(action) is None]
            assert allowed == ids
            world = state.redeal(None, step)
            assert world.view(None) == state.view(None)
        state.play(rng.choice(ids))  # type: ignore[attr-defined]
        step += 1
    conserved(state.position())
    assert state.ranks == [row["rank"] for row in state.position()["result"]["table"].values()]
    assert state.scores == [row["income"] for row in state.position()["result"]["table"].values()]


@QUICK
@given(st.integers(0, 10**6))
def test_worlds_differ(seed: int) -> None:
    """TG-H4: a re-deal reaches different worlds, and never a different view."""
    state = GAME.new(4, seed=seed)
    for _ in range(4):
        state.play(state.legal[0])
    worlds = [state.redeal(1, i) for i in range(10)]
    assert len({json.dumps(world.position()) for world in worlds}) > 5
    assert {json.dumps(world.view(1)) for world in worlds} == {json.dumps(state.view(1))}


def test_small_enough() -> None:
    """TG-2.3: the whole position is one small record."""
    assert np.dtype(GAME.dtype).itemsize < 1500


@pytest.mark.parametrize("players", [2, 3, 4])
def test_batches(players: int) -> None:
    """TG-D1: many games side by side are stepped by legal decisions only."""
    batch = GAME.batch(8, players, seed=3)
    for _ in range(60):
        batch.step(batch.legal_mask().argmax(axis=1))
    assert isinstance(GAME.new(players, seed=1), State)
