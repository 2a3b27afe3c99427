"""A search that thinks about one seat's decisions, one after another: time, threads, memory, and what is kept from decision to decision."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.kernel import seeds, tape
from sandtable.kernel.game import Game
from sandtable.search.heuristics import given, tree
from sandtable.search.knowledge import Knowledge, canonical
from sandtable.search.limits import Limits
from sandtable.search.result import Estimate, Option, SearchResult
from sandtable.search.weights import Weights

Clock = Callable[[], float]
Progress = Callable[[float], object]
"""Called now and then with the part of the time or simulations that is used, 0 to 1."""

CHUNK = 32
"""Simulations of a thread between two looks at the clock or at the standings, at first."""
GLANCE = 0.004
"""Seconds between two looks at the clock."""
INSTANT = 1e-7
"""The least time that passes: some clocks stand still for a moment."""
APART = 128
"""Bytes that processors exchange with each other at once: two lines of 64."""
REPORT = 0.05
"""The part of a search, and at most the seconds, between two reports of progress."""


class Search:
    """Thinks for one seat of one game. Keeps its tree while its own decisions follow each other and nothing new is revealed."""

    def __init__(
        self, game: Game, limits: Limits, changes: Mapping[str, float] | None = None, seed: int = 0, weights: Weights | None = None
    ) -> None:
        self.game = game
        self.limits = limits
        self.changes = dict(changes or {})
        self.weights = weights
        self.knobs, self.net = given(game.id, weights, self.changes)
        self.tree = tree(game.id, weights is not None)
        self.seed = seed
        self.asked = 0
        self.clock = time.thread_time if limits.clock == "processor" else time.perf_counter
        room = max(1024, limits.memory // (2 * limits.threads * self.tree.NODE.itemsize))
        self.trees = [_Tree(self.tree, game, room) for _ in range(limits.threads)]
        self.world: NDArray[Any] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy, here or in another process, begins with an empty tree."""
        return _begun, (self.game, self.limits, self.changes, self.seed, self.asked, self.weights)

    def think(self, knowledge: Knowledge, progress: Progress | None = None) -> SearchResult:
        """Searches from a seat's knowledge; a single option costs nothing."""
        began = self.clock()
        self.asked += 1
        self._resume(knowledge)
        done = 0
        if len(knowledge.ids) > 1:
            key = seeds.key(seeds.to_bytes(self.seed), self.asked)
            for number, one in enumerate(self.trees):
                one.start(key, number)
            with ThreadPoolExecutor(len(self.trees)) as pool:
                run = self._run_counted if self.limits.simulations is not None else self._run_timed
                done = run(knowledge, began, pool, progress)
        return self._result(knowledge, done, self.clock() - began)

    def play(self, knowledge: Knowledge, action: int) -> None:
        """Tells the search what its seat decided, so that it can go on from there."""
        game = self.game
        self.world = None
        if game.loops.reveals(knowledge.world, 0, action):
            return
        world = knowledge.world.copy()
        out = np.empty(game.num_actions, np.int64)
        game.loops.play(world, 0, action, np.zeros(4, np.int64), tape.recording(), out)
        if world["seat"][0] == knowledge.seat:
            self.world = canonical(game, world, knowledge.seat)
            for one in self.trees:
                one.follow(action)

    # ---- inside -----------------------------------------------------------------------------------------------------------------

    def _resume(self, knowledge: Knowledge) -> None:
        """Keeps the tree only if the seat knows exactly what it expected to know now."""
        if self.world is None or self.world.tobytes() != knowledge.world.tobytes():
            for one in self.trees:
                one.clear()
        self.world = None

    def _run_counted(self, knowledge: Knowledge, began: float, pool: ThreadPoolExecutor, progress: Progress | None) -> int:
        """So many simulations. The standings are looked at after ``CHUNK`` of every thread, but not where they cannot be settled yet."""
        total, step = self.limits.simulations or 0, CHUNK * len(self.trees)
        most = max(1, int(total * REPORT) // step) if progress else total
        done, rounds = 0, 1
        while True:
            left = total - done
            if progress:
                progress(done / total)
            if done:
                lead = self._lead()
                if left <= 0 or (lead is not None and lead > left):
                    return done
                rounds = 1 if lead is None else -(-((left - lead) // 2 + 1) // step)
            chunk = min(rounds, left // step, most) * CHUNK or min(CHUNK, -(-left // len(self.trees)))
            done += self._together(pool, _Tree.run, knowledge, chunk)

    def _run_timed(self, knowledge: Knowledge, began: float, pool: ThreadPoolExecutor, progress: Progress | None) -> int:
        """As many as there is time for. Threads do not wait for each other before the standings can be settled."""
        seconds = (self.limits.milliseconds or 0.0) / 1000
        done, chunk, until = 0, CHUNK, began
        while True:
            now = self.clock()
            left = began + seconds - now
            if progress:
                progress((now - began) / seconds)
            if left <= 0:
                return done
            if done:
                pace, lead = done / max(now - began, INSTANT), self._lead() or 0
                if lead > left * pace:
                    return done
                chunk = max(1, min(int(min(GLANCE, left) * pace / len(self.trees)), 4096))
                until = now + min(left, max(GLANCE, (left - lead / pace) / 2), *([REPORT] if progress else []))
            done += self._together(pool, _Tree.run_until, knowledge, chunk, until, self.clock)

    def _together(self, pool: ThreadPoolExecutor, run: Callable[..., int], knowledge: Knowledge, *bounds: Any) -> int:
        """The part of every thread, the first one's in this; how many simulations there were."""
        others = [pool.submit(run, one, knowledge, *bounds, self.knobs, *self.net) for one in self.trees[1:]]
        return run(self.trees[0], knowledge, *bounds, self.knobs, *self.net) + sum(other.result() for other in others)

    def _visits(self) -> dict[int, tuple[int, Any, int]]:
        """Root decisions: visits, sum of values of every seat, tree of the most visits."""
        total: dict[int, tuple[int, Any, int]] = {}
        for one in self.trees:
            for action, visits, value in one.root_children():
                before = total.get(action, (0, 0.0, 0))
                total[action] = (before[0] + visits, before[1] + value, 0)
        return total

    def _lead(self) -> int | None:
        """By how many simulations the leader leads, None without a second: if fewer are left, nothing can overtake it any more."""
        visits = sorted((v for v, _, _ in self._visits().values()), reverse=True)
        return visits[0] - visits[1] if len(visits) > 1 else None

    def _tally(self, best: int) -> NDArray[np.float64]:
        """Outcomes after the best decision; after all of them, if it was found best by an earlier search and not tried in this one."""
        found: NDArray[np.float64] = np.sum([one.tally for one in self.trees], axis=0)
        return found[best] if found[best, 0, 0] else found.sum(axis=0)

    def _result(self, knowledge: Knowledge, done: int, seconds: float) -> SearchResult:
        actions, seat = self.game.actions, knowledge.seat
        found = self._visits()
        total = max(1, sum(v for v, _, _ in found.values()))
        options = []
        for number in knowledge.ids.tolist():
            visits, value, _ = found.get(number, (0, np.zeros(self.tree.SEATS), 0))
            worth = float(value[seat]) / visits if visits else 0.0
            options.append(Option(actions[number], visits / total if done else 1.0, visits, worth))
        options.sort(key=lambda option: (-option.visits, -option.value, option.action.id))
        best = options[0].action.id
        tally = self._tally(best)[: knowledge.players] if done else None
        scores, chances = (_estimates(tally, 1), _estimates(tally, 3)) if tally is not None else ([], [])
        line = [best, *self.trees[0].line(best)]
        return SearchResult(options, scores, chances, [actions[a] for a in line], done, seconds)


def _begun(game: Game, limits: Limits, changes: Mapping[str, float], seed: int, asked: int, weights: Weights | None) -> Search:
    search = Search(game, limits, changes, seed, weights)
    search.asked = asked
    return search


class _Tree:
    """One thread's tree."""

    def __init__(self, module: Any, game: Game, room: int) -> None:
        self.module = module
        self.nodes = np.zeros(room, module.NODE)
        self.spare = np.zeros(room, module.NODE)
        self.head = _apart(module.HEAD, np.int64)
        self.tally = _apart((game.num_actions, module.SEATS, module.TALLY), np.float64)
        self.work = _apart(1, game.dtype)
        self.key = np.zeros(4, np.int64)
        self.done = 0
        self.clear()

    def clear(self) -> None:
        self.nodes[0] = np.zeros(1, self.nodes.dtype)[0]
        self.head[self.module.SIZE] = 1

    def start(self, key: NDArray[np.int64], number: int) -> None:
        self.key = key.copy()
        self.key[3] ^= number
        self.tally[:] = 0.0
        self.done = 0

    def run(self, knowledge: Knowledge, count: int, numbers: NDArray[np.float64], *net: NDArray[Any]) -> int:
        """So many simulations."""
        first, self.done = self.done, self.done + count
        self.module.simulate(
            knowledge.world, self.work, knowledge.seat, self.key, first, self.done, self.nodes, self.head, numbers, self.tally, *net
        )
        return count

    def run_until(
        self, knowledge: Knowledge, count: int, until: float, clock: Clock, numbers: NDArray[np.float64], *net: NDArray[Any]
    ) -> int:
        """Simulations until this time, at first so many; how many there were."""
        before, now = self.done, clock()
        while True:
            began = now
            self.run(knowledge, count, numbers, *net)
            now = clock()
            if now >= until:
                return self.done - before
            count = max(1, min(count, int(count * (until - now) / max(now - began, INSTANT))))

    def follow(self, action: int) -> None:
        """Keeps what follows ``action``."""
        size = self.module.keep_subtree(self.nodes, self.spare, action)
        if size == 0:
            self.clear()
            return
        self.nodes, self.spare = self.spare, self.nodes
        self.head[self.module.SIZE] = size

    def children(self, node: int) -> list[int]:
        found = []
        child = int(self.nodes[node]["child"])
        while child > 0:
            found.append(child)
            child = int(self.nodes[child]["next"])
        return found

    def root_children(self) -> list[tuple[int, int, NDArray[np.float64]]]:
        rows = self.nodes[self.children(0)]
        return [(int(r["action"]), int(r["visits"]), r["value"].copy()) for r in rows if r["visits"] > 0]

    def line(self, action: int, longest: int = 12) -> list[int]:
        """The most visited decisions after ``action``."""
        node = next((c for c in self.children(0) if self.nodes[c]["action"] == action), 0)
        found: list[int] = []
        while node and len(found) < longest:
            below = [c for c in self.children(node) if self.nodes[c]["visits"] > 0]
            if not below:
                break
            node = max(below, key=lambda c: (int(self.nodes[c]["visits"]), -int(self.nodes[c]["action"])))
            found.append(int(self.nodes[node]["action"]))
        return found


def _apart(shape: int | tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """Zeros with nobody near them: two threads that write to neighbours in memory wait for each other."""
    wanted = np.empty(shape, dtype).nbytes
    room = np.zeros(wanted + 2 * APART, np.uint8)
    first = -room.ctypes.data % APART
    return room[first : first + wanted].view(dtype).reshape(shape)


def _estimates(tally: NDArray[np.float64], column: int) -> list[Estimate]:
    found = []
    for row in tally:
        n = max(1.0, row[0])
        mean = row[column] / n
        variance = max(0.0, row[column + 1] / n - mean * mean)
        found.append(Estimate(float(mean), math.sqrt(variance / n)))
    return found
