"""The command line as real processes, each with its own streams and exit code, forked from one that has loaded everything."""

from __future__ import annotations

import io
import multiprocessing
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 300
_FORKED = multiprocessing.get_context("forkserver")
_FORKED.set_forkserver_preload(
    [
        "sandtable.cli",
        "sandtable.server.doctor",
        "sandtable.server.backup",
        "sandtable.games.five_tribes",
        "sandtable.games.targui",
        "sandtable.games.tuareg",
    ]
)


def run(*arguments: str | Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """``sandtable`` with these arguments and this typed input."""
    words = [str(argument) for argument in arguments]
    with tempfile.TemporaryDirectory() as folder:
        streams = [Path(folder, name) for name in ("typed", "out", "err")]
        streams[0].write_text(typed, "utf-8")
        process = _FORKED.Process(target=_main, args=(words, streams, dict(os.environ), os.getcwd()))
        process.start()
        process.join(SECONDS)
        if process.is_alive():
            process.kill()
            raise subprocess.TimeoutExpired(words, SECONDS)
        out, err = (stream.read_text("utf-8") for stream in streams[1:])
    assert process.exitcode is not None
    return subprocess.CompletedProcess(words, process.exitcode, out, err)


def good(*arguments: str | Path, typed: str = "") -> str:
    """What the command prints when all is well."""
    done = run(*arguments, typed=typed)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _main(words: list[str], streams: list[Path], environment: dict[str, str], folder: str) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    for number, stream in enumerate(streams):
        os.dup2(os.open(stream, os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT), number)
    sys.stdin = io.TextIOWrapper(io.FileIO(0, "r"), "utf-8")
    sys.stdout = io.TextIOWrapper(io.FileIO(1, "w"), "utf-8")
    sys.stderr = io.TextIOWrapper(io.FileIO(2, "w"), "utf-8", errors="backslashreplace")
    sys.argv = ["sandtable", *words]
    from sandtable.cli import main

    main()
