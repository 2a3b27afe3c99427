"""Compiles the search ahead of time, like ``kernel.warm`` the rules."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from rich.console import Console

from sandtable.kernel import seeds, tape, warm
from sandtable.kernel.game import Game
from sandtable.kernel.preparing import Preparing
from sandtable.search.heuristics import knobs, tree
from sandtable.search.weights import asked

SEARCH = "sandtable.search.warm"
TABLE = (warm.RULES, SEARCH)
"""What a table with bots needs."""


def steps(game: Game) -> list[warm.Step]:
    """The entry points of the search, each with a tiny call."""
    module = tree(game.id)
    players = game.players[0]
    blank = game.blank(players, game.check_options(players, {}), 1)
    states = blank.copy()
    work, stack = states.copy(), np.repeat(states, 4)
    key, numbers = seeds.key(bytes(16), 0), knobs(game.id)
    nodes, spare, head = np.zeros(1024, module.NODE), np.zeros(1024, module.NODE), np.zeros(module.HEAD, np.int64)
    head[module.SIZE] = 1
    tally, gains = np.zeros((game.num_actions, module.SEATS, module.TALLY)), np.zeros(game.num_actions)

    def seat() -> int:
        states[:] = blank
        game.loops.deal(states, 0, key, 0, tape.recording())
        return int(states["seat"][0])

    return [
        ("search", lambda: module.simulate(states, work, seat(), key, 0, 2, nodes, head, numbers, tally, *asked(None, {}))),
        ("memory", lambda: module.keep_subtree(nodes, spare, 0)),
        ("greedy", lambda: module.greedy(states, work, stack, seat(), key, 1, 10, numbers, gains)),
    ]


def ensure(names: Iterable[str], console: Console | None = None) -> None:
    """Compiles rules and search of these games where that was not done yet."""
    warm.ensure(names, console, TABLE, "rules and the search")


def prepare(names: Iterable[str]) -> Preparing:
    """The same behind everything else; the answer is still to be started."""
    return Preparing(names, TABLE)


if __name__ == "__main__":
    warm.main(steps, SEARCH)
