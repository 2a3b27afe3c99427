"""One SQLite server and one PostgreSQL with two workers for all tests that only use them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sandtable.kernel.registry import games
from sandtable.search.warm import ensure
from tests.server.processes import Server

LIMITS = {"program_seconds": 0.5}
LEVEL = {"sandtable.server.deals.daily.LEVEL": "random"}
"""Of the deal of the day, whose bots think: not what is tested with it."""


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    ensure(games())


@pytest.fixture(scope="session")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(f"sqlite:///{tmp_path_factory.mktemp('db') / 'tables.db'}", limits=LIMITS, constants=LEVEL) as server:
        yield server


@pytest.fixture(scope="session")
def postgres_server(new_database: Callable[[], str]) -> Iterator[Server]:
    with Server(new_database(), "--workers=2", limits=LIMITS, constants=LEVEL) as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest) -> Server:
    """Both kinds, one after the other."""
    found: Server = request.getfixturevalue("sqlite_server" if request.param == "sqlite" else "postgres_server")
    return found


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.db'}"
