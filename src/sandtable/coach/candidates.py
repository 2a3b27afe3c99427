"""Whole turns worth comparing: read out of a search tree, up to the end of the turn or to the first thing that chance decides."""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sandtable.coach.bench import DEAL, Bench
from sandtable.coach.eyes import Sight, World, mix
from sandtable.coach.turns import key_of, things
from sandtable.kernel.game import Game
from sandtable.search.crafts import knobs, tree

MOST = 8
"""Turns that are compared."""
TRIED = 3
"""Fewer visits than this are no reason to consider a turn."""
ALIKE = 2
"""Turns of the same shape that are compared: advice that differs only in details is no advice."""
LOOKED_AT = 600
"""Nodes that are looked at."""
FINISH = 60
"""Simulations for each decision that completes a turn the tree does not know to its end."""


@dataclass
class Candidate:
    """``decisions`` lead from the start to ``world``; then, if chance has a part in it, ``forced`` is decided."""

    decisions: list[int]
    steps: list[World]
    """The position before every decision."""
    world: World
    forced: int | None
    bench: Bench = field(init=False, repr=False)

    @property
    def outcome(self) -> tuple[bytes, int]:
        """Turns with the same outcome are the same, in whatever order they were decided."""
        return self.world.tobytes(), -1 if self.forced is None else self.forced


class Explorer:
    """A search tree from one position, and the turns in it."""

    def __init__(self, sight: Sight, world: World, words: NDArray[np.int64], room: int = 1 << 18) -> None:
        self.sight = sight
        self.world = world
        self.key = key_of(sight.game, world[0])
        self.module = tree(sight.game.id)
        self.words = words
        self.nodes = np.empty(room, self.module.NODE)
        self.nodes[0] = np.zeros(1, self.module.NODE)[0]
        self.head = np.zeros(self.module.HEAD, np.int64)
        self.head[self.module.SIZE] = 1
        self.tally = np.zeros((sight.game.num_actions, self.module.SEATS, self.module.TALLY))
        self.work = np.zeros(1, sight.game.dtype)
        self.done = 0

    def search(self, simulations: int) -> None:
        numbers = knobs(self.sight.game.id)
        end = self.done + simulations
        step = DEAL if self.sight.mixes else simulations
        world = np.array(self.world, copy=True)
        while self.done < end:
            if self.sight.mixes:
                mix(world, self.words, self.done // DEAL)
            last = min(end, self.done + step)
            self.module.simulate(world, self.work, self.sight.seat, self.words, self.done, last, self.nodes, self.head, numbers, self.tally)
            self.done = last

    def children(self, node: int) -> list[tuple[int, int, int]]:
        """``(visits, action, node)`` of what was tried."""
        nodes = self.nodes
        visits, actions, following = nodes["visits"], nodes["action"], nodes["next"]
        found = []
        child = int(nodes["child"][node])
        while child > 0:
            if visits[child] > 0:
                found.append((int(visits[child]), int(actions[child]), child))
            child = int(following[child])
        return found

    def turns(self, most: int = MOST) -> list[Candidate]:
        """The most visited turns, each outcome once. Nodes wait in a heap with the turn they go on from."""
        found: dict[tuple[bytes, int], Candidate] = {}
        heap: list[tuple[int, int, int, int, Candidate]] = []
        shapes: Counter[tuple[str, ...]] = Counter()
        start = Candidate([], [], self.world, None)

        def open_node(node: int, so_far: Candidate) -> bool:
            children = [c for c in self.children(node) if c[0] >= TRIED or node == 0]
            for tried, action, child in children:
                heapq.heappush(heap, (-tried, len(so_far.decisions), child, action, so_far))
            return bool(children)

        open_node(0, start)
        for _ in range(LOOKED_AT):
            if not heap or len(found) >= most:
                break
            _visits, _depth, node, action, parent = heapq.heappop(heap)
            so_far = follow(self.sight, parent, action)
            if so_far is None or (self.goes_on(so_far) and open_node(node, so_far)):
                continue
            so_far = self.finish(so_far)
            shape = shape_of(self.sight.game, so_far)
            if so_far.outcome not in found and shapes[shape] < ALIKE:
                shapes[shape] += 1
                found[so_far.outcome] = so_far
        return list(found.values())

    def goes_on(self, so_far: Candidate) -> bool:
        return so_far.forced is None and key_of(self.sight.game, so_far.world[0]) == self.key

    def finish(self, so_far: Candidate) -> Candidate:
        """Completes a turn by small searches of their own."""
        while self.goes_on(so_far):
            ids = self.sight.legal(so_far.world)
            action = int(ids[0])
            if len(ids) > 1:
                small = Explorer(self.sight, so_far.world, self.words, 1 << 13)
                small.search(FINISH)
                action = max(small.children(0))[1]
            after = follow(self.sight, so_far, action)
            assert after is not None
            so_far = after
        return so_far


def shape_of(game: Game, turn: Candidate) -> tuple[str, ...]:
    """What a turn is about: where it begins and ends on the board, else the kind of thing it does first."""
    path, keys = things(game, [(world[0], action) for world, action in zip(turn.steps, turn.decisions, strict=True)])
    if len(path) > 1:
        return path[0], path[-1]
    return (game.actions[turn.decisions[0]].kind, *keys[:1])


def follow(sight: Sight, so_far: Candidate, action: int) -> Candidate | None:
    """One more decision of a turn; None if it is not legal in the known position."""
    if sight.is_chance(so_far.world, action):
        return Candidate([*so_far.decisions, action], [*so_far.steps, so_far.world], so_far.world, action)
    after = sight.play(so_far.world, action)
    if after is None:
        return None
    return Candidate([*so_far.decisions, action], [*so_far.steps, so_far.world], sight.look(after), None)


def taken(sight: Sight, worlds: list[World], decisions: list[int]) -> Candidate:
    """The turn that was really taken, up to the first thing that chance decided. ``worlds``: the true positions before every decision and
    after the last."""
    steps: list[World] = []
    for number, action in enumerate(decisions):
        world = sight.look(worlds[number])
        steps.append(world)
        if sight.is_chance(world, action):
            return Candidate(decisions[: number + 1], steps, world, action)
    return Candidate(decisions, steps, sight.look(worlds[len(decisions)]), None)
