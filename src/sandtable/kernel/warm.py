"""Compiling ahead of time, visibly.

Every entry point that a table needs is called once on a tiny input in a child process, which fills the cache on disk; several games compile
side by side. ``ensure`` is what commands call first: it returns at once when the cache is warm.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from sandtable import jit
from sandtable.kernel import seeds, tape
from sandtable.kernel.bind import TOLD
from sandtable.kernel.game import Game
from sandtable.kernel.registry import load, package_of

try:
    import fcntl
except ImportError:  # Windows: two programs may compile the same thing at once, which only costs time
    fcntl = None  # type: ignore[assignment]

Step = tuple[str, Callable[[], object]]


def steps(game: Game) -> list[Step]:
    """The entry points that a table needs, each with a tiny call."""
    loops = game.loops
    players = game.players[0]
    states = game.blank(players, game.check_options(players, {}), 1)
    key, out = seeds.key(bytes(16), 0), np.empty(game.num_actions, np.int64)
    square = np.zeros((1, players), np.int64)

    def first() -> int:
        loops.legal(states, 0, out)
        return int(out[0])

    return [
        ("deal", lambda: loops.deal(states, 0, key, 0, tape.recording())),
        ("legal", first),
        ("play", lambda: loops.play(states, 0, first(), key, tape.recording(), out)),
        ("reveals", lambda: loops.reveals(states, 0, first())),
        ("redeal", lambda: loops.redeal(states, 0, 0, key)),
        ("scores", lambda: loops.standings_many(states, 0, 1, square, square)),
        *game.warm_steps(),
    ]


def batch_steps(game: Game) -> list[Step]:
    """The entry points that only programs need. They are compiled when they are first called; here ahead of that."""
    loops = game.loops
    players = game.players[0]
    states = game.blank(players, game.check_options(players, {}), 2)
    key, row = seeds.key(bytes(16), 0), np.zeros(2, np.int64)
    mask = np.zeros((2, game.num_actions), np.bool_)
    return [
        ("batch deal", lambda: loops.deal_many(states, 0, 2, key)),
        ("masks", lambda: loops.masks(states, 0, 2, mask)),
        ("batch step", lambda: loops.step_many(states, 0, 2, row, row.copy())),
        ("playouts", lambda: loops.playouts(states, 0, 2, row)),
        ("simulate", lambda: loops.simulate(states[:1], key, 0, 1, np.zeros(3 + 3 * players, np.int64))),
        ("perft", lambda: loops.perft(np.repeat(states[:1], 2), 1)),
    ]


RULES = "sandtable.kernel.warm"
"""The module that compiles the rules; other modules may compile more in the same way (``python -m MODULE GAME``)."""


def mark(game: str, module: str = RULES) -> Path:
    return jit.folder(package_of(game)) / f"{game}.{module.split('.')[1]}.warm"


def is_warm(game: str, module: str = RULES) -> bool:
    return not jit.COMPILED or mark(game, module).exists()


def compile_here(game: str, todo: list[Step], module: str = RULES) -> None:
    """Compiles in this process, printing a line per entry point: ``done total name``. Whoever comes second waits for the first."""
    print(0, len(todo), "waiting", flush=True)
    with _alone(mark(game, module).with_suffix(".lock")):
        for done, (name, call) in enumerate([] if is_warm(game, module) else todo):
            print(done, len(todo), name, flush=True)
            call()
        mark(game, module).touch()
    print(len(todo), len(todo), "ready", flush=True)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Holds a lock that ends with the process (where the system has such locks)."""
    with path.open("w") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def ensure(names: Iterable[str], console: Console | None = None, module: str = RULES, what: str = "rules") -> None:
    """Compiles what is not yet compiled, side by side, with a progress bar on standard error."""
    cold = [name for name in names if not is_warm(name, module)]
    if not cold:
        return
    console = console or Console(stderr=True)
    console.print(f"Compiling the {what} for this machine: once, about 20 seconds a game; later starts take a second.")
    columns = (TextColumn("{task.fields[game]:12}"), BarColumn(), TextColumn("{task.fields[what]:12}"), TimeElapsedColumn())
    failed: list[str] = []
    with Progress(*columns, console=console) as progress:
        limit = max(1, os.cpu_count() or 1)
        waiting = list(cold)

        def work() -> None:
            while waiting:
                name = waiting.pop(0)
                if not _compile_in_child(name, progress, module):
                    failed.append(name)

        threads = [Thread(target=work) for _ in range(min(limit, len(cold)))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    if failed:
        raise RuntimeError(f"Compiling failed for: {', '.join(failed)}. The messages above say why.")


def _compile_in_child(name: str, progress: Progress, module: str) -> bool:
    task = progress.add_task("", total=None, game=name, what="starting")
    command = [sys.executable, "-m", module, name]
    environment = {**os.environ, TOLD: "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as child:
        assert child.stdout is not None
        for line in child.stdout:
            done, total, what = line.split(maxsplit=2)
            progress.update(task, completed=int(done), total=int(total), what=what.strip())
    return child.returncode == 0


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        compile_here(argument, steps(load(argument)))
