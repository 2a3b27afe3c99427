"""What a seat knows of a game that brings no encoding of its own: the fields of its record, one after another.

Executed once per game with ``rules``, the record's ``dtype``, the largest number of ``players`` and whether there are ``secrets`` injected
(see ``kernel.bind``). Where there are, the record is not shown as it is: what the seat cannot know is first dealt anew from a fixed key,
so that hidden fields hold one possible world, the same one for all worlds the seat cannot tell apart.

Values keep their meaning: seats are absolute (``observer`` says which one looks), and what lies below zero (often -1 for "none") is told
by ``below_zero``, because observations have no signs.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from sandtable.jit import jit, unroll
from sandtable.kernel.chance import rekey
from sandtable.kernel.observation import MOST, Field, Ints, Row

rules: Any = globals()["rules"]
dtype: np.dtype[Any] = globals()["dtype"]
players: int = globals()["players"]
secrets: bool = globals()["secrets"]

RNG = "rng"
KEY = np.array([0x53414E44, 0x5441424C, 0x45000000, 0x00000002], np.int64)
"""The key of the one world that stands for all a seat cannot tell apart."""
USUAL = 10
"""Nobody knows what a large value is in this game; for scaling, this is one."""
SCRATCH = 1

NAMES = tuple(name for name in dtype.names or () if name != RNG)
SHAPES = tuple(dtype[name].shape or (1,) for name in NAMES)
NUMBERS = sum(prod(shape) for shape in SHAPES)
FIELDS = (
    Field("observer", (players,), 1, "the seat that looks"),
    *(Field(name, shape, MOST, f"`{name}` of the record", USUAL) for name, shape in zip(NAMES, SHAPES, strict=True)),
    Field("below_zero", (NUMBERS,), MOST, "how far each of these numbers lies below 0", USUAL),
)


@jit
def observe(s: Any, seat: int, out: Row, scratch: Ints) -> None:
    """Writes what ``seat`` knows into ``out``, all fields one after another."""
    out[:] = 0
    out[seat] = 1
    if secrets:
        world = np.empty(1, dtype)
        world[0] = s
        rekey(world[0], KEY, 0)
        rules.redeal(world[0], seat)
        write(world[0], out)
    else:
        write(s, out)


@jit
def write(s: Any, out: Row) -> None:
    at = players
    for name in unroll(NAMES):
        for value in np.asarray(s[name]).flat:
            out[at] = min(max(value, 0), MOST)
            out[at + NUMBERS] = min(max(-value, 0), MOST)
            at += 1
