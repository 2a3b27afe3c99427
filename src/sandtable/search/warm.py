"""Compiles the search ahead of time, like ``kernel.warm`` the rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from sandtable.kernel import seeds, tape, warm
from sandtable.kernel.game import Game
from sandtable.kernel.preparing import Preparing
from sandtable.search.heuristics import given, knobs, tree

SEARCH = "sandtable.search.warm"
TABLE = (warm.RULES, SEARCH)
"""What a table with bots needs."""


def steps(game: Game) -> list[warm.Step]:
    """The entry points of the search that a table needs, each with a tiny call."""
    module = tree(game.id)
    key, (numbers, net) = seeds.key(bytes(16), 0), given(game.id)
    nodes, spare, head = np.zeros(1024, module.NODE), np.zeros(1024, module.NODE), np.zeros(module.HEAD, np.int64)
    head[module.SIZE] = 1
    tally = np.zeros((game.num_actions, module.SEATS, module.TALLY))

    def simulate() -> None:
        states, seat = _dealt(game, key)
        module.simulate(states, states.copy(), seat, key, 0, 2, nodes, head, numbers, tally, *net)

    return [("search", simulate), ("memory", lambda: module.keep_subtree(nodes, spare, 0))]


def greedy_steps(game: Game) -> list[warm.Step]:
    """What only the greedy bot needs, which sits at no table: compiled when it first plays; here ahead of that."""
    key, gains = seeds.key(bytes(16), 0), np.zeros(game.num_actions)

    def greedy() -> None:
        states, seat = _dealt(game, key)
        tree(game.id).greedy(states, states.copy(), np.repeat(states, 4), seat, key, 1, 10, knobs(game.id), gains)

    return [("greedy", greedy)]


def _dealt(game: Game, key: NDArray[np.int64]) -> tuple[NDArray[Any], int]:
    """A first position, and who decides."""
    players = game.players[0]
    states = game.blank(players, game.check_options(players, {}), 1)
    game.loops.deal(states, 0, key, 0, tape.recording())
    return states, int(states["seat"][0])


def ensure(names: Iterable[str], console: Console | None = None) -> None:
    """Compiles rules and search of these games where that was not done yet."""
    warm.ensure(names, console, TABLE, "rules and the search")


def prepare(names: Iterable[str]) -> Preparing:
    """The same behind everything else; the answer is still to be started."""
    return Preparing(names, TABLE)


if __name__ == "__main__":
    warm.main(steps, SEARCH)
