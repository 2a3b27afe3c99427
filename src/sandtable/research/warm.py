"""Compiling the research loops ahead of time: ``python -m sandtable.research.warm [GAME]...``, one process per game, side by side."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from sandtable.kernel.game import games
from sandtable.research.episodes import Episodes
from sandtable.research.table import Table
from sandtable.research.vector import VectorEnv


def compile_here(game: str) -> None:
    """Calls every compiled loop once on a tiny input."""
    env = VectorEnv(game, 2, seed=1)
    env.step(env.sample())
    episodes = Episodes(game, None, {})
    seat = episodes.deal(1)
    episodes.play(int(np.flatnonzero(episodes.look(seat)["action_mask"])[0]))
    episodes.play_others(seat)
    table = Table(env.encoding, env.template)
    for _ in range(4):
        table.choose(0)
    table.choose(table.legal()[0])
    table.information_state_string(0)
    loops, room = env.encoding.loops, np.zeros((2, 4096), np.int64)
    scores, rewards = np.zeros(env.players, np.int64), np.zeros(env.players, np.float32)
    loops.record_game(env.template, np.zeros(4, np.int64), 0, np.zeros(4096, env.game.dtype), room[0], room[1], scores, rewards)
    loops.reward_one(env.states, rewards)


def compile_all(names: list[str]) -> None:
    """Each game in a process of its own, as many at once as there are cores."""
    command = [sys.executable, "-m", "sandtable.research.warm", "--here"]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda name: subprocess.run([*command, name], check=True), names))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--here"]:
        compile_here(sys.argv[2])
    else:
        print("Compiling the research loops (once for these sources) …", flush=True)
        compile_all(sys.argv[1:] or games())
