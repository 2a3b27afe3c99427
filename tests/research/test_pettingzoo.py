"""PettingZoo's own suites, and what they do not ask."""

import random

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.performance_benchmark import performance_benchmark

import sandtable
from sandtable.kernel.refusals import Refused
from sandtable.research.pettingzoo import Env, env
from tests.research.tables import GAMES, TABLES


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.filterwarnings(
    "error",
    "ignore:Observation space for each agent probably should be",  # it wants no dictionary, yet a mask needs one
    "ignore:Observation is not a NumPy array",
)
def test_the_library_s_api_test(name: str, players: int) -> None:
    api_test(env(name, players=players), num_cycles=1000)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_library_s_seed_test(name: str, players: int) -> None:
    seed_test(lambda: env(name, players=players), num_cycles=500)


@pytest.mark.parametrize("name", GAMES)
def test_the_library_s_render_test(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: env(name, render_mode=render_mode))
    assert capsys.readouterr().out.strip()


@pytest.mark.slow
def test_the_library_s_performance_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(env("tuareg", players=3))
    assert "turns per second" in capsys.readouterr().out


def play(table: Env, seed: int) -> list[tuple[str, int]]:
    rng = random.Random(seed)
    table.reset(seed=seed)
    played = []
    for agent in table.agent_iter():
        look, _, over, _, _ = table.last()
        action = None if over or look is None else rng.choice(np.flatnonzero(look["action_mask"]).tolist())
        if action is not None:
            played.append((agent, action))
        table.step(action)
    return played


@pytest.mark.parametrize("name", GAMES)
def test_rewards_are_given_once_and_sum_to_zero(name: str) -> None:
    table = env(name, players=sandtable.load(name).players[-1])
    table.reset(seed=3)
    rng = random.Random(3)
    while not any(table.terminations.values()):
        assert set(table.rewards.values()) == {0.0}
        look, *_ = table.last()
        assert look is not None
        table.step(rng.choice(np.flatnonzero(look["action_mask"]).tolist()))
    assert sum(table.rewards.values()) == pytest.approx(0)
    assert max(table.rewards.values()) > 0
    ranks = table._episodes.state().ranks
    rewards = list(table.rewards.values())
    for a, first in enumerate(ranks):
        for b, second in enumerate(ranks):
            assert (first < second) == (rewards[a] > rewards[b])


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_series_of_games(name: str) -> None:
    one, two = env(name), env(name)
    assert play(one, 5) == play(two, 5)
    one.reset()
    two.reset()
    assert one._episodes.states.tobytes() == two._episodes.states.tobytes()
    one.reset()
    assert one._episodes.states.tobytes() != two._episodes.states.tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_action_names_its_rule_and_changes_nothing(name: str) -> None:
    table = env(name)
    table.reset(seed=1)
    look, *_ = table.last()
    assert look is not None
    before = table._episodes.states.tobytes()
    with pytest.raises(Refused, match=sandtable.load(name).prefix):
        table.step(int(np.flatnonzero(look["action_mask"] == 0)[0]))
    with pytest.raises(Refused):
        table.step(10**6)
    with pytest.raises(ValueError, match="None is an action only"):
        table.step(None)
    assert table._episodes.states.tobytes() == before


def test_only_the_seat_to_decide_has_a_mask() -> None:
    table = env("tuareg", players=3)
    table.reset(seed=1)
    for agent in table.agents:
        assert table.observe(agent)["action_mask"].any() == (agent == table.agent_selection)


def test_steps_out_of_order_are_refused() -> None:
    table = env("tuareg")
    with pytest.raises(RuntimeError, match="reset"):
        table.step(0)
    with pytest.raises(RuntimeError, match="reset"):
        table.observe("player_0")
    with pytest.raises(ValueError, match="render_mode"):
        env("tuareg", render_mode="film")
    with pytest.raises(ValueError, match="render_mode"):
        table.render()
