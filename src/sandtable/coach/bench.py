"""The bench: measures what a position is worth to every seat by simulations that can be compared with those of another position.

Simulation ``i`` of every bench with the same words deals the unknown alike, so differences between two turns are measured on the same
chances (common random numbers). Results are kept in batches: their spread gives the errors, also of differences.
"""

from __future__ import annotations

import math
import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.coach.eyes import Sight, World, mix
from sandtable.search.crafts import knobs, tree

BATCH = 50
"""Simulations of one batch."""
DEAL = 5
"""Simulations on one order of the pile where the coach mixes it itself."""
ROOM = 1 << 16
"""Nodes of a tree (4 MB); a full tree stops growing, not learning."""

Floats = NDArray[np.float64]
SCORE, CHANCE, MARGIN = 0, 1, 2


class Room(threading.local):
    """Memory of trees that are not in use, kept for the next ones of the same thread."""

    def __init__(self) -> None:
        self.free: list[NDArray[Any]] = []
        self.tallies: dict[str, Floats] = {}


_room = Room()


class Bench:
    """One position, with a decision that is always taken first if chance has a part in it (``forced``), and the tree grown from it."""

    def __init__(self, sight: Sight, world: World, forced: int | None, words: NDArray[np.int64]) -> None:
        self.sight = sight
        self.world = np.array(world, copy=True)
        self.players = int(world["players"][0])
        self.words = words
        self.forced = forced
        self.batches: list[Floats] = []
        """Per batch ``[seat, (score, chance, margin)]``."""
        self.nodes: NDArray[Any] | None = None
        self.exact = self._result() if int(world["seat"][0]) < 0 else None

    def _result(self) -> Floats:
        """The game is over: there is nothing to simulate."""
        scores, ranks = np.zeros((1, self.players), np.int64), np.zeros((1, self.players), np.int64)
        self.sight.game.loops.standings_many(self.world, 0, 1, scores, ranks)
        won = (ranks[0] == 1) / np.sum(ranks[0] == 1)
        return with_margin(np.stack([scores[0].astype(np.float64), won], axis=1))

    def _begin(self) -> None:
        module = tree(self.sight.game.id)
        self.nodes = _room.free.pop() if _room.free else np.empty(ROOM, module.NODE)
        self.head = np.zeros(module.HEAD, np.int64)
        self.nodes[0] = np.zeros(1, module.NODE)[0]
        self.head[module.SIZE] = 1
        self.work = np.zeros(1, self.sight.game.dtype)
        self.knobs = knobs(self.sight.game.id)
        if self.forced is not None:
            self._force(module)

    def _force(self, module: Any) -> None:
        """All other decisions are not worth a thought."""
        assert self.nodes is not None
        ids = self.sight.legal(self.world)
        rows = np.zeros(len(ids), module.NODE)
        rows["action"] = ids
        rows["next"] = [*range(2, len(ids) + 1), 0]
        rows["prior"] = np.where(ids == self.forced, 1.0, -1.0)
        self.nodes[1 : len(ids) + 1] = rows
        self.nodes[0]["child"] = 1
        self.head[module.SIZE] = len(ids) + 1

    def run(self, batches: int) -> None:
        """Measures on until there are so many batches."""
        if self.exact is not None:
            return
        if self.nodes is None:
            self._begin()
        game = self.sight.game
        module = tree(game.id)
        tally = _room.tallies.get(game.id)
        if tally is None:
            tally = _room.tallies[game.id] = np.zeros((game.num_actions, module.SEATS, module.TALLY))
        while len(self.batches) < batches:
            tally[:] = 0.0
            first = len(self.batches) * BATCH
            step = DEAL if self.sight.mixes else BATCH
            for start in range(first, first + BATCH, step):
                if self.sight.mixes:
                    mix(self.world, self.words, start // DEAL)
                module.simulate(
                    self.world, self.work, self.sight.seat, self.words, start, start + step, self.nodes, self.head, self.knobs, tally
                )
            found = tally.sum(axis=0)[: self.players]
            self.batches.append(with_margin(found[:, [module.SCORE, module.WIN]] / found[:, :1]))

    def close(self) -> None:
        """Gives the memory of the tree back; the results stay."""
        if self.nodes is not None:
            _room.free.append(self.nodes)
            self.nodes = None
            self.batches = [*self.batches]

    # ---- what came out ----------------------------------------------------------------------------------------------------------

    @property
    def simulations(self) -> int:
        return len(self.batches) * BATCH

    def series(self, batches: int | None = None) -> Floats:
        """``[batch, seat, (score, chance, margin)]``; an exact result is a single batch."""
        if self.exact is not None:
            return self.exact[None]
        return np.array(self.batches[:batches])

    def mean(self, batches: int | None = None) -> Floats:
        """``[seat, (score, chance, margin)]``"""
        return self.series(batches).mean(axis=0)

    def error(self) -> Floats:
        """Standard errors of the means."""
        return spread(self.series())


def with_margin(found: Floats) -> Floats:
    """Adds the lead over the best other seat to ``[seat, (score, chance)]``."""
    scores = found[:, SCORE]
    margins = [score - max(np.delete(scores, seat)) for seat, score in enumerate(scores)]
    return np.column_stack([found, margins])


def spread(series: Floats) -> Floats:
    """The standard error of the mean over batches; what one batch cannot tell is not known: 0 only for exact results."""
    n = len(series)
    return series.std(axis=0, ddof=1) / math.sqrt(n) if n > 1 else np.zeros(series.shape[1:])


def difference(a: Bench, b: Bench) -> tuple[Floats, Floats]:
    """How much more ``a`` is worth than ``b``, ``[seat, (score, chance, margin)]``, with its error; on the batches that both have."""
    if a.exact is not None or b.exact is not None:
        both = a.mean() - b.mean()
        return both, np.sqrt(a.error() ** 2 + b.error() ** 2)
    n = min(len(a.batches), len(b.batches))
    series = a.series(n) - b.series(n)
    return series.mean(axis=0), spread(series)
