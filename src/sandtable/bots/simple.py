"""Two bots that do not search: ``random``, and ``greedy``, which plays the best turn by what can be counted at its end."""

from __future__ import annotations

import random
from functools import cache

import numpy as np

from sandtable.bots.base import Bot
from sandtable.kernel import seeds
from sandtable.kernel.game import Game
from sandtable.kernel.registry import load
from sandtable.search import Knowledge
from sandtable.search.heuristics import knobs, tree
from sandtable.search.search import Progress
from sandtable.search.warm import greedy_steps


class RandomBot(Bot):
    """Any legal decision."""

    name = "random"

    def start(self, game: Game, players: int, seat: int, seed: int) -> None:
        self.rng = random.Random(seed)

    def decide(self, knowledge: Knowledge, progress: Progress | None = None) -> int:
        return int(self.rng.choice(knowledge.ids.tolist()))


class GreedyBot(Bot):
    """Walks through its whole turn and takes the one that leaves it furthest ahead at the end, over a few worlds; ties by lot."""

    name = "greedy"
    worlds = 3
    positions = 50_000
    """Positions looked at after each decision, in each world."""
    depth = 24

    def start(self, game: Game, players: int, seat: int, seed: int) -> None:
        _compiled(game.id)
        self.rng = random.Random(seed)
        self.seed = seeds.to_bytes(seed)
        self.asked = 0
        self.knobs = knobs(game.id)
        self.work = np.zeros(1, game.dtype)
        self.stack = np.zeros(self.depth, game.dtype)

    def decide(self, knowledge: Knowledge, progress: Progress | None = None) -> int:
        ids = knowledge.ids
        if len(ids) == 1:
            return int(ids[0])
        self.asked += 1
        gains = np.zeros(knowledge.game.num_actions)
        key = seeds.key(self.seed, self.asked)
        greedy = tree(knowledge.game.id).greedy
        greedy(knowledge.world, self.work, self.stack, knowledge.seat, key, self.worlds, self.positions, self.knobs, gains)
        found = gains[ids]
        return int(self.rng.choice(ids[found >= found.max() - 1e-9].tolist()))


@cache
def _compiled(game: str) -> None:
    """Compiles what only this bot needs, before its first decision is waited for."""
    for _, call in greedy_steps(load(game)):
        call()
