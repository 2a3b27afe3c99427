"""Masks, flat observations, final standings and many tables at once: where the tools of others look for them."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import NormalizeObservation

import sandtable
from sandtable.bots import Knowledge
from sandtable.encodings import encoding
from sandtable.registration import IDS
from sandtable.research import VectorEnv
from sandtable.research.gymnasium import SeatEnv
from sandtable.research.gymnasium_vector import SeatVectorEnv
from sandtable.research.pettingzoo import env as pettingzoo_env
from tests.research.tables import GAMES


def to_the_end(env: Any, seed: int) -> tuple[Any, float, dict[str, Any]]:
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    while True:
        look, reward, over, _, info = env.step(int(rng.choice(np.flatnonzero(env.unwrapped.action_masks()))))
        if over:
            return look, reward, info


@pytest.mark.parametrize("name", GAMES)
def test_the_mask_stands_in_three_places(name: str) -> None:
    env = SeatEnv(name, players=3)
    look, info = env.reset(seed=2)
    for _ in range(20):
        assert env.action_masks().dtype == np.bool_
        assert (look["action_mask"] == env.action_masks()).all()
        assert (info["action_mask"] == env.action_masks()).all()
        look, _, over, _, info = env.step(int(np.flatnonzero(env.action_masks())[0]))
        if over:
            look, info = env.reset()


@pytest.mark.parametrize("name", GAMES)
def test_flat_observations_are_the_scaled_rows(name: str) -> None:
    flat, plain = SeatEnv(name, flat=True), SeatEnv(name)
    look, _ = flat.reset(seed=5)
    row = plain.reset(seed=5)[0]["observation"]
    assert flat.observation_space.contains(look)
    assert np.allclose(look * encoding(name).unit, row)
    normal = NormalizeObservation(SeatEnv(name, flat=True))
    seen, _, _ = to_the_end(normal, 1)
    assert np.isfinite(seen).all()


@pytest.mark.parametrize("name", GAMES)
def test_the_end_tells_scores_and_ranks(name: str) -> None:
    _, reward, info = to_the_end(SeatEnv(name, players=2), 3)
    assert len(info["scores"]) == 2
    assert sorted(info["ranks"])[0] == 1
    assert reward == {1: 1, 2: -1}[info["ranks"][0]] or info["ranks"] == [1, 1]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("mode", AutoresetMode)
def test_many_tables_play_what_single_ones_play(name: str, mode: AutoresetMode) -> None:
    """Game by game the same as single tables of the same seeds, whatever begins a new game."""
    tables = gymnasium.make_vec(IDS[name], 3, autoreset_mode=mode)
    assert isinstance(tables, SeatVectorEnv)
    looks, infos = tables.reset(seed=7)
    assert tables.observation_space.contains(looks)
    single = SeatEnv(name)
    begun = single.reset(seed=8)[0]
    assert (looks["observation"][1] == begun["observation"]).all()
    finished, starting = 0, np.zeros(3, np.bool_)
    while finished < 4:
        masks = tables.action_masks()
        if mode is not AutoresetMode.DISABLED or not starting.any():
            chosen = np.array([np.flatnonzero(row)[0] if row.any() else 0 for row in masks])
        looks, rewards, over, cut, infos = tables.step(chosen)
        assert tables.observation_space.contains(looks)
        assert not cut.any()
        assert not rewards[starting].any()
        for i in np.flatnonzero(over).tolist():
            finished += 1
            final = infos["final_info"] if mode is AutoresetMode.SAME_STEP else infos
            assert len(final["scores"][i]) == 2
        if mode is AutoresetMode.DISABLED:
            if over.any():
                with pytest.raises(RuntimeError, match="reset_mask"):
                    tables.step(chosen)
                looks, infos = tables.reset(options={"reset_mask": over})
            assert tables.action_masks().any(axis=1).all()
        else:
            starting = over if mode is AutoresetMode.NEXT_STEP else np.zeros(3, np.bool_)
    tables.close()


@pytest.mark.parametrize("name", GAMES)
def test_environments_pickle_and_copy(name: str) -> None:
    vector, seat, table = (
        VectorEnv(name, 4, seed=1, threads=2),
        SeatEnv(name, players=3, opponents=["greedy", "level2"]),
        pettingzoo_env(name),
    )
    seat.reset(seed=1)
    table.reset(seed=1)
    for twin in (pickle.loads(pickle.dumps(vector)), copy.copy(vector), copy.deepcopy(vector)):
        assert (twin.step(twin.masks.argmax(1))[0] != 0).any()
        twin.close()
    first = vector.observations.copy()
    assert (VectorEnv(name, 4, seed=1).observations == first).all()
    for twin in (pickle.loads(pickle.dumps(seat)), copy.copy(seat), copy.deepcopy(seat)):
        mask = seat.action_masks()
        twin.step(int(np.flatnonzero(mask)[0]))
        assert (seat.action_masks() == mask).all()
    for twin in (pickle.loads(pickle.dumps(table)), copy.copy(table), copy.deepcopy(table)):
        state = table.state()
        twin.step(int(np.flatnonzero(twin.last()[0]["action_mask"])[0]))
        assert (table.state() == state).all()
    vector.close()


@pytest.mark.parametrize("name", GAMES)
def test_what_all_seats_know_together(name: str) -> None:
    table = pettingzoo_env(name)
    table.reset(seed=4)
    state = table.state()
    assert table.state_space.contains(state)
    rows = [table.observe(agent)["observation"] for agent in table.possible_agents]
    assert (state == np.concatenate(rows)).all()
    for _ in table.agent_iter():
        look, _, over, _, info = table.last()
        if over:
            assert len(info["scores"]) == len(info["ranks"]) == len(table.possible_agents)
        table.step(None if over else int(np.flatnonzero(look["action_mask"])[0]))


@pytest.mark.parametrize("name", GAMES)
def test_bots_get_observation_and_mask(name: str) -> None:
    state = sandtable.load(name).new(seed=6)
    knowledge = Knowledge.of(state)
    assert (knowledge.mask == state.mask).all()
    assert (knowledge.observation == encoding(name).observe(state, knowledge.seat)).all()
