"""Learners of others on our environments as they are, without a wrapper of ours."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sandtable
from sandtable.arena.match import Job, play
from sandtable.bots import policy
from sandtable.research.gymnasium import SeatEnv
from sandtable.research.pettingzoo import env

GAMES = ("five-tribes", "targui", "tuareg")


@pytest.mark.parametrize("game", GAMES)
def test_maskable_ppo_learns_and_takes_a_seat(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stable-Baselines3: steps for two updates; the model then plays whole games in the arena by itself."""
    from sb3_contrib import MaskablePPO

    table = SeatEnv(game, flat=True, illegal="raise")
    model = MaskablePPO("MlpPolicy", table, n_steps=256, batch_size=128, n_epochs=2, seed=1, device="cpu")
    model.learn(512)
    assert model.num_timesteps >= 512
    learned = policy(model, "ppo")
    monkeypatch.setattr("sandtable.bots.spec.RandomBot", lambda: learned)
    result = play(Job(0, 0, game, {}, 1, ("random", "greedy")))
    assert result.forfeit is None


def test_maskable_ppo_takes_the_dictionary_too() -> None:
    from sb3_contrib import MaskablePPO

    model = MaskablePPO("MultiInputPolicy", SeatEnv("tuareg", illegal="raise"), n_steps=128, batch_size=64, n_epochs=1, device="cpu")
    model.learn(256)
    knowledge = sandtable.bots.Knowledge.of(sandtable.load("tuareg").new(seed=1))
    assert policy(model).decide(knowledge) in knowledge.ids


def test_torchrl_rolls_out_with_masks() -> None:
    from torchrl.envs import ActionMask, GymWrapper, PettingZooWrapper, TransformedEnv, check_env_specs

    table = TransformedEnv(GymWrapper(SeatEnv("tuareg", illegal="raise"), categorical_action_encoding=True), ActionMask())
    check_env_specs(table)
    rows = table.rollout(200)
    assert rows["observation"].shape[-1] == SeatEnv("tuareg").observation_space["observation"].shape[0]
    assert rows["action_mask"].gather(1, rows["action"].unsqueeze(1)).bool().all()
    seats = PettingZooWrapper(env("tuareg"), return_state=True, use_mask=True, group_map=None, categorical_actions=True)
    assert seats.rollout(100).shape[0] > 10


def test_tianshou_collects_self_play() -> None:
    from tianshou.data import Batch
    from tianshou.env import DummyVectorEnv, PettingZooEnv

    tables = DummyVectorEnv([lambda: PettingZooEnv(env("tuareg")) for _ in range(2)])
    looks, _ = tables.reset()
    rng = np.random.default_rng(1)
    ended = 0
    while ended < 2:
        batch: Any = Batch(looks.tolist() if isinstance(looks, np.ndarray) else looks)
        masks = np.stack([np.asarray(look["mask"], bool) for look in looks])
        assert masks.any(axis=1).all()
        assert len(batch) == 2
        looks, rewards, done, _, _ = tables.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in masks]))
        if done.any():
            ended += int(done.sum())
            assert np.abs(np.asarray(rewards)[done].sum(axis=-1)).max() < 1e-5
            fresh, _ = tables.reset(np.flatnonzero(done))
            looks[done] = fresh
