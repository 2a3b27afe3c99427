"""Stands in for ``network`` in games that have none: the search never asks it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

INPUTS, SCRATCH, PROSPECTS = 1, 1, 1


@jit
def room_for(biases: Any) -> int:
    return 0


@jit
def ask(s: Any, weights: Any, biases: Any, row: Any, scratch: Ints, hidden: Any, told: Floats, knobs: Floats) -> None:
    pass


@jit
def judge(s: Any, weights: Any, biases: Any, row: Any, hidden: Any, scores: Floats, wins: Floats) -> None:
    pass


@jit
def weigh(weights: Any, biases: Any, hidden: Any, out: Ints, n: int, weight: Floats, share: float) -> float:
    return 0.0
