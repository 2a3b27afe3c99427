"""Stands in for ``network`` in games that have none: the search never asks it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@jit
def make_room(net: Any) -> Any:
    return (np.zeros(0, np.int16),)


@jit
def judge(s: Any, net: Any, room: Any, scores: Floats, wins: Floats) -> None:
    pass


@jit
def weigh(s: Any, net: Any, room: Any, out: Ints, n: int, chance: Floats) -> None:
    pass
