"""Copies of a running server's database, and single tables as record files."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy import Connection, Engine, insert, select, text

from sandtable.kernel.record import Record
from sandtable.kernel.refusals import BadInput
from sandtable.server import migrations
from sandtable.server.schema import analyses, holders, log, studies, tables
from sandtable.server.store import Store
from sandtable.server.tables.table import Table

CHUNK = 500


def copy(database: str, out: Path) -> tuple[int, int]:
    """Writes all tables as one SQLite file; it can be served as it is. Counts tables and rows."""
    return asyncio.run(_copy(database, out))


async def _copy(database: str, out: Path) -> tuple[int, int]:
    source, target = Store(database), Store(f"sqlite:///{out}")
    assert isinstance(target.engine, Engine)
    files = target.engine

    def work(reading: Connection) -> list[int]:
        # One snapshot for all tables; SQLite's driver begins none by itself before it reads.
        reading.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY" if source.shared else "BEGIN"))
        counts = []
        with files.begin() as writing:
            for table in (tables, log, holders, studies, analyses):
                count = 0
                for part in reading.execution_options(yield_per=CHUNK).execute(select(table)).mappings().partitions():
                    writing.execute(insert(table), [dict(row) for row in part])
                    count += len(part)
                counts.append(count)
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
    return counts[0], counts[1]


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
