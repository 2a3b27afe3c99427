"""Many games side by side: one NumPy array of records, stepped by compiled code on several threads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sandtable.kernel import seeds
from sandtable.kernel.game import Game


def chunks(n: int, threads: int) -> list[tuple[int, int]]:
    """Splits 0..n into at most ``threads`` ranges."""
    edges = [n * k // threads for k in range(threads + 1)]
    return [(a, b) for a, b in pairwise(edges) if a < b]


def on_threads(work: Callable[[int, int], None], n: int, threads: int) -> None:
    """Runs ``work(start, stop)`` over 0..n on several threads (compiled code holds no lock)."""
    parts = chunks(n, threads)
    if len(parts) <= 1:
        for part in parts:
            work(*part)
        return
    with ThreadPoolExecutor(len(parts)) as pool:
        for future in [pool.submit(work, *part) for part in parts]:
            future.result()


class Batch:
    """``states`` is the array itself; its columns (``batch.states["seat"]``) are the games' fields."""

    def __init__(self, game: Game, n: int, players: int, options: Mapping[str, Any], seed: bytes, threads: int) -> None:
        if n < 1:
            raise ValueError(f"A batch has at least 1 game; got {n}.")
        if threads < 1:
            raise ValueError(f"A batch needs at least 1 thread; got {threads}.")
        self.game = game
        self.threads = threads
        self.states = game.blank(players, options, n)
        key = seeds.key(seed, 0)
        on_threads(lambda a, b: game.loops.deal_many(self.states, a, b, key), n, threads)

    def __len__(self) -> int:
        return len(self.states)

    def copy(self) -> Batch:
        """An independent batch of the same games."""
        twin = Batch.__new__(Batch)
        twin.game, twin.threads, twin.states = self.game, self.threads, self.states.copy()
        return twin

    def __copy__(self) -> Batch:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Batch:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Are these the same games in the same positions, with the same chance to come?"""
        return isinstance(other, Batch) and self.game is other.game and self.states.tobytes() == other.states.tobytes()

    __hash__ = None  # type: ignore[assignment]

    @property
    def players(self) -> int:
        return int(self.states["players"][0])

    @property
    def seat(self) -> NDArray[Any]:
        """Who decides in each game; -1 when it is over."""
        column: NDArray[Any] = self.states["seat"]
        return column

    @property
    def over(self) -> NDArray[np.bool_]:
        ended: NDArray[np.bool_] = self.seat < 0
        return ended

    def legal_mask(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """One row per game, one column per decision; written into ``out`` if given."""
        mask = np.empty((len(self), self.game.num_actions), np.bool_) if out is None else out
        on_threads(lambda a, b: self.game.loops.masks(self.states, a, b, mask), len(self), self.threads)
        return mask

    def step(self, actions: ArrayLike) -> None:
        """Plays one decision in every game that is not over. An illegal one changes no game and raises ``ValueError``."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (len(self),):
            raise ValueError(f"step needs one decision per game: shape ({len(self)},), not {chosen.shape}.")
        before = self.states.copy()
        status = np.empty(len(self), np.int64)
        on_threads(lambda a, b: self.game.loops.step_many(self.states, a, b, chosen, status), len(self), self.threads)
        bad = np.flatnonzero(status == self.game.loops.ILLEGAL)
        if len(bad):
            self.states[:] = before
            raise ValueError(f"Decision {chosen[bad[0]]} is not legal in game {bad[0]} ({len(bad)} such games); use legal_mask().")

    def playout(self) -> NDArray[np.int64]:
        """Plays every game to its end at random; returns the number of decisions played in each."""
        decisions = np.zeros(len(self), np.int64)
        on_threads(lambda a, b: self.game.loops.playouts(self.states, a, b, decisions), len(self), self.threads)
        return decisions

    def standings(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Scores and ranks, one row per game, one column per seat."""
        scores = np.zeros((len(self), self.players), np.int64)
        ranks = np.zeros((len(self), self.players), np.int64)
        on_threads(lambda a, b: self.game.loops.standings_many(self.states, a, b, scores, ranks), len(self), self.threads)
        return scores, ranks
