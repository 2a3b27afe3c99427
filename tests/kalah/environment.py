"""A fresh environment with nothing of its own but what is installed into it: Sandtable and its dependencies shine through from outside."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

import sandtable
from sandtable import jit
from sandtable.kernel.registry import games, load

ROOT = Path(__file__).parents[2]
KALAH = ROOT / "examples" / "kalah"
SECONDS = 900


class Environment:
    """``python`` runs in it. New machine code is kept in its folder too, and goes with it; that of our own games is at hand. Or it stays in
    the user's cache, where the next session finds it if no source has changed."""

    def __init__(self, folder: Path, stays: bool = False) -> None:
        self.folder, self.stays = folder, stays
        self.python = folder / "venv" / "bin" / "python"
        self.variables = {**os.environ, "COLUMNS": "100"}
        if not stays:
            self.variables["SANDTABLE_CACHE"] = str(folder / "cache")
        self.variables.pop("PYTHONPATH", None)

    def make(self) -> None:
        """Sandtable's sources first, then everything that is installed outside (with what that makes importable)."""
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", self.folder / "venv"], check=True)
        inside = next((self.folder / "venv" / "lib").glob("python*/site-packages"))
        sources, outside = Path(sandtable.__file__).parents[1], sysconfig.get_path("purelib")
        (inside / "outside.pth").write_text(f"{sources}\nimport site; site.addsitedir({outside!r})\n")
        (self.folder / "cache").mkdir()
        for name in games() if not self.stays else ():
            kept = jit.folder(load(name).package)
            (self.folder / "cache" / kept.name).symlink_to(kept)

    def install(self, package: Path) -> None:
        """With what is here: no network, and the builder from outside."""
        options = ["--no-index", "--no-build-isolation", "--disable-pip-version-check", "--no-warn-conflicts"]
        self.good("-m", "pip", "install", *options, package)

    def run(self, *arguments: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
        command = [str(word) for word in (self.python, *arguments)]
        environment = {**self.variables, **variables}
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=SECONDS)

    def good(self, *arguments: str | Path, **variables: str) -> str:
        """What it prints when all is well."""
        done = self.run(*arguments, **variables)
        assert done.returncode == 0, f"{arguments}\n{done.stdout[-6000:]}\n{done.stderr[-6000:]}"
        return done.stdout

    def sandtable(self, *arguments: str | Path) -> str:
        """What the command prints when all is well; it starts from nothing."""
        return self.good("-m", "sandtable", *arguments)

    def forked(self, *arguments: str | Path) -> str:
        """The same, forked from a process of this environment that has loaded everything."""
        words = [str(word) for word in arguments]
        with tempfile.TemporaryDirectory() as folder:
            out, err = Path(folder, "out"), Path(folder, "err")
            asked, answered = self._loaded.stdin, self._loaded.stdout
            assert asked is not None
            assert answered is not None
            asked.write(json.dumps([words, [os.devnull, str(out), str(err)]]) + "\n")
            asked.flush()
            assert answered.readline() == "0\n", f"{words}\n{out.read_text('utf-8')[-6000:]}\n{err.read_text('utf-8')[-6000:]}"
            return out.read_text("utf-8")

    @cached_property
    def _loaded(self) -> subprocess.Popen[str]:
        """Ends when nobody can ask it any more."""
        command = [str(self.python), "-m", "tests.kalah.loaded"]
        return subprocess.Popen(command, cwd=ROOT, env=self.variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """One process at a time."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def fresh(shared: Path, name: str, stays: bool = False) -> Environment:
    """The environment of this name, made once for all processes that share the folder; ``stays``: its machine code does."""
    found = Environment(shared / name, stays)
    with alone(shared / f"{name}.lock"):
        if not found.folder.exists():
            found.folder.mkdir()
            found.make()
    return found
