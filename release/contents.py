"""What is in a distribution: everything that is needed, nothing that is not, and no trace of the machine it was built on."""

from __future__ import annotations

import re
import socket
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

from release.version import ROOT

MOST_BYTES = {".whl": 60_000_000, ".gz": 12_000_000}
"""A wheel with machine code inside is the largest; one without is a tenth of it."""
PLAIN_WHEEL = 8_000_000
IN_WHEELS = (
    "sandtable/py.typed",
    "sandtable/web/index.html",
    "sandtable/web/embed.js",
    "sandtable/server/migrations/versions/0001_tables.py",
)
IN_SOURCES = (
    "pyproject.toml",
    "hatch_build.py",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "Makefile",
    "web/package-lock.json",
    "docs/0-start.md",
)
NEVER = re.compile(r"(^|/)(node_modules|__pycache__|\.venv|\.git|\.pytest_cache)(/|$)|\.(db|pyc|log|sqlite)$|(^|/)\.env")
NOT_IN_WHEELS = re.compile(r"^(tests|docs|web|benchmarks|release|examples)/")
SOMEBODYS_FOLDER = re.compile(rb"(?:/home/|/Users/|[A-Z]:\\Users\\)[A-Za-z][\w.-]*[/\\]")
LEFT_ALONE = (".png", ".webp", ".woff2", ".gz", ".ico")


def members(path: Path) -> Iterable[tuple[str, bytes]]:
    """Names (of an sdist without its first folder) and contents."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as pack:
            for name in pack.namelist():
                yield name, pack.read(name)
        return
    with tarfile.open(path) as pack:
        for member in pack.getmembers():
            file = pack.extractfile(member) if member.isfile() else None
            if file is not None:
                yield member.name.partition("/")[2], file.read()


def traces() -> list[bytes]:
    """Words that only this machine knows."""
    words = {str(ROOT), str(Path.home()), sys.prefix, socket.gethostname()}
    return [word.encode() for word in words if len(word) > 5 and word != "localhost"]


def faults(path: Path) -> list[str]:
    """What is wrong with a distribution; empty if nothing is."""
    found, names, own = [], set(), traces()
    wheel = path.suffix == ".whl"
    for name, content in members(path):
        names.add(name)
        if NEVER.search(name) or (wheel and NOT_IN_WHEELS.search(name)):
            found.append(f"{name} does not belong there")
        if not name.endswith(LEFT_ALONE):
            found += [f"{name} names {word.decode()}" for word in own if word in content]
            somebody = SOMEBODYS_FOLDER.search(content)
            if somebody is not None:
                found.append(f"{name} names {somebody[0].decode()}")
    needed = set(IN_WHEELS if wheel else IN_SOURCES) | ({f"sandtable/{name}" for name in _data()} if wheel else set())
    found += [f"{name} is missing" for name in sorted(needed - names)]
    most = MOST_BYTES[path.suffix] if not wheel or not path.name.endswith("-none-any.whl") else PLAIN_WHEEL
    if path.stat().st_size > most:
        found.append(f"it has {path.stat().st_size} bytes, more than {most}")
    return found


def _data() -> list[str]:
    """Everything beside the programs that a wheel must have: words, puzzles, calibrations."""
    source = ROOT / "src" / "sandtable"
    return [path.relative_to(source).as_posix() for path in source.rglob("*.json") if "web" not in path.relative_to(source).parts]
