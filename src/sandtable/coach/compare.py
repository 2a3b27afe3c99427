"""A fair comparison of turns: every one is measured from the position after it, on the same chances, by sequential halving.

Whoever is chosen among many because it measured best measured too well. So the best turn and the played one are compared on looks that had
no part in the choice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sandtable.coach.bench import CHANCE, LOOK, MARGIN, Bench, Floats, salted, spread
from sandtable.coach.candidates import choices, endings, explore
from sandtable.coach.perspective import Candidate, Perspective
from sandtable.kernel.coaching import World

KEEP = (6, 4, 3)
"""How many go on after every round but the last; the turn that was played always does."""
TRUST = 6
"""The usual spread of looks at a position counts like so many looks of the turn itself."""
FOUND = 0.003
"""The error from what the searches happen to find: another time the best turn may be one that is better or worse by this."""
WIDER = 7000
"""Salt of the second search."""
CHALLENGE = 0.005
"""How much worse than the best a turn of the second search may look and still be measured to the end."""
DECIDED = 0.005
"""A chance this near to 0 or 1 is not worth another look."""


@dataclass(frozen=True)
class Depth:
    """How many searches of how many simulations propose turns, and how many looks the best ones get."""

    searches: int
    simulations: int
    looks: int
    look: int = LOOK

    @property
    def rounds(self) -> tuple[int, int, int, int]:
        """Looks after every round; those of the last round had no part in the choice."""
        choosing = max(2, self.looks // 2)
        return max(1, choosing // 4), max(1, choosing // 2), choosing, max(choosing + 2, self.looks)


class Point:
    """One position in which a seat decides: its candidates, best first, and the one that was played."""

    def __init__(self, sight: Perspective, world: World, key: NDArray[np.int64], played: Candidate | None = None, look: int = LOOK) -> None:
        self.sight = sight
        self.look = look
        self.world = world
        self.key = key
        self.seat = int(world["seat"][0])
        self.players = int(world["players"][0])
        self.played = played
        self.candidates: list[Candidate] = []
        self.searched = 0
        self.fresh = 0
        """The first look that had no part in the choice; 0 as long as there is none."""

    def explore(self, depth: Depth) -> None:
        found = choices(self.sight, self.world)
        if not found:
            found = explore(self.sight, self.world, self.key, depth.searches, depth.simulations)
            self.searched = depth.searches * depth.simulations
            if self.played is not None:
                found += endings(self.sight, self.played, self.key)
        self.propose(found)

    def propose(self, found: Sequence[Candidate]) -> None:
        known = {candidate.outcome: candidate for candidate in found}
        if self.played is not None:
            known[self.played.outcome] = self.played
        self.candidates = list(known.values())
        for candidate in self.candidates:
            candidate.bench = Bench(self.sight, candidate.world, candidate.forced, self.key, self.look)

    # ---- comparing --------------------------------------------------------------------------------------------------------------

    def compare(self, depth: Depth, pool: Executor | None = None, progress: Callable[[float], object] | None = None) -> None:
        """Sequential halving: the worse ones are dropped, the rest is spent on the close ones and on the played one."""
        going = self.candidates
        for number, looks in enumerate(depth.rounds):
            if number == len(depth.rounds) - 1:
                if len(going) == 1 or self.is_decided():
                    break
                self.fresh = depth.rounds[number - 1]
            self.measure(going, looks, pool)
            self.order(going)
            if progress:
                progress((number + 1) / len(depth.rounds))
            if number < len(KEEP):
                going = [c for place, c in enumerate(going) if place < KEEP[number] or c is self.played]

    def widen(self, depth: Depth) -> None:
        """Searches again for turns, from other chances, and lets the new ones try to beat the best."""
        known = {candidate.outcome for candidate in self.candidates}
        found = explore(self.sight, self.world, salted(self.key, WIDER), depth.searches, depth.simulations)
        self.searched += depth.searches * depth.simulations
        going = [candidate for candidate in found if candidate.outcome not in known]
        for candidate in going:
            candidate.bench = Bench(self.sight, candidate.world, candidate.forced, self.key, self.look)
        self.candidates = [*self.candidates, *going]
        for looks, most in zip(depth.rounds, KEEP, strict=False):
            self.measure(going, looks)
            going = sorted(going, key=self.worth, reverse=True)[:most]
        bar = self.worth(self.best, depth.rounds[-2])
        going = [candidate for candidate in going if self.worth(candidate) > bar - CHALLENGE]
        self.measure(going, len(self.best.bench.looks))
        self.order([self.best, *going, *([self.played] if self.played and self.played is not self.best else [])])

    def is_decided(self) -> bool:
        """Does the seat win or lose whatever it does?"""
        chances = [c.bench.mean()[self.seat, CHANCE] for c in self.candidates]
        return min(chances) > 1.0 - DECIDED or max(chances) < DECIDED

    def measure(self, going: Sequence[Candidate], looks: int, pool: Executor | None = None) -> None:
        if pool is None:
            for candidate in going:
                candidate.bench.run(looks)
            return
        for future in [pool.submit(candidate.bench.run, looks) for candidate in going]:
            future.result()

    def order(self, going: list[Candidate]) -> None:
        """Best first, by all looks they have in common; turns that were dropped stay behind."""
        going.sort(key=self.worth, reverse=True)
        self.candidates = [*going, *(c for c in self.candidates if c not in going)]

    def worth(self, candidate: Candidate, looks: int | None = None) -> float:
        mean = candidate.bench.mean(0, looks)[self.seat]
        return float(mean[CHANCE] + self.sight.game.coaching.point * mean[MARGIN])

    # ---- what came out ----------------------------------------------------------------------------------------------------------

    @property
    def best(self) -> Candidate:
        return self.candidates[0]

    def mean(self) -> tuple[Floats, Floats]:
        """The best turn: ``[seat, (score, chance, margin)]`` with standard errors."""
        series = self.best.bench.series(self.fresh)
        if self.best.bench.exact is not None:
            return series[0], np.zeros_like(series[0])
        return series.mean(axis=0), spread(series, self.usual(), TRUST)

    def usual(self) -> Floats:
        """The variance between looks, over all turns that were compared."""
        found = [(c.bench.series(), len(c.bench.looks)) for c in self.candidates if len(c.bench.looks) > 1]
        if not found:
            return np.zeros((self.players, 3))
        weights = sum(n - 1 for _, n in found)
        return np.asarray(sum(series.var(axis=0, ddof=1) * (n - 1) for series, n in found) / weights)

    def loss(self, candidate: Candidate) -> tuple[Floats, Floats]:
        """How much less a turn is worth than the best one, ``[seat, (score, chance, margin)]``, with standard errors."""
        best, other = self.best.bench, candidate.bench
        if candidate is self.best:
            return np.zeros((self.players, 3)), np.zeros((self.players, 3))
        if best.exact is not None and other.exact is not None:
            return best.exact - other.exact, np.zeros((self.players, 3))
        if best.exact is not None or other.exact is not None:
            lost = best.mean() - other.mean()
            series = other.series() if best.exact is not None else best.series()
            return lost, spread(series, self.usual(), TRUST)
        last = min(len(best.looks), len(other.looks))
        first = self.fresh if last > self.fresh else 0
        series = best.series(first, last) - other.series(first, last)
        error = spread(series, 2.0 * self.usual(), TRUST)
        error[:, CHANCE] = np.hypot(error[:, CHANCE], FOUND)
        return series.mean(axis=0), error
