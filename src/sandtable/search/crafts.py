"""Finds the craft of a game and binds the tree search to it."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from sandtable.kernel.bind import bind

TREE = Path(__file__).with_name("tree.py")


@cache
def craft(game: str) -> ModuleType:
    return import_module(f"sandtable.search.{game.replace('-', '_')}")


@cache
def tree(game: str) -> ModuleType:
    """The compiled search of this game."""
    return bind(game, craft(game), TREE)


def knobs(game: str, changes: dict[str, float] | None = None) -> NDArray[np.float64]:
    """The numbers of a game's search, with some changed; raises ``ValueError`` for a name that does not exist."""
    values: dict[str, float] = dict(craft(game).KNOBS)
    for name, value in (changes or {}).items():
        if name not in values:
            raise ValueError(f"There is no knob {name!r} in {game}; there are: {', '.join(values)}.")
        values[name] = float(value)
    numbers = np.array(list(values.values()), np.float64)
    tables = getattr(craft(game), "tables", None)
    return np.concatenate([numbers, tables()]) if tables else numbers
