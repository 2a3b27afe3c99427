"""Copies of a running server's database, and single tables as record files."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy import Connection, Engine, insert, select, text

from sandtable.kernel.record import Record
from sandtable.kernel.refusals import BadInput
from sandtable.server import migrations
from sandtable.server.schema import askers, challenges, links, log, metadata, seeks, tables
from sandtable.server.schema_people import orders
from sandtable.server.store import Store
from sandtable.server.tables.table import Table

CHUNK = 500
OF_THE_MOMENT = (askers, challenges, links, orders, seeks)
"""What means nothing any more when a copy is served: who waits, looks for others, or is just signing in."""


def copy(database: str, out: Path) -> tuple[int, int]:
    """Writes everything as one SQLite file; it can be served as it is. Counts tables and rows of their logs."""
    return asyncio.run(_copy(database, out))


async def _copy(database: str, out: Path) -> tuple[int, int]:
    source, target = Store(database), Store(f"sqlite:///{out}")
    assert isinstance(target.engine, Engine)
    files = target.engine

    def work(reading: Connection) -> dict[str, int]:
        # One snapshot for all tables; SQLite's driver begins none by itself before it reads.
        reading.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY" if source.shared else "BEGIN"))
        counts = {}
        with files.begin() as writing:
            for table in (table for table in metadata.sorted_tables if table not in OF_THE_MOMENT):
                counts[table.name] = 0
                for part in reading.execution_options(yield_per=CHUNK).execute(select(table)).mappings().partitions():
                    writing.execute(insert(table), [dict(row) for row in part])
                    counts[table.name] += len(part)
        return counts

    try:
        if not await source.transaction(migrations.current):
            raise BadInput("this database was written by an older version: back it up with that one, or serve it once with this one first.")
        await target.open()
        counts = await source.transaction(work)
    except BaseException:
        out.unlink(missing_ok=True)
        raise
    finally:
        await source.close()
        await target.close()
    return counts[tables.name], counts[log.name]


def record_of(database: str, table: str) -> Record | None:
    """The record of a table's game as it stands."""

    async def read() -> Record | None:
        store = Store(database)
        try:
            setup = await store.setup(table)
            if setup is None:
                return None
            found = Table.of(setup, await store.rows(table))
            return found.record() if found.state is not None else None
        finally:
            await store.close()

    return asyncio.run(read())
