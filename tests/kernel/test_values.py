"""States, games, records, batches, decisions and environments are values: they pickle, copy, travel and compare."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import random
from typing import Any

import numpy as np
import pytest

import sandtable
from sandtable.kernel.actions import Action
from sandtable.kernel.batch import Batch
from sandtable.kernel.record import Record
from sandtable.kernel.refusals import BadOption, BadPosition, Refused
from sandtable.kernel.registry import UnknownGame
from sandtable.kernel.state import State
from sandtable.research import VectorEnv
from sandtable.research.gymnasium import SeatEnv
from sandtable.research.gymnasium_vector import SeatVectorEnv
from sandtable.research.pettingzoo import Env as Table
from sandtable.research.pettingzoo import env as table


def through_ray(value: Any) -> Any:
    from ray import cloudpickle  # takes long: only where it is wanted, not in every process that is sent something

    return cloudpickle.loads(cloudpickle.dumps(value))


GAMES = ["five-tribes", "targui", "tuareg"]
MADE = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "Ray": through_ray,
}
WAYS = ["pickle", "copy", "deepcopy", pytest.param("Ray", marks=pytest.mark.slow)]


def middle(game: str, seed: int = 3, decisions: int = 25) -> State:
    state, rng = sandtable.load(game).new(seed=seed), random.Random(seed)
    while state.number < decisions and not state.over:
        state.play(rng.choice(state.legal.ids.tolist()))
    return state


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", WAYS)
def test_a_copy_goes_on_like_the_original_and_alone(game: str, way: str) -> None:
    state = middle(game)
    twin, before = MADE[way](state), Record.of(state).lines()
    assert twin == state
    assert Record.of(twin).lines() == before
    assert twin.events(everything=True) == state.events(everything=True)
    twin.play(twin.legal[0])
    assert Record.of(state).lines() == before
    assert twin.position() == state.after(state.legal[0]).position()
    assert Record.of(state).lines() == before
    twin.rewind(0)
    assert twin == sandtable.load(game).new(seed=3)


@pytest.mark.parametrize("game", GAMES)
def test_a_world_dealt_anew_pickles_too(game: str) -> None:
    world = middle(game).redeal(0, 5)
    twin = pickle.loads(pickle.dumps(world))
    assert (twin, twin.setup, twin.position()) == (world, world.setup, world.position())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", WAYS)
def test_games_records_batches_and_decisions(game: str, way: str) -> None:
    loaded, state = sandtable.load(game), middle(game)
    assert MADE[way](loaded) is loaded
    record = MADE[way](Record.of(state))
    assert record.lines() == Record.of(state).lines()
    action = MADE[way](state.legal[0])
    assert (action, action.kind, dict(action.args)) == (state.legal[0], state.legal[0].kind, dict(state.legal[0].args))
    batch = loaded.batch(4, seed=1)
    twin = MADE[way](batch)
    assert twin == batch
    twin.playout()
    assert twin != batch
    assert not batch.over.any()


@pytest.mark.parametrize("game", GAMES)
def test_equal_is_who_stands_in_the_same_position(game: str) -> None:
    """Neither history nor seed counts; one decision does."""
    state = middle(game)
    placed = state.game.position(state.position(), 99)
    assert placed == state
    assert hash(placed) == hash(state)
    assert placed.key == state.key
    assert {state.copy(): "seen"}[placed] == "seen"
    assert state.after(state.legal[0]) != state
    assert state != state.position()


def told(value: Any) -> Any:
    """What can be said about a value in any process."""
    if isinstance(value, State):
        return value.key, value.legal.ids.tolist(), Record.of(value).lines()
    if isinstance(value, Batch):
        return value.states.tobytes()
    if isinstance(value, (VectorEnv, SeatVectorEnv)):
        return np.asarray(value.masks if isinstance(value, VectorEnv) else value.action_masks()).tobytes()
    if isinstance(value, SeatEnv):
        return value.action_masks().tobytes()
    if isinstance(value, Table):
        return value.state().tobytes()
    return value.lines() if isinstance(value, Record) else (value.id, type(value).__name__)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_everything_travels_between_processes(method: str) -> None:
    """States of all games; a game, a record, decisions, batches and all environments, in the middle of what they do."""
    state = middle("tuareg")
    environments = (VectorEnv("tuareg", 3, seed=1), SeatVectorEnv("tuareg", 2), SeatEnv("tuareg", opponents="greedy"), table("tuareg"))
    for environment in environments[1:]:
        environment.reset(seed=1)
    things = [*map(middle, GAMES), state.game, Record.of(state), state.legal[0], state.game.batch(4, seed=1), *environments]
    with multiprocessing.get_context(method).Pool(1) as pool:
        assert pool.map(told, things) == [told(thing) for thing in things]


def test_refusals_travel_between_processes() -> None:
    game = sandtable.load("tuareg")
    for wrong, kind in (
        (lambda: game.new(seed=1).play("fly"), Refused),
        (lambda: game.new(9), BadOption),
        (lambda: game.position({"game": "tuareg"}), BadPosition),
    ):
        with pytest.raises(kind) as caught:
            wrong()
        twin = pickle.loads(pickle.dumps(caught.value))
        assert (type(twin), str(twin)) == (kind, str(caught.value))


def test_numbers_of_numpy_are_numbers() -> None:
    game = sandtable.load("tuareg")
    assert game.new(np.int64(3), seed=np.int64(3)) == game.new(3, seed=3)
    state = game.new(seed=3)
    assert state.after(state.legal.ids[0]) == state.after(state.legal[0])
    chosen: Action = state.legal[0]
    assert state.legal[:1] == [chosen]


def test_a_game_that_does_not_exist_is_explained() -> None:
    with pytest.raises(UnknownGame, match=r"There is no game 'chess'; there are: .*five-tribes.*\.$"):
        sandtable.load("chess")
    with pytest.raises(KeyError, match="Did you mean 'five-tribes'"):
        sandtable.load("Five Tribes")


@pytest.mark.parametrize(
    ("given", "near"), [("drw", "draw"), ("fly away", ""), (99_999, ""), ("x" * 500, "")], ids=["typo", "words", "number", "long"]
)
def test_an_unknown_decision_is_repeated_with_the_nearest(given: Any, near: str) -> None:
    state = sandtable.load("tuareg").new(seed=1)
    with pytest.raises(Refused) as caught:
        state.play(given)
    said = str(caught.value)
    assert f"'{str(given)[:80]}'" in said
    assert any(legal.text in said for legal in state.legal)
    assert near in said
    assert len(said) < 300
