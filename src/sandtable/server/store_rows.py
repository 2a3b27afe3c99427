"""Rows on their way into the log: those that wait at the same moment in one transaction, with as little as possible before the database."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import asyncpg
import orjson
from sqlalchemy import Connection, bindparam, make_url, update
from sqlalchemy.dialects import sqlite

from sandtable.server.row_news import said
from sandtable.server.schema import log, tables
from sandtable.server.tables.facts import Row

CHANNEL = "sandtable"
MIRRORED = ("phase", "status", "changed", "due", "job", "claimed")
LOGGED = ("table_id", "number", "at", "seat", "client", "request", "entries")


@dataclass
class Write:
    """One row on its way, with what the table's own line becomes."""

    table: str
    row: Row
    mirror: dict[str, Any]
    done: asyncio.Future[bool] | None = None


class Taken(Exception):
    """The number of a row is taken."""


def log_values(table: str, row: Row) -> dict[str, Any]:
    entries = orjson.dumps(row.entries).decode()
    return dict(zip(LOGGED, (table, row.number, row.at, row.seat, row.client, row.request, entries), strict=True))


# ---- SQLite -----------------------------------------------------------------------------------------------------------------------

MIRROR = update(tables).where(tables.c.id == bindparam("b_id")).values({name: bindparam(f"b_{name}") for name in MIRRORED})
_INSERT_FREE = sqlite.insert(log).on_conflict_do_nothing().returning(log.c.table_id)
_INSERT_PLAINLY = f"INSERT INTO log ({', '.join(LOGGED)}) VALUES ({', '.join('?' * len(LOGGED))}) ON CONFLICT DO NOTHING"
_MIRROR_PLAINLY = f"UPDATE tables SET {', '.join(f'{name} = ?' for name in MIRRORED)} WHERE id = ?"


def mirrored(table: str, mirror: dict[str, Any]) -> dict[str, Any]:
    return {"b_id": table, **{f"b_{name}": value for name, value in mirror.items()}}


def write_plainly(writes: Sequence[Write], connection: Connection) -> set[str]:
    """Rows for SQLite with nothing in between, in a third of the time. ``Taken`` if not every number was free: nothing is written then."""
    rows = [tuple(log_values(write.table, write.row).values()) for write in writes]
    if connection.exec_driver_sql(_INSERT_PLAINLY, rows).rowcount != len(writes):
        raise Taken
    mirrors = [(*(write.mirror[name] for name in MIRRORED), write.table) for write in writes]
    connection.exec_driver_sql(_MIRROR_PLAINLY, mirrors)
    return {write.table for write in writes}


def write_free(writes: Sequence[Write], connection: Connection) -> set[str]:
    """The rows whose number is free: their tables."""
    found = connection.execute(_INSERT_FREE, [log_values(write.table, write.row) for write in writes])
    written = {table for (table,) in found}
    mirrors = [mirrored(write.table, write.mirror) for write in writes if write.table in written]
    if mirrors:
        connection.execute(MIRROR, mirrors)
    return written


# ---- PostgreSQL -------------------------------------------------------------------------------------------------------------------

_TYPES = ("text", "bigint", "float8", "int", "text", "text", "text", "text", "text", "float8", "float8", "text", "float8", "text")
_ALL_AT_ONCE = f"""
WITH given AS (
    SELECT * FROM unnest({", ".join(f"${place}::{kind}[]" for place, kind in enumerate(_TYPES, 1))})
    AS g({", ".join((*LOGGED, *MIRRORED, "said"))})
), written AS (
    INSERT INTO log ({", ".join(LOGGED)}) SELECT {", ".join(LOGGED)} FROM given ORDER BY table_id ON CONFLICT DO NOTHING RETURNING table_id
), mirrored AS (
    UPDATE tables SET {", ".join(f"{name} = g.{name}" for name in MIRRORED)} FROM given AS g JOIN written USING (table_id)
    WHERE tables.id = g.table_id
)
SELECT g.table_id, pg_notify('{CHANNEL}', g.said) FROM given AS g JOIN written USING (table_id)
"""
"""Writes the rows whose numbers are free, what their tables' own lines become, and tells everybody: one statement is one transaction."""


class PostgresRows:
    """The one connection on which a process writes rows."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: asyncpg.Connection[Any] | None = None

    async def write(self, writes: Sequence[Write]) -> set[str]:
        """The tables whose rows were written; when this returns, they are on disk."""
        if self._connection is None or self._connection.is_closed():
            self._connection = await connect(self._url)
        columns = zip(*(_values(write) for write in writes), strict=True)
        try:
            found = await self._connection.fetch(_ALL_AT_ONCE, *map(list, columns))
        except BaseException as error:
            if not isinstance(error, asyncpg.PostgresError) or isinstance(error, asyncpg.PostgresConnectionError):
                self._connection.terminate()  # whatever state it is in
            raise
        return {row[0] for row in found}

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close(timeout=2)


def _values(write: Write) -> tuple[Any, ...]:
    logged, mirror = log_values(write.table, write.row), write.mirror
    return (*logged.values(), *(mirror[name] for name in MIRRORED), said(write.table, write.row, mirror["job"]))


async def connect(url: str) -> asyncpg.Connection[Any]:
    """A plain asyncpg connection for SQLAlchemy's address, understood as SQLAlchemy does."""
    from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg  # only where there is a PostgreSQL

    _, named = PGDialect_asyncpg().create_connect_args(make_url(url))  # type: ignore[no-untyped-call]
    return await asyncpg.connect(**{**named, "timeout": 10, "command_timeout": 30})
