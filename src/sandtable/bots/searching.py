"""Bots that search: the levels, plain UCT as a yardstick, and any search with changed knobs."""

from __future__ import annotations

import random
from collections.abc import Mapping

from sandtable.bots.base import Bot
from sandtable.kernel.game import Game
from sandtable.search import Knowledge, Limits, Option, Search
from sandtable.search.search import Progress
from sandtable.search.weights import Weights

PLAIN = {"plain": 1.0, "explore": 0.7}
"""Plain UCT: no priors, random playouts to the end of the game."""


class SearchBot(Bot):
    """Searches and plays the decision it thought about most; with ``looseness`` sometimes another that looked nearly as good.

    ``looseness`` is the loss of value (0 to 1 is from certain loss to certain win) at which a decision is still played now and then."""

    def __init__(
        self, name: str, limits: Limits, changes: Mapping[str, float] | None = None, looseness: float = 0.0, weights: Weights | None = None
    ) -> None:
        self.name = name
        self.limits = limits
        self.changes = dict(changes or {})
        self.looseness = looseness
        self.weights = weights
        self.version = weights.version if weights else None

    def start(self, game: Game, players: int, seat: int, seed: int) -> None:
        self.rng = random.Random(seed)
        weights = self.weights.at_table(players) if self.weights else None
        self.search = Search(game, self.limits, self.changes, seed, weights)

    def decide(self, knowledge: Knowledge, progress: Progress | None = None) -> int:
        self.searched = self.search.think(knowledge, progress)
        chosen = self._pick(self.searched.options) if self.looseness > 0 else self.searched.options[0]
        if len(knowledge.ids) > 1:
            self.search.play(knowledge, chosen.action.id)
        return chosen.action.id

    def _pick(self, options: list[Option]) -> Option:
        """Weighs what was tried by how much worse it looked: plausible mistakes, not random ones."""
        tried = [option for option in options if option.visits > 0]
        if len(tried) < 2:
            return options[0]
        best = max(option.value for option in tried)
        weights = [option.visits**0.5 * 2.718 ** ((option.value - best) / self.looseness) for option in tried]
        return self.rng.choices(tried, weights)[0]
