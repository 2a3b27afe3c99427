"""Is the database sound? Can it be read and written, is its file whole, is there room on the disk? And what to do if not."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from contextlib import closing

from sqlalchemy import create_engine, text

from sandtable.server import migrations
from sandtable.server.errors import Denied
from sandtable.server.files import file_of
from sandtable.server.store import Store

REMEMBERED = 2.0
"""Seconds for which an answer is good: whoever asks for health all the time does not keep the disk busy."""
PATIENCE = 5.0
LOOK, REST = 5.0, 50
"""The file is looked through at most every so many seconds, and for at most a fiftieth of the time."""
ROOM = 8 * 2**20
_PROBE = text("UPDATE alembic_version SET version_num = version_num")


def damage(database: str) -> str | None:
    """What is wrong with a SQLite database's file, as a sentence; None if nothing is, or if there is no file yet."""
    file = file_of(database)
    if file is None or not file.exists() or file.stat().st_size == 0:
        return None
    try:
        with closing(sqlite3.connect(file, timeout=10)) as connection:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.OperationalError:
        return None  # locked, or the disk is full: the file may be whole
    except sqlite3.DatabaseError as error:
        found = str(error)
    return None if found == "ok" else f"the database file is damaged ({found.splitlines()[-1]})"


def age(database: str) -> migrations.Age:
    """Which version wrote a SQLite database's file?"""
    file = file_of(database)
    if file is None or not file.exists() or file.stat().st_size == 0:
        return "empty"
    engine = create_engine(f"sqlite:///{file}")
    try:
        with engine.connect() as connection:
            return migrations.age(connection)
    finally:
        engine.dispose()


def room(database: str) -> int | None:
    """Bytes free where a SQLite database lies."""
    file = file_of(database)
    return None if file is None else shutil.disk_usage(file.absolute().parent).free


WHAT_TO_DO = (
    "Stop the server, keep the file and those beside it, and serve your last backup; "
    "or save what can be read with `sqlite3 FILE .recover`: see docs/6-operating.md."
)


class Soundness:
    """Of one process's database, asked by ``/health``."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._asked = asyncio.Lock()
        self._until = 0.0
        self._answer: str | None = None
        self._look_again = 0.0
        self._damage: str | None = None
        self._looking: asyncio.Task[None] | None = None

    async def check(self) -> None:
        """``Denied`` with the reason if something is wrong."""
        async with self._asked:
            if time.monotonic() >= self._until:
                self._answer = await self._fault()
                self._until = time.monotonic() + REMEMBERED
        if self._answer is not None:
            raise Denied("BUSY", self._answer)

    async def _fault(self) -> str | None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self.store.ping()
                await self.store.change(lambda connection: connection.execute(_PROBE))
        except TimeoutError:
            return "the database does not answer"
        except Denied:
            free = room(self.store.url)
            if free is not None and free < ROOM:
                return "the disk is full: nothing can be written until there is room"
            return await self._damaged() or "the database cannot be read or written"
        return await self._damaged()

    async def _look(self) -> None:
        began = time.monotonic()
        try:
            self._damage = await asyncio.to_thread(damage, self.store.url)
        finally:
            self._look_again = time.monotonic() + max(LOOK, REST * (time.monotonic() - began))
            self._looking = None

    async def _damaged(self) -> str | None:
        """What is wrong with the file, as far as was seen when it was last looked through."""
        if self._damage is None and not self.store.shared and time.monotonic() >= self._look_again:
            self._looking = self._looking or asyncio.create_task(self._look())
            await asyncio.wait({self._looking}, timeout=PATIENCE)  # a large file takes longer: the answer is that of the last look
        return self._damage and f"{self._damage}. {WHAT_TO_DO}"
