"""What a seat knows: all that a bot or a search is ever given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.encodings import encoding
from sandtable.kernel.game import JSON, Game
from sandtable.kernel.state import Legal, State

FIXED = np.array([0x53414E44, 0x5441424C, 0x45000000, 0x00000001], np.int64)
"""The key of the one world that stands for all worlds a seat cannot tell apart."""


@dataclass(frozen=True)
class Knowledge:
    """A seat's knowledge at its decision.

    ``world`` is one possible world, not the true one: a re-deal with a fixed key. The conformance suite proves that such a re-deal
    depends on nothing but the view, so whoever holds a ``Knowledge`` holds no secret, whatever they do with it."""

    game: Game
    seat: int
    world: NDArray[Any]
    """An array of one record."""
    ids: NDArray[np.int64]
    """The legal decisions, ascending."""

    @classmethod
    def of(cls, state: State, seat: int | None = None) -> Knowledge:
        """What ``seat`` (by default the one to decide) knows of a game."""
        seat = state.seat if seat is None else seat
        if seat is None:
            raise ValueError("The game is over: there is nothing to decide.")
        ids = state.legal.ids if seat == state.seat else np.zeros(0, np.int64)
        return cls(state.game, seat, canonical(state.game, np.atleast_1d(np.asarray(state.record)), seat), ids)

    @property
    def players(self) -> int:
        return int(self.world["players"][0])

    @property
    def view(self) -> JSON:
        """What the seat sees, as it would be sent to a player."""
        return self.game.view(self.world[0], self.seat)

    @property
    def legal(self) -> Legal:
        return Legal(self.game, self.ids)

    @property
    def mask(self) -> NDArray[np.bool_]:
        """The legal decisions as one boolean per id."""
        mask = np.zeros(self.game.num_actions, np.bool_)
        mask[self.ids] = True
        return mask

    @property
    def observation(self) -> NDArray[np.int16]:
        """What the seat knows as a row of numbers (see ``encodings``)."""
        return encoding(self.game.id).observe_record(self.world, self.seat)


def canonical(game: Game, world: NDArray[Any], seat: int) -> NDArray[Any]:
    """The world that stands for all worlds that look like this one to the seat."""
    copy = np.array(world, dtype=game.dtype, copy=True).reshape(1)
    game.loops.redeal(copy, 0, seat, FIXED)
    return copy
