"""The command line as real processes, each with its own streams and exit code, forked from one that has loaded everything."""

from __future__ import annotations

import importlib
import io
import multiprocessing
import multiprocessing.forkserver
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any

from sandtable.coach.analysis import DEPTHS
from sandtable.coach.compare import Depth
from tests.workers import fork_workers

SECONDS = 300
QUICK: dict[str, Any] = {
    "sandtable.server.lobby.live.PAUSE": 1.0,
    "sandtable.server.deals.running.PAUSE": 0.6,
    "sandtable.coach.analysis.DEPTHS": {**DEPTHS, "quick": Depth(1, 400, 4, 100)},
}
"""Of servers: seconds between two looks at what nobody told them (tests wait for them; but many servers look, all the time), and a quick
look of the coach with a quarter of the simulations: what is tested there is how it is asked for, told, kept and drawn. How well it judges
is tested in ``tests/coach``."""
ROOT = Path(__file__).parents[1]
_FORKED = multiprocessing.get_context("forkserver")
_FORKED.set_forkserver_preload(["tests.preloaded"])


class Started:
    """A command that runs, asked and ended like a ``subprocess.Popen``."""

    def __init__(
        self, words: list[str], streams: list[Path], environment: dict[str, str], constants: Mapping[str, Any], fresh: bool = False
    ) -> None:
        self.words = words
        _load()
        self._process = _FORKED.Process(target=_main, args=(words, streams, environment, os.getcwd(), _mask(), dict(constants), fresh))
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid
        Finalize(self, _end, (self._process,), exitpriority=10)  # pytest itself waits for nobody

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, seconds: float | None = None) -> int:
        self._process.join(seconds)
        code = self.poll()
        if code is None:
            raise subprocess.TimeoutExpired(self.words, seconds or 0.0)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def start(
    *arguments: str | Path,
    log: Path,
    environment: dict[str, str] | None = None,
    constants: Mapping[str, Any] | None = None,
    fresh: bool = False,
) -> Started:
    """``sandtable`` with these arguments, which goes on by itself; all it says goes to the end of ``log``. ``constants``: other values for
    some of its modules; ``fresh``: workers that it has load everything themselves (and have the usual constants)."""
    words, streams = [str(argument) for argument in arguments], [Path(os.devnull), log, log]
    return Started(words, streams, environment or dict(os.environ), {**QUICK, **(constants or {})}, fresh)


def run(*arguments: str | Path, typed: str = "", constants: Mapping[str, Any] | None = None) -> subprocess.CompletedProcess[str]:
    """``sandtable`` with these arguments and this typed input. ``constants``: other values for some of its modules."""
    words = [str(argument) for argument in arguments]
    with tempfile.TemporaryDirectory() as folder:
        streams = [Path(folder, name) for name in ("typed", "out", "err")]
        streams[0].write_text(typed, "utf-8")
        started = Started(words, streams, dict(os.environ), constants or {})
        try:
            code = started.wait(SECONDS)
        except subprocess.TimeoutExpired:
            started.kill()
            raise
        out, err = (stream.read_text("utf-8") for stream in streams[1:])
    return subprocess.CompletedProcess(words, code, out, err)


def good(*arguments: str | Path, typed: str = "") -> str:
    """What the command prints when all is well."""
    done = run(*arguments, typed=typed)
    assert done.returncode == 0, done.stderr
    return done.stdout


def share() -> None:
    """All processes that this one forks from now on have their commands forked from the same process, which it starts."""
    _load()
    forkserver = multiprocessing.forkserver
    forkserver.ensure_running = forkserver._forkserver.ensure_running = _as_it_is  # type: ignore[attr-defined]


def _as_it_is() -> None:
    """Who did not start it itself cannot ask whether it is alive: that is only for its parent to know."""


def _load() -> None:
    """Starts the process from which all others are forked. It finds what it is to load only in this folder, and says nothing when it does
    not: a test that works elsewhere would make every later one load everything again."""
    folder = Path.cwd()
    os.chdir(ROOT)
    try:
        multiprocessing.forkserver.ensure_running()
    finally:
        os.chdir(folder)


def _end(process: multiprocessing.process.BaseProcess) -> None:
    if process.is_alive():
        process.kill()


def _mask() -> int:
    """The mask of this process for the modes of new files, which can only be asked for by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _main(
    words: list[str],
    streams: list[Path],
    environment: dict[str, str],
    folder: str,
    mask: int,
    constants: dict[str, Any],
    fresh: bool,
) -> None:
    assert "tests.preloaded" in sys.modules, "the commands are forked from a process that has loaded nothing"
    os.umask(mask)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    for number, stream in enumerate(streams):
        os.dup2(os.open(stream, os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_APPEND), number)
    sys.stdin = io.TextIOWrapper(io.FileIO(0, "r"), "utf-8")
    sys.stdout = io.TextIOWrapper(io.FileIO(1, "w"), "utf-8")
    sys.stderr = io.TextIOWrapper(io.FileIO(2, "w"), "utf-8", errors="backslashreplace")
    sys.argv = ["sandtable", *words]
    for name, value in constants.items():
        module, _, constant = name.rpartition(".")
        assert hasattr(importlib.import_module(module), constant), name
        setattr(sys.modules[module], constant, value)
    from sandtable.cli import main

    if not fresh:
        fork_workers(main)
    main()
