"""Finds the heuristics of a game and binds the tree search to them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from sandtable.kernel.bind import bind
from sandtable.kernel.registry import load
from sandtable.search.weights import SHARES, Weights, asked, network, no_network, shipped

TREE = Path(__file__).with_name("tree.py")
DEFAULT = Path(__file__).with_name("default_heuristics.py")


@cache
def heuristics(game: str) -> ModuleType:
    """What the search needs of a game: its own, or light playouts."""
    found = load(game)
    return found.heuristics or bind(found, found.rules, DEFAULT)


def tree(game: str, learned: bool = False) -> ModuleType:
    """The compiled search of this game. A network is in it where the game brings one, or where one is ``learned`` just now: what nobody
    asks need not be compiled."""
    return _tree(game, learned or shipped(game) is not None)


@cache
def _tree(game: str, learned: bool) -> ModuleType:
    asked = network(game) if learned else no_network(game)
    return bind(load(game), heuristics(game), TREE, "+network" if learned else "", seats=load(game).players[-1], network=asked)


Given = tuple[NDArray[np.int16], NDArray[np.int32], NDArray[np.float64], NDArray[np.float64]]


def given(game: str, weights: Weights | None = None, changes: Mapping[str, float] | None = None) -> tuple[NDArray[np.float64], Given]:
    """The knobs of a search; and the last things it is given: weights and biases of its network, how much they are asked, and the knobs
    of a playout that goes on from there, which are those of a search without a network."""
    usual = weights.knobs if weights else {}
    own = {name: value for name, value in (changes or {}).items() if name not in SHARES}
    beyond = {name: value for name, value in own.items() if name not in usual}
    return knobs(game, {**usual, **own}), (*asked(weights, changes or {}), knobs(game, beyond))


def knobs(game: str, changes: dict[str, float] | None = None) -> NDArray[np.float64]:
    """The numbers of a game's search, with some changed; raises ``ValueError`` for a name that does not exist."""
    module = heuristics(game)
    values: dict[str, float] = dict(module.KNOBS)
    for name, value in (changes or {}).items():
        if name not in values:
            raise ValueError(f"There is no knob {name!r} in {game}; there are: {', '.join(values)}.")
        values[name] = float(value)
    return np.concatenate([np.array(list(values.values()), np.float64), module.tables()])
