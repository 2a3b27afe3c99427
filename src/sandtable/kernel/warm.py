"""Compiling ahead of time, visibly.

Every entry point that a table needs is called once on a tiny input in a child process, which fills the cache on disk; several games compile
side by side (``kernel.preparing``). ``ensure`` is what commands call first: it returns at once when the cache is warm.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from typing import IO

import numpy as np
from rich.console import Console

from sandtable import jit
from sandtable.kernel import seeds, tape
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
    """The file that says that all of it is compiled."""
    return jit.folder(package_of(game)) / f"{game}.{module.split('.')[1]}.warm"


def is_warm(game: str, module: str = RULES) -> bool:
    """Whether nothing is left to compile: it was done here, or came with the wheel."""
    if not jit.COMPILED:
        return True
    here, shipped = mark(game, module), jit.shipped(package_of(game))
    return here.exists() or (shipped is not None and (shipped / here.name).exists())


CHILD = "--child"
"""Said to a process that ends when whoever started it does."""
READY = "ready"
"""The name of the last line that is printed."""
COSTS = {"deal": 12, "legal": 20, "play": 45, "redeal": 12, "search": 60}
"""How long the steps take, compared with each other; all others take 3."""
LOOK = 0.2
OBJECTS = 50_000
"""So many new objects before garbage is looked for: most of what a compiler makes, it keeps to the end."""
LARGE = 70_000
"""Places in a frame: its chunk is the next power of two, a megabyte, half of which it leaves to others."""


def main(steps: Callable[[Game], list[Step]], module: str = RULES) -> None:
    """``python -m MODULE GAME …``: compiles in this process."""
    games = [word for word in sys.argv[1:] if word != CHILD]
    following = _as_a_child() if CHILD in sys.argv else ()
    gc.set_threshold(OBJECTS)
    for game in games:
        _with_large_frame(compile_here, game, steps(load(game)), module)
    for name in following:
        _with_large_frame(compile_here, games[-1], import_module(name).steps(load(games[-1])), name)


def _as_a_child() -> Iterator[str]:
    """Whoever started this process writes the modules that it is to go on with, for its last game, into its standard input, and ends it by
    ending that, or itself."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(os, "nice"):
        os.nice(5)  # whoever serves or plays meanwhile goes first
    told: SimpleQueue[str] = SimpleQueue()

    def listen() -> None:
        for line in sys.stdin:
            told.put(line.strip())
        os._exit(1)

    threading.Thread(target=listen, daemon=True).start()
    return iter(told.get, None)


def _with_large_frame(work: Callable[..., None], *arguments: object) -> None:
    """Python keeps the frames of its functions in chunks of 16 kB, asks the system for another one when a call does not fit, and gives it
    back when that call returns: a loop whose calls do not fit just does so at every call, which took a tenth of the time of compiling. A
    function that needs a large frame is given a large chunk, and all that it calls fits into the rest of it. Nothing is written there."""
    work(*arguments)


_with_large_frame.__code__ = _with_large_frame.__code__.replace(co_stacksize=LARGE)


def compile_here(game: str, todo: list[Step], module: str = RULES) -> None:
    """Compiles in this process, printing a line per entry point: how much is done, how much is at work, of how much, its name.

    Whoever comes second tells how far the first is, and waits for it."""
    costs = [COSTS.get(name, 3) for name, _ in todo]
    with _alone(mark(game, module).with_suffix(".lock")) as tell:
        for at, (name, call) in enumerate([] if is_warm(game, module) else todo):
            tell(f"{sum(costs[:at])} {costs[at]} {sum(costs)} {name}")
            call()
        mark(game, module).touch()
    print(f"1 0 1 {READY}", flush=True)


@contextmanager
def _alone(path: Path) -> Iterator[Callable[[str], None]]:
    """Holds a lock that ends with the process (where the system has such locks). What is told is printed, and written into the lock for
    those who wait."""
    with path.open("a+") as file:
        _take(file)

        def tell(line: str) -> None:
            file.truncate(0)
            file.write(line + "\n")
            file.flush()
            print(line, flush=True)

        yield tell


def _take(file: IO[str]) -> None:
    """Waits for the lock, printing what its holder tells."""
    if fcntl is None:
        return
    heard = ""
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            file.seek(0)
            told = file.readline()
            if told.endswith("\n") and told != heard:
                heard = told
                print(told, end="", flush=True)
            time.sleep(LOOK)


def ensure(names: Iterable[str], console: Console | None = None, modules: Sequence[str] = (RULES,), what: str = "rules") -> None:
    """Compiles what is not yet compiled, side by side, with a progress bar on standard error."""
    from sandtable.kernel.preparing import Preparing, show

    preparing = Preparing(names, modules)
    if preparing.over:
        return
    preparing.start()
    try:
        show(preparing, console or Console(stderr=True), what)
    finally:
        preparing.stop()
    if preparing.failed:
        raise RuntimeError(f"Compiling failed for: {', '.join(preparing.failed)}. The messages above say why.")


if __name__ == "__main__":
    main(steps)
