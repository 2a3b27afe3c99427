"""Observations and masks of every game, and the compiled loops that write them, for all research doors.

An observation is one row of int16: whole numbers, nothing scaled or lost, field after field as ``Encoding.fields`` lists them. Divide by
``Encoding.unit`` to feed a network.
"""

from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.encodings import default
from sandtable.kernel.bind import bind
from sandtable.kernel.game import Game
from sandtable.kernel.observation import Field
from sandtable.kernel.registry import load
from sandtable.kernel.state import State

STEPPING = Path(__file__).with_name("stepping.py")


class Encoding:
    """How one game looks to a machine. ``fields`` names the parts of an observation, ``loops`` holds the compiled loops."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.module = game.encoding or default.encoding(game)
        self.fields: tuple[Field, ...] = self.module.FIELDS
        self.size = sum(field.size for field in self.fields)
        self.num_actions = game.num_actions

    @cached_property
    def loops(self) -> Any:
        return bind(self.game, self.game.rules, STEPPING, encoding=self.module)

    @cached_property
    def high(self) -> NDArray[np.int16]:
        """The largest possible value of every number of an observation; the smallest is 0."""
        return np.concatenate([np.full(field.size, field.high, np.int16) for field in self.fields])

    @cached_property
    def unit(self) -> NDArray[np.float32]:
        """Usual large values: ``observation / unit`` lies mostly between 0 and 1."""
        return np.concatenate([np.full(field.size, field.unit or field.high, np.float32) for field in self.fields])

    def scaled(self, observations: NDArray[Any]) -> NDArray[np.float32]:
        """Observations for a network: float32, mostly between 0 and 1."""
        scaled: NDArray[np.float32] = observations.astype(np.float32) / self.unit
        return scaled

    def observe(self, state: State, seat: int, out: NDArray[np.int16] | None = None) -> NDArray[np.int16]:
        """What ``seat`` knows in this state, written into ``out`` if given."""
        if not 0 <= seat < state.players:
            raise ValueError(f"There is no seat {seat!r}; seats run from 0 to {state.players - 1}.")
        return self.observe_record(state.records, seat, out)

    def observe_record(self, states: NDArray[Any], seat: int, out: NDArray[np.int16] | None = None) -> NDArray[np.int16]:
        """What ``seat`` knows in the first of these records."""
        row = np.empty(self.size, np.int16) if out is None else out
        if row.shape != (self.size,) or row.dtype != np.int16 or not row.flags.c_contiguous or not row.flags.writeable:
            raise ValueError(f"out must be a writable array of {self.size} int16 that lie one after another.")
        self.loops.observe_one(states, 0, seat, row, np.zeros(max(self.num_actions, self.module.SCRATCH), np.int64))
        return row

    def named(self, observations: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """The fields of one observation or of a batch (last axis: the observation), by name and in their shapes; views, not copies."""
        if observations.shape[-1] != self.size:
            raise ValueError(f"An observation of {self.game.id} has {self.size} numbers, not {observations.shape[-1]}.")
        found, at = {}, 0
        for field in self.fields:
            part = observations[..., at : at + field.size]
            found[field.name] = part.reshape(*observations.shape[:-1], *field.shape)
            at += field.size
        return found

    def table(self) -> str:
        """The fields as a Markdown table."""
        rows = ["| field | shape | begins | largest | meaning |", "|---|---|---|---|---|"]
        at = 0
        for field in self.fields:
            shape = " × ".join(map(str, field.shape))
            rows.append(f"| `{field.name}` | {shape} | {at} | {field.high} | {field.text} |")
            at += field.size
        return "\n".join(rows)

    def __reduce__(self) -> tuple[Any, ...]:
        return encoding, (self.game.id,)

    def __repr__(self) -> str:
        return f"<Encoding of {self.game.id}: {self.size} numbers, {self.num_actions} actions>"


@cache
def encoding(game: str) -> Encoding:
    """The encoding of a game, by its id."""
    return Encoding(load(game))
