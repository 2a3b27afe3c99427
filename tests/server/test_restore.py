"""``sandtable restore``: a backup back in its place with one command, people and their ratings included."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import insert, select

from sandtable.server import backup, schema
from sandtable.server.store import Store
from tests.commands import good, run
from tests.server.players import ME, PATIENCE, bearer, create, http, tokens
from tests.server.processes import Server

BEN = {"kind": "me", "name": "Ben"}
PERSON = {"id": "p", "handle": "Ann", "likeness": "ann", "created": 1.0, "recovery": "hash", "public": None, "here": None, "banned": None}


def set_up(server: Server) -> tuple[str, dict[int, str]]:
    """A table, and a person in the database."""

    async def work() -> dict[str, Any]:
        async with http(server.base) as client:
            return await create(client, ME, BEN)

    made = asyncio.run(work())
    asyncio.run(_change(server.database, insert(schema.people).values(PERSON)))
    return made["table"], tokens(made)


async def _change(database: str, statement: Any) -> None:
    store = Store(database)
    await store.change(lambda connection: connection.execute(statement))
    await store.close()


async def _people(database: str) -> list[Any]:
    store = Store(database)
    found = await store.read(select(schema.people))
    await store.close()
    return [dict(row._mapping) for row in found]


def test_from_a_damaged_file_to_a_running_server(database: str, tmp_path: Path) -> None:
    """The disk ate the file; the backup takes its place while the server is down; seats and people are those of before."""
    copy, file = tmp_path / "copy.db", tmp_path / "tables.db"
    server = Server(database).start()
    try:
        table, held = set_up(server)
        good("backup", copy, "--database", database)
        told = httpx.get(f"{server.base}/api/tables/{table}", headers=bearer(held[0]), timeout=PATIENCE).json()
        in_use = run("restore", copy, "--database", database, "--replace")
        assert (in_use.returncode, "stop it first" in in_use.stderr) == (2, True)
        server.stop()
        file.write_bytes(b"eaten" * 4000)
        there = run("restore", copy, "--database", database)
        assert (there.returncode, "--replace" in there.stderr) == (2, True)
        said = good("restore", copy, "--database", database, "--replace")
        assert said.startswith("1 tables, ")
        (aside,) = tmp_path.glob("tables.db.before-*")
        assert aside.read_bytes() == b"eaten" * 4000
        assert oct(file.stat().st_mode)[-3:] == "600"
        server.start()
        again = httpx.get(f"{server.base}/api/tables/{table}", headers=bearer(held[0]), timeout=PATIENCE).json()
        assert (again["entries"], again["position"]) == (told["entries"], told["position"])
        assert asyncio.run(_people(database)) == [PERSON]
    finally:
        server.stop()


def test_into_postgresql_and_only_if_it_is_empty(sqlite_server: Server, new_database: Callable[[], str], tmp_path: Path) -> None:
    """Moving to PostgreSQL is the same command."""
    copy, target = tmp_path / "copy.db", new_database()
    table, _ = set_up(sqlite_server)
    try:
        good("backup", copy, "--database", sqlite_server.database)
    finally:
        asyncio.run(_change(sqlite_server.database, schema.people.delete().where(schema.people.c.id == PERSON["id"])))
    good("restore", copy, "--database", target)
    assert PERSON in asyncio.run(_people(target)), "the server is shared: other tests may have left people there"
    assert backup.record_of(target, table) is not None
    twice = run("restore", copy, "--database", target)
    assert (twice.returncode, "is not empty" in twice.stderr) == (2, True)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (None, "there is no file"),
        (b"no database at all" * 300, "cannot be used"),
        (b"", "is no backup of Sandtable"),
        ("9999", "newer version"),
    ],
    ids=["none", "damaged", "empty", "newer"],
)
def test_what_is_no_backup_changes_nothing(written: bytes | str | None, said: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    if isinstance(written, bytes):
        copy.write_bytes(written)
    elif written is not None:
        with closing(sqlite3.connect(copy)) as connection, connection:
            connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
            connection.execute("INSERT INTO alembic_version VALUES (?)", [written])
    done = run("restore", copy, "--database", f"sqlite:///{tmp_path / 'tables.db'}")
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr
    assert not (tmp_path / "tables.db").exists()


def test_everything_is_copied_but_what_is_over_in_minutes() -> None:
    assert {table.name for table in schema.metadata.sorted_tables} - {table.name for table in backup.KEPT} == {
        "askers",
        "challenges",
        "links",
        "orders",
        "seeks",
    }
