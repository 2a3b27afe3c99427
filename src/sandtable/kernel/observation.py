"""How an observation is laid out: named fields in a row, each with its shape and its largest value."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit
from sandtable.jit_rows import MOST, write_numbers, write_owners, write_set

__all__ = ["MOST", "Field", "Ints", "Row", "offsets", "relative", "write_numbers", "write_owners", "write_set"]

Row = NDArray[Any]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Field:
    """A named part of the observation. Values are whole numbers from 0 to ``high``; ``text`` says what they count."""

    name: str
    shape: tuple[int, ...]
    high: int
    text: str
    unit: int = 0
    """A usual large value, for scaling; 0: ``high`` is one."""

    @property
    def size(self) -> int:
        return prod(self.shape)


def offsets(fields: tuple[Field, ...]) -> dict[str, int]:
    """Where each field begins in the flat observation."""
    found: dict[str, int] = {}
    at = 0
    for field in fields:
        if field.name in found:
            raise ValueError(f"Two fields are called {field.name}.")
        found[field.name] = at
        at += field.size
    return found


@jit
def relative(other: int, seat: int, players: int) -> int:
    """How many places to the left of ``seat`` the other one sits: 0 is the seat itself."""
    place = other - seat
    return place + players if place < 0 else place
