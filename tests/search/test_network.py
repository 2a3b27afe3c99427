"""Networks of whole numbers: what they are read from, what they say, and that a search asks them without peeking."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sandtable import State, games, load, networks
from sandtable.bots import BadBot, Knowledge, seat_named
from sandtable.bots.searching import SearchBot
from sandtable.kernel.conformance import walk
from sandtable.search import Limits, Search
from sandtable.search.weights import LAYERS, TYPES, BadNetwork, network, shipped, to_bytes

WIDE, NARROW = 16, 8
LEARNED = [name for name in games() if shipped(name)] or ["tuareg"]
"""Where the search with a network is compiled anyway; the smallest if it is nowhere."""


def nothing(name: str, wide: int, narrow: int) -> dict[str, Any]:
    """The layers of a network of so many sums that says nothing."""
    module, actions = network(name), load(name).num_actions
    inputs, outputs = module.INPUTS, 2 * module.SEATS
    shapes = [(inputs, wide), (wide,), (narrow, wide), (narrow,), (outputs, narrow), (outputs,), (actions, wide), (actions,)]
    return {layer: np.zeros(shape, kind) for layer, kind, shape in zip(LAYERS, TYPES, shapes, strict=True)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """For every game a network of numbers drawn by chance."""
    made = tmp_path_factory.mktemp("networks")
    for name in games():
        rng = np.random.default_rng(5)
        layers = {n: rng.integers(-900, 900, layer.shape).astype(layer.dtype) for n, layer in nothing(name, WIDE, NARROW).items()}
        (made / f"{name}.npz").write_bytes(to_bytes(layers, {"generation": 3}))
    return made


def positions(name: str, players: int) -> list[State]:
    return [
        state.copy() for step, state in enumerate(walk(load(name).new(players, 4), random.Random(4))) if step % 9 == 0 and not state.over
    ]


@pytest.mark.parametrize("name", games())
def test_judgements_are_chances_and_do_not_depend_on_hidden_facts(name: str, folder: Path) -> None:
    game, asked = load(name), networks.load(name, folder / f"{name}.npz")
    assert asked.version.startswith("3-")
    generator = np.random.default_rng(2)
    for players in (game.players[0], game.players[-1]):
        states = positions(name, players)
        scores, chances = asked.judge(states)
        weights = asked.weigh(states)
        assert np.allclose(chances.sum(axis=1), 1.0)
        assert (chances[:, :players] > 0).all()
        assert (chances[:, players:] == 0).all()
        assert (scores[:, players:] == 0).all()
        for state, row in zip(states, weights, strict=True):
            assert set(np.flatnonzero(row)) <= {action.id for action in state.legal}
            assert row.sum() == pytest.approx(1.0)
        dealt = [state.redeal(state.seat, generator) for state in states]
        assert np.array_equal(asked.inputs(dealt), asked.inputs(states))
        for mine, theirs in zip((scores, chances), asked.judge(dealt), strict=True):
            assert np.array_equal(mine, theirs)


@pytest.mark.parametrize("name", LEARNED)
@pytest.mark.parametrize("shares", [{"network": 1.0, "priors": 1.0}, {"network": 0.5, "priors": 0.3}])
def test_a_search_asks_it_and_finds_the_same_again(name: str, shares: dict[str, float], folder: Path) -> None:
    game, weights = load(name), networks.load(name, folder / f"{name}.npz").weights
    knowledge = Knowledge.of(next(state for state in positions(name, 2) if len(state.legal) > 3))
    found = [Search(game, Limits(simulations=60, threads=threads), shares, 3, weights).think(knowledge) for threads in (1, 1, 2, 2)]
    plain = Search(game, Limits(simulations=60), {}, 3).think(knowledge)
    told = [[(option.action.id, option.visits, option.value) for option in result.options] for result in found]
    assert told[0] == told[1]
    assert told[2] == told[3]
    assert told[0] != [(option.action.id, option.visits, option.value) for option in plain.options]
    spec = f"search@40:weights={folder / f'{name}.npz'}+network=1"
    bot = seat_named(spec).make(name)
    assert bot.version == networks.load(name, folder / f"{name}.npz").version


@pytest.mark.parametrize("name", games())
def test_points_are_counted_from_what_the_heuristics_think_of_them(name: str, tmp_path: Path) -> None:
    module = network(name)
    file = tmp_path / "nothing.npz"
    file.write_bytes(to_bytes(nothing(name, 1, 1), {}))
    asked, players = networks.load(name, file), load(name).players[-1]
    states = positions(name, players)
    scores, chances = asked.judge(states)
    told = asked.inputs(states)[:, module.OBSERVED :: module.PROSPECTS]
    for state, points, seen in zip(states, scores, told, strict=True):
        assert [points[(state.seat + place) % players] * module.FINE for place in range(players)] == seen[:players].tolist()
    assert np.allclose(chances[:, :players], 1 / players)


def test_a_network_brings_the_numbers_of_the_search_along(folder: Path, tmp_path: Path) -> None:
    layers = dict(zip(LAYERS, networks.load("tuareg", folder / "tuareg.npz").weights.layers, strict=True))
    file = tmp_path / "turns.npz"
    file.write_bytes(to_bytes(layers, {"knobs": {"turns": 2.0, "explore": 0.5}}))
    weights = networks.load("tuareg", file).weights
    names = list(load("tuareg").heuristics.KNOBS)
    search = Search(load("tuareg"), Limits(simulations=9), {"explore": 0.7}, weights=weights)
    assert search.knobs[names.index("turns")] == 2.0
    assert search.knobs[names.index("explore")] == 0.7  # what is asked for goes before
    file.write_bytes(to_bytes(layers, {"knobs": {"turn": 2.0}}))
    with pytest.raises(BadNetwork, match="a knob 'turn'"):
        networks.load("tuareg", file)


def test_what_is_no_network_is_refused(folder: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.npz"
    bad.write_bytes(b"no weights")
    with pytest.raises(BadNetwork, match="no weights of a network"):
        networks.load("tuareg", bad)
    whole = (folder / "tuareg.npz").read_bytes()
    for broken in (whole[: len(whole) // 2], whole[:-40] + bytes(40)):
        bad.write_bytes(broken)
        with pytest.raises(BadNetwork, match="no weights of a network"):
            networks.load("tuareg", bad)
    bad.write_bytes(whole)
    assert networks.load("tuareg", bad).version == networks.load("tuareg", folder / "tuareg.npz").version
    large = nothing("tuareg", 128, 8)
    large["narrow"][3] = 32_000
    bad.write_bytes(to_bytes(large, {}))
    with pytest.raises(BadNetwork, match="32 bits"):
        networks.load("tuareg", bad)
    bad.write_bytes(whole)
    with pytest.raises(BadBot, match="name one with weights"):
        seat_named("search@9:network=0.5")
    with pytest.raises(BadNetwork, match="belong to other inputs"):
        networks.load("tuareg", folder / "targui.npz")
    with pytest.raises(BadBot, match="other inputs"):
        seat_named(f"search@9:weights={folder / 'targui.npz'}").make("tuareg")
    with pytest.raises(BadBot, match="No such file"):
        seat_named("search@9:weights=nowhere.npz").make("tuareg")


@pytest.mark.parametrize("name", games())
def test_levels_that_have_learned_and_their_classics(name: str) -> None:
    learned = shipped(name)
    version = learned.version if learned else None
    assert [seat_named(f"level{number}").make(name).version for number in range(1, 6)] == [None, None, None, version, version]
    assert seat_named("classic5@100ms").make(name).version is None
    with pytest.raises(BadBot):
        seat_named("classic3")


def test_a_network_is_asked_only_at_the_tables_it_suits(folder: Path, tmp_path: Path) -> None:
    layers = dict(zip(LAYERS, networks.load("tuareg", folder / "tuareg.npz").weights.layers, strict=True))
    file = tmp_path / "two.npz"
    file.write_bytes(to_bytes(layers, {"players": [2, 3], "knobs": {"turns": 0}, "tables": {"3": {"turns": 5}}}))
    usual = load("tuareg").heuristics.KNOBS["turns"]
    for players, asked, turns in ((2, True, 0), (3, True, 5), (4, False, usual)):
        bot = seat_named(f"search@9:weights={file}").make("tuareg")
        bot.start(load("tuareg"), players, 0, 1)
        assert isinstance(bot, SearchBot)
        assert (bot.search.weights is not None) == asked
        assert bot.search.knobs[list(load("tuareg").heuristics.KNOBS).index("turns")] == turns
    file.write_bytes(to_bytes(layers, {"tables": {"3": {"turn": 5}}}))
    with pytest.raises(BadBot, match="turn"):
        seat_named(f"search@9:weights={file}").make("tuareg")


def test_positions_of_another_game_or_its_end_are_refused(folder: Path) -> None:
    asked = networks.load("tuareg", folder / "tuareg.npz")
    with pytest.raises(ValueError, match="not all positions of Tuareg"):
        asked.judge(load("targui").new(2, 1))
    with pytest.raises(ValueError, match="records of its dtype"):
        asked.judge(np.zeros(2))
    state = load("tuareg").new(2, 3)
    for _ in walk(state, random.Random(1)):
        pass
    with pytest.raises(ValueError, match="over"):
        asked.judge(state)
