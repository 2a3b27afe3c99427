"""Wrappers of others on our environments as they are."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
import supersuit

from sandtable.registration import IDS
from sandtable.research.gymnasium import SeatEnv
from tests.research.tables import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_supersuit_and_gymnasium_wrap_the_flat_environment(name: str) -> None:
    """They want one Box with honest bounds."""
    rng = np.random.default_rng(1)
    wrapped = (
        supersuit.frame_stack_v1(SeatEnv(name, flat=True, illegal="raise"), 2),
        supersuit.dtype_v0(SeatEnv(name, flat=True, illegal="raise"), np.float64),
        gymnasium.wrappers.NormalizeObservation(SeatEnv(name, flat=True, illegal="raise")),
    )
    for table in wrapped:
        look, info = table.reset(seed=1)
        for _ in range(20):
            assert np.isfinite(look).all()
            look, _, over, _, info = table.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
            if over:
                look, info = table.reset()


@pytest.mark.parametrize("name", GAMES)
def test_what_is_seen_lies_within_the_bounds(name: str) -> None:
    """Of whole random games, flat and as it is; whatever can be counted in the box is bounded by it."""
    for flat in (False, True):
        table = gymnasium.make(IDS[name], flat=flat, disable_env_checker=True)
        rng = np.random.default_rng(2)
        look, info = table.reset(seed=2)
        over = False
        while not over:
            assert table.observation_space.contains(look)
            look, _, over, _, info = table.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
    high = SeatEnv(name).observation_space["observation"].high
    assert (high == np.iinfo(np.int16).max).mean() < 0.06
