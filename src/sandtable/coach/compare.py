"""A fair comparison of turns: every one is measured from the position after it, on the same chances, by sequential halving."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sandtable.coach.bench import BATCH, CHANCE, MARGIN, Bench, Floats, difference
from sandtable.coach.candidates import MOST, Candidate, Explorer
from sandtable.coach.eyes import Sight, World

CLEAR = 2.0
"""Standard errors by which a turn must be worse to be dropped early."""
ROUNDS = 4
KEEP = (5, 3, 2)
"""How many go on after every round but the last; the turn that was played always does."""

POINT = {"five-tribes": 0.0003, "targui": 0.001, "tuareg": 0.0012}
"""What a point of margin is worth in winning chance: it decides between turns only where the chances are equal."""


@dataclass(frozen=True)
class Depth:
    """Simulations of the search that proposes turns, and of the comparison of each that goes all the way."""

    search: int
    compare: int

    @property
    def batches(self) -> int:
        return max(1 << (ROUNDS - 1), round(self.compare / BATCH))


class Point:
    """One position in which a seat decides: its candidates, best first, and the one that was played."""

    def __init__(self, sight: Sight, world: World, words: NDArray[np.int64], played: Candidate | None = None) -> None:
        self.sight = sight
        self.world = world
        self.words = words
        self.seat = int(world["seat"][0])
        self.players = int(world["players"][0])
        self.played = played
        self.candidates: list[Candidate] = []
        self.searched = 0

    # ---- finding ----------------------------------------------------------------------------------------------------------------

    def explore(self, simulations: int, most: int = MOST) -> None:
        explorer = Explorer(self.sight, self.world, self.words)
        explorer.search(simulations)
        self.searched += simulations
        self.propose(explorer.turns(most))

    def propose(self, found: Iterable[Candidate]) -> None:
        known = {candidate.outcome: candidate for candidate in self.candidates}
        if self.played is not None and self.played not in self.candidates:
            known.setdefault(self.played.outcome, self.played)
            self.played = known[self.played.outcome]
        for candidate in found:
            known.setdefault(candidate.outcome, candidate)
        self.candidates = list(known.values())
        for candidate in self.candidates:
            if not hasattr(candidate, "bench"):
                candidate.bench = Bench(self.sight, candidate.world, candidate.forced, self.words)

    # ---- comparing --------------------------------------------------------------------------------------------------------------

    def compare(self, depth: Depth, pool: Executor | None = None, progress: Callable[[float], object] | None = None) -> None:
        """Sequential halving: the clearly worse ones are dropped, the rest is spent on the close ones and on the played one."""
        going = self.candidates
        for number in range(ROUNDS):
            batches = -(-depth.batches >> (ROUNDS - 1 - number)) or 1
            self.measure(going, batches, pool)
            self.order()
            if progress:
                progress((number + 1) / ROUNDS)
            if number < ROUNDS - 1:
                going = self.survivors(going, KEEP[number])

    def extend(self, batches: int) -> None:
        """Measures the best and the played turn on."""
        assert self.played is not None
        self.measure([self.best, self.played], batches, None)
        self.order()

    def close(self) -> None:
        """Gives the memory of the trees back."""
        for candidate in self.candidates:
            candidate.bench.close()

    def measure(self, going: Sequence[Candidate], batches: int, pool: Executor | None) -> None:
        if pool is None:
            for candidate in going:
                candidate.bench.run(batches)
            return
        for future in [pool.submit(candidate.bench.run, batches) for candidate in going]:
            future.result()

    def survivors(self, going: Sequence[Candidate], most: int) -> list[Candidate]:
        kept: list[Candidate] = []
        for candidate in (c for c in self.candidates if c in going):
            behind, error = self.behind(candidate, self.best)
            if candidate is self.played or candidate is self.best or (len(kept) < most and behind <= CLEAR * error):
                kept.append(candidate)
        return kept

    def order(self) -> None:
        """Best first; turns that were dropped stand behind by what they lost until they were."""
        most = max(len(c.bench.batches) for c in self.candidates)
        leader = next((c for c in self.candidates if len(c.bench.batches) == most), self.candidates[0])
        self.candidates.sort(key=lambda c: self.behind(c, leader)[0])

    def behind(self, candidate: Candidate, other: Candidate) -> tuple[float, float]:
        """By how much a turn is worse than another, with the standard error of that."""
        if candidate is other:
            return 0.0, 0.0
        found, error = difference(other.bench, candidate.bench)
        mine, point = found[self.seat], POINT[self.sight.game.id]
        return float(mine[CHANCE] + point * mine[MARGIN]), float(error[self.seat, CHANCE] + point * error[self.seat, MARGIN])

    # ---- what came out ----------------------------------------------------------------------------------------------------------

    @property
    def best(self) -> Candidate:
        return self.candidates[0]

    def loss(self, candidate: Candidate) -> tuple[Floats, Floats]:
        """What a turn costs its seat compared with the best one, ``(score, chance, margin)``, with errors."""
        if candidate is self.best:
            return np.zeros(3), np.zeros(3)
        found, error = difference(self.best.bench, candidate.bench)
        return found[self.seat], error[self.seat]
