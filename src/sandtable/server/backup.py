"""Copies of a running server's database, and single tables as record files."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy import insert, select

from sandtable.kernel.record import Record
from sandtable.server.schema import holders, log, tables
from sandtable.server.store import Store
from sandtable.server.table import Table

CHUNK = 500


def copy(database: str, out: Path) -> tuple[int, int]:
    """Writes all tables as one SQLite file; it can be served as it is. Counts tables and rows."""
    return asyncio.run(_copy(database, out))


async def _copy(database: str, out: Path) -> tuple[int, int]:
    source, target = Store(database), Store(f"sqlite:///{out}")
    counts = []
    try:
        await target.open()
        isolation = {"isolation_level": "REPEATABLE READ"} if source.shared else {}
        async with source.engine.connect() as reading, target.engine.begin() as writing:
            await reading.execution_options(**isolation)
            for table in (tables, log, holders):
                count = 0
                result = await reading.stream(select(table))
                async for part in result.mappings().partitions(CHUNK):
                    await writing.execute(insert(table), [dict(row) for row in part])
                    count += len(part)
                counts.append(count)
    finally:
        await source.engine.dispose()
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
            await store.engine.dispose()

    return asyncio.run(read())
