"""Copies of a running server's database, bringing one back, and single tables as record files."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, Engine, Table, func, insert, select, text

from sandtable.kernel.record import Record
from sandtable.kernel.refusals import BadInput
from sandtable.server import migrations, schema, schema_people
from sandtable.server.files import InUse, file_of, keep_private, serve_alone
from sandtable.server.soundness import damage
from sandtable.server.store import Store
from sandtable.server.tables import table as playing

CHUNK = 500
OF_THE_MOMENT = (schema.askers, schema.challenges, schema.links, schema_people.orders, schema.seeks)
"""What means nothing any more when a copy is served: who waits, looks for others, or is just signing in."""
KEPT: Sequence[Table] = [table for table in schema.metadata.sorted_tables if table not in OF_THE_MOMENT]
"""All that is copied, in an order in which every row finds those it refers to."""


def copy(database: str, out: Path) -> tuple[int, int]:
    """Writes everything as one SQLite file; it can be served as it is. Counts tables and rows."""
    return asyncio.run(_copy(database, out))


async def _copy(database: str, out: Path) -> tuple[int, int]:
    source, target = Store(database), Store(f"sqlite:///{out}")
    assert isinstance(target.engine, Engine)
    files = target.engine

    def work(reading: Connection) -> tuple[int, int]:
        # One snapshot for all tables; SQLite's driver begins none by itself before it reads.
        reading.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY" if source.shared else "BEGIN"))
        with files.begin() as writing:
            return pour(reading, writing)

    try:
        if await source.transaction(migrations.age) != "current":
            raise BadInput("this database was written by another version: back it up with that one, or serve it once with this one first.")
        await target.open()
        return await source.transaction(work)
    except BaseException:
        out.unlink(missing_ok=True)
        raise
    finally:
        await source.close()
        await target.close()


def pour(reading: Connection, writing: Connection) -> tuple[int, int]:
    """Copies all rows from one database into another that has none; counts tables and rows of their logs."""
    counts = {}
    for table in KEPT:
        counts[table.name] = 0
        for part in reading.execution_options(yield_per=CHUNK).execute(select(table)).mappings().partitions():
            writing.execute(insert(table), [dict(row) for row in part])
            counts[table.name] += len(part)
    return counts["tables"], counts["log"]


# ---- bringing one back ------------------------------------------------------------------------------------------------------------


def restore(backup: Path, database: str, replace: bool = False) -> tuple[int, int, Path | None]:
    """Puts a backup in the place of a database that no server uses. Counts tables and rows, and says where what was there lies now.

    The backup itself is only read. One of an older version is brought up to date on the way."""
    if not backup.is_file():
        raise BadInput(f"there is no file {backup}.")
    found = damage(f"sqlite:///{backup}")
    if found is not None:
        raise BadInput(f"{backup} cannot be used: {found}.")
    file = file_of(database)
    with tempfile.TemporaryDirectory(prefix="sandtable-restore-", dir=None if file is None else file.parent) as folder:
        fresh = Path(folder, "restored.db")
        counts = asyncio.run(_brought_up_to_date(backup, fresh))
        if file is None:
            asyncio.run(_into_postgresql(fresh, database))
            return *counts, None
        return *counts, _into_place(fresh, file, database, replace)


async def _brought_up_to_date(backup: Path, fresh: Path) -> tuple[int, int]:
    """A copy of the backup with the present schema; counts its tables and rows."""
    keep_private(fresh)
    with closing(sqlite3.connect(f"{backup.absolute().as_uri()}?mode=ro", uri=True)) as old, closing(sqlite3.connect(fresh)) as new:
        old.backup(new)
    store = Store(f"sqlite:///{fresh}")
    try:
        age = await store.transaction(migrations.age)
        if age == "empty":
            raise BadInput(f"{backup} is no backup of Sandtable.")
        if age == "newer":
            raise BadInput(f"{backup} was written by a newer version of Sandtable: restore it with that one.")
        await store.open()
        counts = [(await store.read(select(func.count()).select_from(table)))[0][0] for table in (schema.tables, schema.log)]
    finally:
        await store.close()
    return counts[0], counts[1]


def _into_place(fresh: Path, file: Path, database: str, replace: bool) -> Path | None:
    """Exchanges the file while no server can start on it; what was there is moved aside, never deleted."""
    try:
        alone = serve_alone(database)
    except InUse:
        raise BadInput(f"a server is using {file}: stop it first.") from None
    assert alone is not None
    with alone:
        aside = None
        if file.exists() and file.stat().st_size:
            if not replace:
                raise BadInput(f"{file} exists already; with --replace it is moved aside.")
            aside = file.with_name(f"{file.name}.before-{time.strftime('%Y%m%d-%H%M%S')}")
            for part in ("-wal", "-shm", ""):  # the journal first: without its database it is nobody's, the other way round it is lost
                if file.with_name(file.name + part).exists():
                    file.with_name(file.name + part).rename(aside.with_name(aside.name + part))
        with fresh.open("rb") as written:
            os.fsync(written.fileno())
        fresh.rename(file)
    return aside


async def _into_postgresql(fresh: Path, database: str) -> None:
    source, target = Store(f"sqlite:///{fresh}"), Store(database)
    assert isinstance(source.engine, Engine)
    files = source.engine

    def work(writing: Connection) -> None:
        for table in KEPT:
            if writing.execute(select(func.count()).select_from(table)).scalar_one():
                raise BadInput("this database is not empty: make a new one (`createdb`), restore into that, and serve it instead.")
        with files.connect() as reading:
            pour(reading, writing)

    try:
        await target.open()
        await target.transaction(work)
    finally:
        await source.close()
        await target.close()


def record_of(database: str, table: str) -> Record | None:
    """The record of a table's game as it stands."""

    async def read() -> Record | None:
        store = Store(database)
        try:
            setup = await store.setup(table)
            if setup is None:
                return None
            found = playing.Table.of(setup, await store.rows(table))
            return found.record() if found.state is not None else None
        finally:
            await store.close()

    return asyncio.run(read())
