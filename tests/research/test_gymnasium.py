"""Gymnasium's own checker, and what it does not ask."""

import random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import sandtable
from sandtable.bots import Bot, Knowledge
from sandtable.kernel.refusals import Refused
from sandtable.registration import IDS
from sandtable.research.gymnasium import SeatEnv
from tests.research.tables import GAMES, TABLES
from tests.scripts import said


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.filterwarnings("error")
def test_the_library_s_check_env(name: str, players: int) -> None:
    check_env(gymnasium.make(IDS[name], players=players, render_mode="ansi").unwrapped)


@pytest.mark.parametrize("order", ["gymnasium, sandtable", "sandtable, gymnasium", "gymnasium"])
def test_games_are_made_by_name(order: str) -> None:
    """As a new researcher would, in a process of its own. Gymnasium 1 asks no entry points: what it was not told of must be imported."""
    where = "" if "sandtable" in order else "sandtable:"
    made = f"gymnasium.make('{where}sandtable/Tuareg-v1', players=3).reset(seed=4)"
    many = f"assert gymnasium.make_vec('{where}sandtable/Tuareg-v1', num_envs=2).reset(seed=4)[0]['observation'].shape[0] == 2"
    said("\n".join([f"import {order}", made, many]))


def play(env: SeatEnv, seed: int) -> tuple[float, int]:
    rng = random.Random(seed)
    look, _ = env.reset(seed=seed)
    steps = 0
    while True:
        assert env.observation_space.contains(look)
        assert look["action_mask"].any()
        look, reward, over, cut, _ = env.step(rng.choice(np.flatnonzero(look["action_mask"]).tolist()))
        steps += 1
        assert not cut
        if over:
            assert -1 <= reward <= 1
            return reward, steps
        assert reward == 0


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_games_are_played_to_their_end_and_repeat_with_their_seed(name: str, players: int) -> None:
    env = SeatEnv(name, players=players, seat=players - 1)
    assert play(env, 3) == play(SeatEnv(name, players=players, seat=players - 1), 3)


def test_opponents_choose_for_their_seats() -> None:
    asked: set[int] = set()

    class First(Bot):
        def decide(self, knowledge: Knowledge, progress: object = None) -> str:
            asked.add(knowledge.seat)
            return knowledge.legal[0].text

    class Wrong(Bot):
        def decide(self, knowledge: Knowledge, progress: object = None) -> str:
            return "pass"

    env = SeatEnv("tuareg", players=4, seat=2, opponents=[First(), "random", First()])
    play(env, 1)
    assert asked == {3, 1}
    assert play(SeatEnv("tuareg", opponents="greedy"), 2) == play(SeatEnv("tuareg", opponents="greedy"), 2)
    with pytest.raises(Refused):
        play(SeatEnv("tuareg", players=2, opponents=Wrong()), 2)
    with pytest.raises(ValueError, match="3 opponents are needed"):
        SeatEnv("tuareg", players=4, opponents=["random"])
    with pytest.raises(ValueError, match="is not a bot"):
        SeatEnv("tuareg", opponents="genius")
    env.close()


def test_the_seat_may_be_drawn_for_every_game() -> None:
    env = SeatEnv("tuareg", players=5, seat=None)
    env.reset(seed=1)
    seats = set()
    for _ in range(40):
        look, _ = env.reset()
        seats.add(env.seat)
        assert np.flatnonzero(look["observation"][:5]).tolist() == [env.seat]
    assert seats == set(range(5))


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_action_loses_or_raises(name: str) -> None:
    env = SeatEnv(name)
    look, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(look["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over) == (-1.0, True)
    assert info["refusal"]["rule"].startswith(sandtable.load(name).prefix)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(wrong)
    strict = SeatEnv(name, illegal="raise")
    look, _ = strict.reset(seed=1)
    with pytest.raises(Refused):
        strict.step(wrong)
    strict.step(int(np.flatnonzero(look["action_mask"])[0]))


def test_what_cannot_be_made_says_why() -> None:
    for wrong, reason in (
        ({"seat": 2}, "no seat 2"),
        ({"illegal": "ignore"}, "'lose' or 'raise'"),
        ({"render_mode": "film"}, "render_mode"),
        ({"players": 6}, "2 to 5"),
        ({"goods": "C"}, "goods"),
    ):
        with pytest.raises(ValueError, match=reason):
            SeatEnv("tuareg", **wrong)


def test_a_table_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    env = SeatEnv("tuareg", render_mode="human")
    look, _ = env.reset(seed=1)
    env.step(int(np.flatnonzero(look["action_mask"])[0]))
    assert capsys.readouterr().out.strip()
    with pytest.raises(ValueError, match="render_mode"):
        SeatEnv("tuareg").render()


@pytest.mark.parametrize("first", ["import importlib.util; importlib.util.find_spec('gymnasium')", "import gymnasium", ""])
def test_whoever_imports_both_finds_the_games(first: str) -> None:
    """In whatever order, and also after somebody only asked whether Gymnasium is there."""
    code = f"import sandtable\n{first}\nimport gymnasium\nprint(sum(name.startswith('sandtable/') for name in gymnasium.registry))"
    order = code if first != "import gymnasium" else f"{first}\n{code}"
    assert said(order) == [str(len(IDS))]
