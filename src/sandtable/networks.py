"""The networks that games bring along, for whoever wants to compare: NumPy in, NumPy out.

``networks.load(game)`` gives a ``Network``: ``judge`` tells expected scores and winning chances, ``weigh`` how likely each decision is.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.kernel.batch import Batch
from sandtable.kernel.game import Game
from sandtable.kernel.registry import load as load_game
from sandtable.kernel.state import State
from sandtable.search.heuristics import knobs
from sandtable.search.knowledge import FIXED
from sandtable.search.weights import BadNetwork, Weights, from_file, network, said_of, shipped

Positions = State | Batch | Sequence[State] | NDArray[Any]
"""One position, a batch, several, or an array of the game's records; somebody is to decide in each of them."""
Floats = NDArray[np.float64]

__all__ = ["BadNetwork", "Network", "load"]


class Network:
    """A game's network. It sees a position as the seat to decide knows it; hidden facts change nothing."""

    def __init__(self, game: Game, weights: Weights) -> None:
        self.game, self.weights = game, weights
        self._code, self._knobs = network(game.id), knobs(game.id)

    @property
    def version(self) -> str:
        """Generation and hash, as arena results name it."""
        return self.weights.version

    @property
    def about(self) -> dict[str, Any]:
        """Where it comes from."""
        return dict(self.weights.about)

    def judge(self, positions: Positions) -> tuple[Floats, Floats]:
        """Expected final scores and winning chances: two arrays (positions, seats), 0 where nobody sits."""
        return self._asked(positions, judged=True)[1:3]

    def weigh(self, positions: Positions) -> Floats:
        """How likely each decision is, by its id: (positions, decisions), 0 for what is not legal, the sum of a row is 1."""
        return self._asked(positions, weighed=True)[3]

    def inputs(self, positions: Positions) -> NDArray[np.int16]:
        """What it is given: what the seat to decide knows, and what the heuristics think of everybody's prospects (one world)."""
        return self._asked(positions)[0]

    def _asked(self, positions: Positions, judged: bool = False, weighed: bool = False) -> tuple[NDArray[np.int16], Floats, Floats, Floats]:
        return said_of(self._code, self._states(positions), self._knobs, self.weights, judged, weighed)

    def _states(self, positions: Positions) -> NDArray[Any]:
        """Of every position the one world that stands for all that the seat to decide cannot tell apart."""
        if isinstance(positions, State):
            positions = [positions]
        if isinstance(positions, Batch):
            found: NDArray[Any] = positions.states
        elif isinstance(positions, np.ndarray):
            found = positions
        else:
            records = [np.atleast_1d(np.array(state.record)) for state in positions if state.game.id == self.game.id]
            if len(records) < len(positions):
                raise ValueError(f"These are not all positions of {self.game.name}.")
            found = np.concatenate(records).view(self.game.dtype)
        if found.dtype != self.game.dtype:
            raise ValueError(f"Positions of {self.game.name} are records of its dtype (`load({self.game.id!r}).dtype`).")
        if (found["seat"] < 0).any():
            raise ValueError("Nobody is to decide in some of these positions: their games are over.")
        worlds = np.array(found, copy=True)
        for index, seat in enumerate(worlds["seat"].tolist()):
            self.game.loops.redeal(worlds, index, seat, FIXED)
        return worlds


def load(game: str, file: str | Path | None = None) -> Network:
    """The network in a game's folder, or one from a ``file`` that ``sandtable train`` made."""
    found = load_game(game)
    weights = from_file(found.id, Path(file)) if file else shipped(found.id)
    if weights is None:
        raise BadNetwork(f"{found.name} brings no network; `sandtable train {found.id}` makes one.")
    return Network(found, weights)
