"""Short programs as real processes, each with its own environment, streams and exit code, forked from one that has loaded numba and
compiled something with it: every one of them would do so again, which takes longer than what is tested with them.

Nothing of ours is loaded there. Who tests what comes before that, or another processor for numba, starts Python itself (``fresh``)."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import tempfile
import threading
import traceback
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

NAMES = ("out", "err")


def script(code: str, fresh: bool = False, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """What ``python -c`` says to this program."""
    variables = {**os.environ, **environment}
    if fresh:
        words = [sys.executable, "-c", code]
        return subprocess.run(words, env=variables, cwd=cwd, capture_output=True, text=True, check=False)
    with tempfile.TemporaryDirectory() as folder:
        parent, streams = _parent(), [str(Path(folder, name)) for name in NAMES]
        try:
            print(json.dumps([code, variables, str(cwd or Path.cwd()), *streams]), file=parent.stdin, flush=True)
            answer = parent.stdout.readline()  # type: ignore[union-attr]
        except BaseException:  # somebody has no more patience: the next program must not hear this one's answer
            parent.kill()
            _parent.cache_clear()
            raise
        assert answer, "the process from which programs are forked has ended"
        out, err = (Path(stream).read_text("utf-8") for stream in streams)
    return subprocess.CompletedProcess(["-c", code], int(answer), out, err)


def said(code: str, fresh: bool = False, cwd: Path | None = None, **environment: str) -> list[str]:
    """The words it says when all is well."""
    done = script(code, fresh, cwd, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def program(path: Path, *arguments: str | Path, fresh: bool = False) -> str:
    """What ``python path …`` says when all is well."""
    words, folder = [str(word) for word in (path, *arguments)], str(path.parent)
    done = script(
        f"import runpy, sys\nsys.argv, sys.path[0] = {words}, {folder!r}\nrunpy.run_path({words[0]!r}, run_name='__main__')", fresh
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@cache
def _parent() -> subprocess.Popen[str]:
    """It ends with its input, that is with us."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.Popen([sys.executable, __file__], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _serve() -> None:
    """In the parent: one program after the other."""
    import numba
    import numpy as np

    numba.njit(lambda numbers: numbers[0])(np.arange(1))
    for line in sys.stdin:
        code, environment, folder, *streams = json.loads(line)
        if not (pid := os.fork()):
            _run(code, environment, folder, streams)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


def _run(code: str, environment: dict[str, str], folder: str, streams: list[str]) -> None:
    """In the new process, until its end, which does not take apart all that is loaded."""
    ended = 1
    try:
        space = _begin(environment, folder, streams)
        exec(compile(code, "<string>", "exec", dont_inherit=True), space)
        ended = 0
    except SystemExit as end:
        ended = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    finally:
        threading._shutdown()  # type: ignore[attr-defined]  # waits for its threads, as Python does
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(ended)


def _begin(environment: dict[str, str], folder: str, streams: list[str]) -> dict[str, Any]:
    """All as it is at the beginning of a program; the names that it has."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, stream in enumerate(streams, 1):
        os.dup2(os.open(stream, os.O_WRONLY | os.O_CREAT), number)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    tempfile.tempdir = None  # it goes by the environment
    sys.path[0:1] = ["", *filter(None, environment.get("PYTHONPATH", "").split(os.pathsep))]
    sys.argv = ["-c"]
    sys.modules["__main__"] = ModuleType("__main__")
    return vars(sys.modules["__main__"])


if __name__ == "__main__":
    _serve()
