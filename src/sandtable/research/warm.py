"""Compiles the research loops ahead of time, like ``kernel.warm`` the rules: ``python -m sandtable.research.warm`` for all games, with all
that a table needs."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress

import numpy as np
from rich.console import Console

from sandtable.encodings import encoding
from sandtable.kernel import warm
from sandtable.kernel.game import Game
from sandtable.kernel.registry import games
from sandtable.research.episodes import Episodes
from sandtable.research.table import DEAL_BYTES, Table
from sandtable.research.vector import VectorEnv
from sandtable.search.warm import TABLE, greedy_steps

RESEARCH = "sandtable.research.warm"
ROOM = 4096


def steps(game: Game) -> list[warm.Step]:
    """The loops behind every door and those over many games, each with a tiny call."""
    code = encoding(game.id)

    def vector() -> None:
        env = VectorEnv(game.id, 2, seed=1)
        env.step(env.sample())
        assert len(env.states)  # whoever asks for them has every decision compared with them
        env.step(env.sample())
        with suppress(ValueError):
            env.step([-1, -1])

    def single() -> None:
        episodes = Episodes(game.id, None, {})
        seat = episodes.deal(1)
        episodes.play(int(np.flatnonzero(episodes.look(seat)["action_mask"])[0]))
        episodes.play_others(seat)

    def tree() -> None:
        table = Table(code, game.blank(game.players[0], game.check_options(game.players[0], {})))
        for _ in range(DEAL_BYTES):
            table.choose(0)
        table.choose(table.legal()[0])
        table.information_state_string(0)

    def games_recorded() -> None:
        players = game.players[0]
        template, found = game.blank(players, game.check_options(players, {})), np.zeros((2, ROOM), np.int64)
        states, scores, rewards = np.zeros(ROOM, game.dtype), np.zeros(players, np.int64), np.zeros(players, np.float32)
        code.loops.record_game(template, np.zeros(4, np.int64), 0, states, found[0], found[1], scores, rewards)
        code.loops.reward_one(states, rewards)

    return [
        *warm.batch_steps(game),
        ("vector", vector),
        ("one game", single),
        ("tree", tree),
        ("datasets", games_recorded),
        ("whole moves", lambda: game.perft(game.new(game.players[0], 1), cap=1)),
        *greedy_steps(game),
    ]


def ensure(names: Iterable[str], console: Console | None = None) -> None:
    """Compiles rules and research loops of these games where that was not done yet."""
    warm.ensure(names, console, (warm.RULES, RESEARCH), "rules and research loops")


if __name__ == "__main__":
    if sys.argv[1:]:
        warm.main(steps, RESEARCH)
    else:
        warm.ensure(games(), modules=(*TABLE, RESEARCH), what="rules, search and research loops")
