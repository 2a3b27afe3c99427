"""Tries a wheel as a stranger would: installs it into an environment that has nothing else, and plays."""

from __future__ import annotations

import os
import platform
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from release import playing
from release.version import ROOT, version

MINORS = range(11, 20)
UNTIL_READY = 900.0
"""Seconds for a first start: the games are compiled."""


def interpreters() -> dict[str, str]:
    """The Pythons of this machine from 3.11 on, by version: on the path, of pyenv and of uv; or those that the variable PYTHONS lists."""
    candidates = os.environ.get("PYTHONS", "").split()
    if not candidates:
        candidates = [sys.executable, *filter(None, (shutil.which(f"python3.{minor}") for minor in MINORS))]
        for folder in (Path.home() / ".pyenv" / "versions", Path.home() / ".local" / "share" / "uv" / "python"):
            candidates += [str(path) for path in sorted(folder.glob("*/bin/python3")) if path.exists()]
    found: dict[str, str] = {}
    for path in candidates:
        told = subprocess.run(
            [path, "-c", "import sys; print(*sys.version_info[:2])"], check=False, capture_output=True, text=True
        ).stdout.split()
        if len(told) == 2 and told[0] == "3" and int(told[1]) in MINORS:
            found.setdefault(".".join(told), path)
    return dict(sorted(found.items(), key=lambda item: int(item[0].partition(".")[2])))


def run(*command: str | Path, cwd: Path | None = None, **variables: str) -> str:
    """What it says; ``SystemExit`` with all it said if it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, check=False, capture_output=True, text=True, cwd=cwd, env={**clean(), **variables})
    if done.returncode:
        raise SystemExit(f"{' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def clean() -> dict[str, str]:
    """The environment without what leads to our sources."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SANDTABLE", "VIRTUAL_ENV"))}


def fitting(wheels: list[Path], python: str) -> list[Path]:
    """The wheels for this Python on this machine: the plain one, and those with machine code inside."""
    minor = subprocess.run(
        [python, "-c", "import sys; print(sys.version_info[1])"], check=True, capture_output=True, text=True
    ).stdout.strip()
    machine = platform.machine().lower()
    return [w for w in wheels if "-none-any" in w.name or (f"-cp3{minor}-" in w.name and machine in w.name)]


def one(wheel: Path, python: str, browser: bool) -> list[str]:
    """Everything a stranger would do with this wheel and this Python; what was seen, line by line."""
    seen = []
    with tempfile.TemporaryDirectory(prefix="sandtable-release-") as name:
        folder = Path(name)
        run(python, "-m", "venv", folder / "env")
        mine = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
        run(mine / "python", "-m", "pip", "install", "--disable-pip-version-check", "--quiet", wheel)
        run(mine / "python", "-m", "pip", "check")
        cache = {"SANDTABLE_CACHE": str(folder / "cache")}
        said = run(mine / "sandtable", "--version", cwd=folder, **cache)
        if said != f"sandtable {version()}":
            raise SystemExit(f"The program says {said!r}.")
        seen.append(f"installs alone, nothing missing; says {said}")
        run(mine / "sandtable", "warm", cwd=folder, **cache)
        run(mine / "python", "-m", "doctest", ROOT / "README.md", cwd=folder, **cache)
        seen.append("the README is true")
        with serving(mine, folder, cache) as base:
            seen.append(f"one game of each over the API: {told(playing.all_by_api(base), 'decisions')}")
            if browser:
                seen.append(f"one game of each in the browser: {told(playing.all_by_browser(base), 'steps')}")
    return seen


def told(counts: dict[str, int], of: str) -> str:
    return ", ".join(f"{game} ({count} {of})" for game, count in counts.items())


@contextmanager
def serving(mine: Path, folder: Path, cache: dict[str, str]) -> Iterator[str]:
    """The installed server, on any free port; the doctor has nothing to say."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    database = f"sqlite:///{folder / 'tables.db'}"
    run(mine / "sandtable", "doctor", f"--port={port}", f"--database={database}", cwd=folder, **cache)
    limits = [f"--limit={name}=100000" for name in ("requests_burst", "requests_per_second", "messages_burst", "messages_per_second")]
    log = folder / "server.log"
    with log.open("wb") as out:
        command = [str(mine / "sandtable"), "serve", f"--port={port}", f"--database={database}", "--limit=bot_beat=0.01", *limits]
        process = subprocess.Popen(command, cwd=folder, env={**clean(), **cache}, stdout=out, stderr=out)
    try:
        until = time.monotonic() + UNTIL_READY
        while not _ready(f"http://127.0.0.1:{port}"):
            if process.poll() is not None or time.monotonic() > until:
                raise SystemExit(f"The server does not come up:\n{log.read_text()}")
            time.sleep(0.2)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGTERM)
        if process.wait(60):
            raise SystemExit(f"The server did not end well:\n{log.read_text()}")


def _ready(base: str) -> bool:
    try:
        return all(game["ready"] for game in httpx.get(f"{base}/api/preparing", timeout=5).json())
    except httpx.HTTPError:
        return False


def as_told_in_the_readme(wheel: Path) -> list[str]:
    """The two install lines of the README, with this wheel in the place of the name: pipx and uvx, up to the command that answers."""
    seen = []
    with tempfile.TemporaryDirectory(prefix="sandtable-release-") as name:
        folder = Path(name)
        homes = {"PIPX_HOME": f"{folder}/pipx", "PIPX_BIN_DIR": f"{folder}/bin", "PIPX_MAN_DIR": f"{folder}/man"}
        run(sys.executable, "-m", "pipx", "install", "--python", sys.executable, "--quiet", wheel, **homes)
        seen.append(f"pipx install: {run(folder / 'bin' / 'sandtable', '--version')}")
        uv = {"UV_CACHE_DIR": f"{folder}/uv", "UV_TOOL_DIR": f"{folder}/tools", "UV_PYTHON_DOWNLOADS": "never"}
        said = run(sys.executable, "-m", "uv", "tool", "run", "--python", sys.executable, "--from", wheel, "sandtable", "--version", **uv)
        seen.append(f"uvx: {said}")
    return seen
