"""Trained policies as bots: functions, models with ``predict``, and names in the arena."""

from __future__ import annotations

import copy
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import sandtable
from sandtable.bots import BadBot, Bot, Forfeit, Knowledge, policy, seat_named
from sandtable.encodings import encoding
from sandtable.research.gymnasium import SeatEnv
from sandtable.research.gymnasium_vector import SeatVectorEnv
from tests.commands import good

GAMES = ["five-tribes", "targui", "tuareg"]


@pytest.mark.parametrize("game", GAMES)
def test_a_function_of_observation_and_mask_decides(game: str) -> None:
    state = sandtable.load(game).new(seed=1)
    knowledge = Knowledge.of(state)
    last = policy(lambda observation, mask: np.arange(len(mask)))
    assert last.decide(knowledge) == state.legal.ids[-1]
    given = policy(lambda observation, mask: int(np.flatnonzero(mask)[0]))
    assert given.decide(knowledge) == state.legal.ids[0]
    with pytest.raises(Forfeit, match="scores"):
        policy(lambda observation, mask: [1, 2, 3]).decide(knowledge)


class Model:
    """Looks to us like a model of Stable-Baselines3."""

    def __init__(self, space: Any) -> None:
        self.observation_space, self.seen = space, []

    def predict(self, look: Any, action_masks: NDArray[np.bool_], deterministic: bool) -> tuple[Any, None]:
        self.seen.append(look)
        return np.array([np.flatnonzero(mask)[-1] for mask in action_masks]), None


@pytest.mark.parametrize("flat", [True, False])
def test_a_model_is_shown_what_it_was_trained_on(flat: bool) -> None:
    env = SeatEnv("tuareg", flat=flat)
    model, state = Model(env.observation_space), sandtable.load("tuareg").new(seed=1)
    assert policy(model).decide(Knowledge.of(state)) == state.legal.ids[-1]
    row = model.seen[0] if flat else {name: part[0] for name, part in model.seen[0].items()}
    assert env.observation_space.contains(row[0] if flat else row)


def test_policies_are_opponents_too() -> None:
    asked = []

    def act(observation: NDArray[np.int16], mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        assert observation.shape == (encoding("tuareg").size,)
        asked.append(1)
        return mask

    env = SeatEnv("tuareg", opponents=policy(act))
    env.reset(seed=1)
    over = False
    while not over:
        over = env.step(int(np.flatnonzero(env.action_masks())[0]))[2]
    assert asked


def test_a_model_is_asked_one_question_at_a_time() -> None:
    """Models keep the mask in themselves while they answer; two threads of the arena must not mix theirs."""

    class Forgetful(Model):
        def predict(self, look: Any, action_masks: NDArray[np.bool_], deterministic: bool) -> tuple[Any, None]:
            assert not self.seen, "asked while it answers"
            self.seen.append(look)
            sleep(0)  # another thread may go on here
            self.seen.clear()
            return np.array([np.flatnonzero(mask)[0] for mask in action_masks]), None

    bot = policy(Forgetful(None))
    twin = copy.deepcopy(bot)
    knowledge = Knowledge.of(sandtable.load("tuareg").new(seed=1))
    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(lambda one: one.decide(knowledge), [bot, twin] * 100))) == 1


@pytest.mark.parametrize("opponents", ["one", "by name and alone"])
def test_at_many_tables_a_policy_is_asked_once_for_all(opponents: str) -> None:
    """The same games as at single tables, where a function of one row does the same."""
    sizes = []

    def act(observations: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[Any]:
        assert observations.shape == (len(masks), encoding("tuareg").size)
        sizes.append(len(masks))
        return np.arange(masks.shape[1]) * masks if len(masks) % 2 else np.array([np.flatnonzero(mask)[-1] for mask in masks])

    many, last = policy(act, scaled=True, batched=True), policy(lambda observation, mask: np.flatnonzero(mask)[-1])
    company = (many, last) if opponents == "one" else ([many, "random", last], [last, "random", last])
    players = 2 if opponents == "one" else 4
    tables = SeatVectorEnv("tuareg", 5, players=players, opponents=company[0])
    single = [SeatEnv("tuareg", players=players, opponents=company[1]) for _ in range(5)]
    looks, _ = tables.reset(seed=3)
    alone = [table.reset(seed=3 + i)[0] for i, table in enumerate(single)]
    for _ in range(30):
        assert (looks["observation"] == [look["observation"] for look in alone]).all()
        chosen = tables.action_masks().argmax(axis=1)
        looks, _, over, _, _ = tables.step(chosen)
        alone = [table.step(int(action))[0] for table, action in zip(single, chosen, strict=True)]
        assert not over.any()
    assert max(sizes) == 5


def test_bots_that_remember_sit_at_one_table() -> None:
    class Remembers(Bot):
        def start(self, game: Any, players: int, seat: int, seed: int) -> None:
            self.seen = 0

        def decide(self, knowledge: Knowledge, progress: object = None) -> int:
            self.seen += 1
            return int(knowledge.ids[0])

    tables = SeatVectorEnv("tuareg", 3, opponents=Remembers())
    tables.reset(seed=1)
    assert len({id(table._bots[0]) for table in tables.tables}) == 3
    tables.close()


@pytest.mark.slow
def test_a_policy_has_a_name_in_the_arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_policy.py").write_text("def last(observation, mask):\n    return mask.nonzero()[0][-1]\n")
    monkeypatch.chdir(tmp_path)
    bot = seat_named("policy:my_policy:last").make("tuareg")
    assert bot.name == "last"
    for wrong in ("policy:my_policy", "policy:my_policy:first", "policy:no_such_module:x"):
        with pytest.raises(BadBot, match="policy"):
            seat_named(wrong)
    said = good("arena", "--game", "tuareg", "--bots", "policy:my_policy:last,random", "--games", "2")
    assert "policy:my_policy:last" in said
