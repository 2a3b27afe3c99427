"""Several games are compiled behind whatever else goes on: in child processes, the smallest game first, each ready by itself. A processor
goes on with its game, then with the next; if it finds no other game waiting, it helps with one that is under way."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Condition, Thread

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from sandtable import jit
from sandtable.kernel import warm
from sandtable.kernel.bind import TOLD
from sandtable.kernel.registry import package_of

PACE = 3_000.0
"""Bytes of compiled sources that a usual processor compiles in a second: a first guess, soon outweighed by what was measured."""
GUESSED = 20_000.0
"""The guess weighs as much as so many bytes."""
SHARES = {warm.RULES: 3}
"""How long the modules take, compared with each other; all others take 2."""
LOOK = 0.2


@dataclass
class Piece:
    """How far a module is with a game. ``share``: its part of the game; ``done`` and ``at_work``: parts of the game too."""

    module: str
    share: float
    done: float = 0.0
    at_work: float = 0.0
    began: float = 0.0
    """0: nobody has begun."""
    since: float = 0.0
    """When ``done`` was heard."""
    over: bool = False


@dataclass
class Part:
    """How far one game is. ``size``: the bytes of its compiled sources."""

    game: str
    size: int
    pieces: list[Piece]
    began: float = 0.0
    seconds: float = 0.0
    """How long it took; 0 until it is ready."""
    what: str = "waiting"
    ready: bool = False
    failed: bool = False

    @property
    def waiting(self) -> Piece | None:
        """What nobody has begun."""
        return next((piece for piece in self.pieces if not piece.began), None)


@dataclass(frozen=True)
class Told:
    """What somebody who waits is told of a game: the part that is done, and about how many seconds are left."""

    game: str
    ready: bool
    part: float
    seconds: float


@dataclass
class Preparing:
    """Compiles what is missing of these games (``modules``: those that compile, in their order)."""

    games: Iterable[str]
    modules: Sequence[str] = (warm.RULES,)
    parts: dict[str, Part] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._changed = Condition()
        self._children: set[subprocess.Popen[str]] = set()
        self._stopped = False
        cold = []
        for game in self.games:
            missing = [module for module in self.modules if not warm.is_warm(game, module)]
            if missing:
                shares = [SHARES.get(module, 2) for module in missing]
                cold.append(Part(game, size(game), [Piece(*one) for one in zip(missing, (s / sum(shares) for s in shares), strict=True)]))
        cold.sort(key=lambda part: part.size)
        self.parts = {part.game: part for part in cold}
        pieces = sum(len(part.pieces) for part in cold)
        self._threads = [Thread(target=self._work, daemon=True) for _ in range(min(pieces, max(1, os.cpu_count() or 1)))]

    # ---- asked by others --------------------------------------------------------------------------------------------------------

    def start(self) -> Preparing:
        for thread in self._threads:
            thread.start()
        return self

    @property
    def over(self) -> bool:
        """Is every game ready, or given up?"""
        return all(part.ready for part in self.parts.values())

    @property
    def failed(self) -> list[str]:
        return [part.game for part in self.parts.values() if part.failed]

    def ready(self, game: str) -> bool:
        """May the game be played? One whose compiling failed may: it says itself what is wrong with it."""
        return game not in self.parts or self.parts[game].ready

    def wait(self, game: str) -> None:
        """Until the game is ready, or everything is stopped."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopped or self.ready(game))

    def told(self) -> list[Told]:
        """Every game that had to be compiled, in the order of the work."""
        now = time.monotonic()
        pace = self._pace()
        free = [0.0] * max(1, len(self._threads))
        told = []
        for part in self.parts.values():
            done = 1.0 if part.ready else self._done(part, now, pace)
            left = 0.0
            if not part.ready:
                worker = free.index(min(free))
                helping = sum(bool(piece.began) and not piece.over for piece in part.pieces)
                free[worker] += part.size * (1.0 - done) / pace / max(1, helping)
                left = free[worker]
            told.append(Told(part.game, part.ready, done, left))
        return told

    def stop(self) -> None:
        """Ends what is under way."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        for child in list(self._children):
            child.terminate()

    # ---- the work ---------------------------------------------------------------------------------------------------------------

    def _work(self) -> None:
        part: Part | None = None
        child: subprocess.Popen[str] | None = None
        while not self._stopped and (found := self._take(part)) is not None:
            if found[0] is not part:
                self._end(child)
                child = None
            part, piece = found
            try:
                child = self._tell(child, part, piece)
                failed = not self._follow(child, part, piece)
            except (OSError, ValueError):  # no process could be started, or it said something else
                failed = True
            if failed:
                self._end(child)
                child = None
            with self._changed:
                piece.done, piece.at_work, piece.since, piece.over = piece.share, 0.0, time.monotonic(), True
                part.failed = part.failed or failed
                if all(one.over for one in part.pieces):
                    part.seconds = time.monotonic() - part.began
                    part.ready = True
                self._changed.notify_all()
        self._end(child)

    def _take(self, mine: Part | None) -> tuple[Part, Piece] | None:
        """What to compile next: more of the game at hand, a game that waits, or else a part of one that others are at."""
        with self._changed:
            waiting = [part for part in self.parts.values() if not part.began]
            for part in [*([mine] if mine else []), *waiting, *self.parts.values()]:
                piece = part.waiting
                if piece is not None:
                    piece.began = piece.since = time.monotonic()
                    part.began = part.began or piece.began
                    return part, piece
            return None

    def _tell(self, child: subprocess.Popen[str] | None, part: Part, piece: Piece) -> subprocess.Popen[str]:
        """Has one module of one game compiled in a child process: the one that has compiled another of the same game, or a new one."""
        if child is not None:
            assert child.stdin is not None
            child.stdin.write(f"{piece.module}\n")
            child.stdin.flush()
            return child
        command = [sys.executable, "-m", piece.module, warm.CHILD, part.game]
        environment = {**os.environ, TOLD: "1"}
        child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
        self._children.add(child)
        if self._stopped:
            child.terminate()
        return child

    def _follow(self, child: subprocess.Popen[str], part: Part, piece: Piece) -> bool:
        """Hears how far the child is, until it is ready; False if it ended before."""
        assert child.stdout is not None
        for line in child.stdout:
            done, doing, total, what = line.split(maxsplit=3)
            piece.since, part.what = time.monotonic(), what.strip()
            piece.done = piece.share * int(done) / int(total)
            piece.at_work = piece.share * int(doing) / int(total)
            if part.what == warm.READY:
                return True
        return False

    def _end(self, child: subprocess.Popen[str] | None) -> None:
        """It ends with its standard input. What it may still say is of no matter."""
        if child is not None:
            with suppress(OSError, ValueError):
                child.communicate()
            self._children.discard(child)

    # ---- how long it takes ------------------------------------------------------------------------------------------------------

    def _pace(self) -> float:
        """Bytes that a child compiles in a second, by what was measured until now."""
        work, seconds = GUESSED, GUESSED / PACE
        for part in self.parts.values():
            for piece in part.pieces:
                work += part.size * piece.done
                seconds += piece.since - piece.began
        return work / seconds

    def _done(self, part: Part, now: float, pace: float) -> float:
        """The part that is done, with a guess how far the steps at work are."""
        return sum(piece.done + min(0.95 * piece.at_work, (now - piece.since) * pace / part.size) for piece in part.pieces if piece.began)


def size(game: str) -> int:
    """The bytes of the sources that are compiled for a game."""
    return sum(path.stat().st_size for path in jit.compiled_sources(package_of(game)).values())


def show(preparing: Preparing, console: Console, what: str) -> None:
    """A bar for each game until all are ready; without a terminal, a line for each that is."""
    console.print(f"Compiling the {what} for this machine, once: later starts take a second.")
    columns = (TextColumn("{task.fields[game]:12}"), BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[left]}"))
    progress = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with progress:
        tasks = {game: progress.add_task("", total=1.0, game=game, left="") for game in preparing.parts}
        shown: set[str] = set()
        while True:
            over = preparing.over
            for told in preparing.told():
                progress.update(tasks[told.game], completed=told.part, left="ready" if told.ready else f"about {told.seconds:.0f} s")
                if told.ready and told.game not in shown:
                    shown.add(told.game)
                    console.print(f"{told.game} is ready ({preparing.parts[told.game].seconds:.0f} s)")
            if over:
                return
            time.sleep(LOOK)
