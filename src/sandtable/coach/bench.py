"""The bench: measures what a position is worth to every seat, by simulations that can be compared with those of another position.

A measurement is the mean of several *looks*. Every look grows a small search tree of its own, from chances of its own; look ``i`` of every
bench with the same key uses the same chances (common random numbers). So the spread between looks tells how sure a mean is, and how sure
the difference of two turns is, including what a single tree happens to see or to miss.
"""

from __future__ import annotations

import math
import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.coach.perspective import Perspective
from sandtable.kernel.coaching import World
from sandtable.search.heuristics import tree

LOOK = 400
"""Simulations of one look."""
DEAL = 5
"""Simulations on one order of the pile where the coach mixes it itself."""
ROOM = 1 << 16
"""Nodes of a tree (4 MB); a full tree stops growing, not learning."""

Floats = NDArray[np.float64]
SCORE, CHANCE, MARGIN = 0, 1, 2


class Desk(threading.local):
    """Memory for one tree and its tally, kept per thread."""

    def __init__(self) -> None:
        self.nodes: dict[tuple[int, int], NDArray[Any]] = {}
        self.tallies: dict[str, Floats] = {}

    def tree(self, module: Any, room: int) -> NDArray[Any]:
        key = (module.SEATS, room)
        if key not in self.nodes:
            self.nodes[key] = np.empty(room, module.NODE)
        return self.nodes[key]

    def tally(self, game: str, actions: int, module: Any) -> Floats:
        if game not in self.tallies:
            self.tallies[game] = np.zeros((actions, module.SEATS, module.TALLY))
        return self.tallies[game]


desk = Desk()


def salted(key: NDArray[np.int64], number: int) -> NDArray[np.int64]:
    """Other key for everything that is numbered."""
    salt = key.copy()
    salt[0] = (salt[0] + 0x85EBCA6B * (number + 1)) & 0xFFFFFFFF
    salt[1] = (salt[1] ^ (0xC2B2AE35 * (number + 1))) & 0xFFFFFFFF
    return salt


class Growth:
    """A search tree that grows from a position; ``forced``: a decision that is always taken first."""

    def __init__(self, sight: Perspective, world: World, key: NDArray[np.int64], room: int = ROOM, forced: int | None = None) -> None:
        self.sight = sight
        self.module = tree(sight.game.id)
        self.world = np.array(world, copy=True)
        self.key = key
        self.nodes = desk.tree(self.module, room)
        self.head = np.zeros(self.module.HEAD, np.int64)
        self.nodes[0] = np.zeros(1, self.module.NODE)[0]
        self.head[self.module.SIZE] = 1
        self.tally = desk.tally(sight.game.id, sight.game.num_actions, self.module)
        self.tally[:] = 0.0
        self.work = np.zeros(1, sight.game.dtype)
        self.done = 0
        if forced is not None:
            self._force(forced)

    def _force(self, action: int) -> None:
        """All other decisions are not worth a thought."""
        ids = self.sight.legal(self.world)
        rows = np.zeros(len(ids), self.module.NODE)
        rows["action"] = ids
        rows["next"] = [*range(2, len(ids) + 1), 0]
        rows["prior"] = np.where(ids == action, 1.0, -1.0)
        self.nodes[1 : len(ids) + 1] = rows
        self.nodes[0]["child"] = 1
        self.head[self.module.SIZE] = len(ids) + 1

    def grow(self, simulations: int) -> None:
        numbers, net = self.sight.given(int(self.world["players"][0]))
        end = self.done + simulations
        step = DEAL if self.sight.mixes else simulations
        while self.done < end:
            if self.sight.mixes:
                self.sight.mix(self.world, self.key, self.done // DEAL)
            last = min(end, self.done + step)
            self.module.simulate(
                self.world, self.work, self.sight.seat, self.key, self.done, last, self.nodes, self.head, numbers, self.tally, *net
            )
            self.done = last

    def mean(self) -> Floats:
        """``[seat, (score, chance, margin)]`` over all simulations."""
        found = self.tally.sum(axis=0)[: int(self.world["players"][0])]
        return with_margin(found[:, [self.module.SCORE, self.module.WIN]] / found[:, :1])


class Bench:
    """One position, with a decision that is always taken first if chance has a part in it (``forced``), and the looks at it."""

    def __init__(self, sight: Perspective, world: World, forced: int | None, key: NDArray[np.int64], look: int = LOOK) -> None:
        self.sight = sight
        self.world = world
        self.players = int(world["players"][0])
        self.key = key
        self.forced = forced
        self.look = look
        self.looks: list[Floats] = []
        """``[seat, (score, chance, margin)]`` each."""
        self.exact = self._result() if int(world["seat"][0]) < 0 else None

    def _result(self) -> Floats:
        """The game is over: there is nothing to simulate."""
        scores, ranks = np.zeros((1, self.players), np.int64), np.zeros((1, self.players), np.int64)
        self.sight.game.loops.standings_many(self.world, 0, 1, scores, ranks)
        won = (ranks[0] == 1) / np.sum(ranks[0] == 1)
        return with_margin(np.stack([scores[0].astype(np.float64), won], axis=1))

    def run(self, looks: int) -> None:
        """Looks on until there are so many looks."""
        while self.exact is None and len(self.looks) < looks:
            growth = Growth(self.sight, self.world, salted(self.key, len(self.looks)), forced=self.forced)
            growth.grow(self.look)
            self.looks.append(growth.mean())

    @property
    def simulations(self) -> int:
        return len(self.looks) * self.look

    def series(self, first: int = 0, last: int | None = None) -> Floats:
        """``[look, seat, (score, chance, margin)]``; an exact result is a single look."""
        return self.exact[None] if self.exact is not None else np.array(self.looks[first:last])

    def mean(self, first: int = 0, last: int | None = None) -> Floats:
        """``[seat, (score, chance, margin)]``"""
        return self.series(first, last).mean(axis=0)


def with_margin(found: Floats) -> Floats:
    """Adds the lead over the best other seat to ``[seat, (score, chance)]``."""
    scores = found[:, SCORE]
    margins = [score - max(np.delete(scores, seat)) for seat, score in enumerate(scores)]
    return np.column_stack([found, margins])


def spread(series: Floats, usual: Floats | float = 0.0, trust: int = 0) -> Floats:
    """The standard error of the mean of looks. ``usual``: a variance of looks known from elsewhere, trusted like so many looks."""
    n = len(series)
    own = series.var(axis=0, ddof=1) * (n - 1) if n > 1 else np.zeros(series.shape[1:])
    return np.sqrt((own + usual * trust) / max(1, n - 1 + trust)) / math.sqrt(max(1, n))
