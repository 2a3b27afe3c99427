"""Whole turns worth comparing: read out of search trees, up to the end of the turn or to the first thing that chance decides."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator
from itertools import chain, zip_longest

import numpy as np
from numpy.typing import NDArray

from sandtable.coach.bench import Growth, salted
from sandtable.coach.perspective import Candidate, Perspective
from sandtable.coach.turns import key_of, things
from sandtable.kernel.coaching import World
from sandtable.kernel.game import Game

MOST = 12
"""Turns that are compared."""
EACH = 8
"""Turns that one search proposes."""
FEW = 9
"""Up to so many single decisions are all compared, without a search."""
TRIED = 3
"""Fewer visits than this are no reason to go on along a turn."""
ALIKE = 2
"""Turns of the same shape that are compared: advice that differs only in details is no advice."""
PROMISING = 4
"""Turns that are considered for what they bring at once."""
ENDINGS = 2
"""Decisions at the end of the played turn that are varied, and how often each."""
LOOKED_AT = 400
"""Nodes of a tree that are looked at."""
FINISH = 60
"""Simulations for each decision that completes a turn the tree does not know to its end."""
WIDE, SMALL = 1 << 17, 1 << 13
"""Nodes of a tree that proposes turns, and of one that completes a turn."""


class Explorer:
    """A search tree from one position, and the turns in it."""

    def __init__(self, sight: Perspective, world: World, key: NDArray[np.int64]) -> None:
        self.sight = sight
        self.world = world
        self.turn = key_of(sight.game, world[0])
        self.key = key
        self.growth = Growth(sight, world, key, WIDE)

    def children(self, node: int) -> list[tuple[int, int, int]]:
        """``(visits, action, node)`` of what was tried; where little was tried, only at the root."""
        return tried(self.growth, node, 1 if node == 0 else TRIED)

    def turns(self, most: int = EACH) -> list[Candidate]:
        """The most visited turns, each outcome once. Nodes wait in a heap with the turn they go on from."""
        found: dict[tuple[bytes, int], Candidate] = {}
        shapes: Counter[tuple[str, ...]] = Counter()
        heap: list[tuple[int, int, int, int, Candidate]] = []

        def open_node(node: int, so_far: Candidate) -> bool:
            children = self.children(node)
            for visits, action, child in children:
                heapq.heappush(heap, (-visits, len(so_far.decisions), child, action, so_far))
            return bool(children)

        open_node(0, self.sight.begin(self.world))
        unfinished: list[Candidate] = []
        for _ in range(LOOKED_AT):
            if not heap or len(found) + len(unfinished) >= most:
                break
            _visits, _depth, node, action, parent = heapq.heappop(heap)
            so_far = self.sight.follow(parent, action)
            if so_far is None or (self.goes_on(so_far) and open_node(node, so_far)):
                continue
            if self.goes_on(so_far):
                unfinished.append(so_far)
            else:
                keep(self.sight.game, so_far, found, shapes)
        for so_far in unfinished:  # last, since completing a turn needs the memory of the tree
            keep(self.sight.game, self.finish(so_far), found, shapes)
        return list(found.values())

    def goes_on(self, so_far: Candidate) -> bool:
        return so_far.forced is None and key_of(self.sight.game, so_far.world[0]) == self.turn

    def finish(self, so_far: Candidate) -> Candidate:
        """Completes a turn by small searches of their own."""
        while self.goes_on(so_far):
            ids = self.sight.legal(so_far.world).tolist()
            best = (0, ids[0], 0)
            if len(ids) > 1:
                small = Growth(self.sight, so_far.world, self.key, SMALL)
                small.grow(FINISH)
                best = max((found for found in tried(small, 0, 1) if found[1] in ids), default=best)
            after = self.sight.follow(so_far, best[1])
            assert after is not None
            so_far = after
        return so_far


def tried(growth: Growth, node: int, least: int) -> list[tuple[int, int, int]]:
    """``(visits, action, node)`` of the decisions after a node with at least so many visits."""
    visits, actions, following = growth.nodes["visits"], growth.nodes["action"], growth.nodes["next"]
    found = []
    child = int(growth.nodes["child"][node])
    while child > 0:
        if visits[child] >= least:
            found.append((int(visits[child]), int(actions[child]), child))
        child = int(following[child])
    return found


def keep(game: Game, turn: Candidate, found: dict[tuple[bytes, int], Candidate], shapes: Counter[tuple[str, ...]]) -> None:
    """Adds a turn unless its outcome, or enough of its shape, is there already."""
    shape = shape_of(game, turn)
    if turn.outcome not in found and shapes[shape] < ALIKE:
        shapes[shape] += 1
        found[turn.outcome] = turn


def shape_of(game: Game, turn: Candidate) -> tuple[str, ...]:
    """What a turn is about: where it begins and ends on the board, else the kind of thing it does first."""
    path, keys = things(game, [(world[0], action) for world, action in zip(turn.steps, turn.decisions, strict=True)])
    if len(path) > 1:
        return path[0], path[-1]
    return (game.actions[turn.decisions[0]].kind, *keys[:1])


def choices(sight: Perspective, world: World) -> list[Candidate]:
    """All turns where they are single decisions and not many (a bid, fighting on); else none: they must be searched for."""
    ids = sight.legal(world)
    if len(ids) > FEW:
        return []
    start = sight.begin(world)
    found = [turn for turn in (sight.follow(start, int(action)) for action in ids) if turn is not None]
    key = key_of(sight.game, world[0])
    single = all(turn.forced is not None or key_of(sight.game, turn.world[0]) != key for turn in found)
    return list({turn.outcome: turn for turn in found}.values()) if single else []


def explore(sight: Perspective, world: World, key: NDArray[np.int64], searches: int, simulations: int) -> list[Candidate]:
    """The turns that several searches propose, each search's favourites first."""
    proposals: list[list[Candidate]] = []
    for number in range(searches):
        explorer = Explorer(sight, world, salted(key, 1000 + number))
        explorer.growth.grow(simulations)
        proposals.append(explorer.turns())
        if number == 0:
            proposals.append(promising(explorer))
    found: dict[tuple[bytes, int], Candidate] = {}
    shapes: Counter[tuple[str, ...]] = Counter()
    for turn in _in_turn(proposals):
        keep(sight.game, turn, found, shapes)
    return list(found.values())[:MOST]


def promising(explorer: Explorer) -> list[Candidate]:
    """The turns that bring most at once, as the game knows them; whatever a search happens to find, these are considered."""
    sight, world = explorer.sight, explorer.world
    found: list[Candidate] = []
    for decisions in sight.game.coaching.promising(world[0]):
        turn: Candidate | None = sight.begin(world)
        for action in decisions:
            turn = sight.follow(turn, action) if turn else None
        if turn:
            found.append(explorer.finish(turn))
        if len(found) == PROMISING:
            break
    return found


def endings(sight: Perspective, turn: Candidate, key: NDArray[np.int64]) -> list[Candidate]:
    """Turns that begin like this one and end otherwise: another card, another victim."""
    explorer = Explorer(sight, turn.steps[0], key)
    found: list[Candidate] = []
    free = [place for place, world in enumerate(turn.steps) if place > 0 and len(sight.legal(world)) > 1]
    for place in free[-ENDINGS:]:
        small = Growth(sight, turn.steps[place], key, SMALL)
        small.grow(4 * FINISH)
        others = sorted((option for option in tried(small, 0, 1) if option[1] != turn.decisions[place]), reverse=True)
        start = Candidate(turn.decisions[:place], turn.steps[:place], turn.steps[place], None)
        for _, action, _ in others[:ENDINGS]:
            other = sight.follow(start, action)
            if other:
                found.append(explorer.finish(other))
    return found


def _in_turn(proposals: list[list[Candidate]]) -> Iterator[Candidate]:
    return (turn for turn in chain.from_iterable(zip_longest(*proposals)) if turn is not None)


def taken(sight: Perspective, worlds: list[World], decisions: list[int]) -> Candidate:
    """The turn that was really taken, up to the first thing that chance decided. ``worlds``: the true positions before every decision and
    after the last."""
    steps: list[World] = []
    for number, action in enumerate(decisions):
        world = sight.look(worlds[number])
        steps.append(world)
        if sight.is_chance(world, action):
            return Candidate(decisions[: number + 1], steps, world, action)
    return Candidate(decisions, steps, sight.look(worlds[len(decisions)]), None)
