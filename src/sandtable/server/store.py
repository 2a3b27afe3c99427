"""The store: logs of tables in SQLite or PostgreSQL, each row durable before anybody hears of it.

Rows that wait at the same moment are written in one transaction (one flush to disk for many tables). A row whose number is already taken
is not written; its author hears so, reads what is new, and decides again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import asyncpg
import orjson
from sqlalchemy import (
    Connection,
    Engine,
    Executable,
    and_,
    create_engine,
    delete,
    event,
    func,
    insert,
    make_url,
    or_,
    select,
    text,
    update,
)
from sqlalchemy import Table as TableOfRows
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.sql import ColumnElement

from sandtable.kernel.registry import games, load
from sandtable.server import migrations, steady
from sandtable.server.errors import Denied
from sandtable.server.files import file_of, keep_private
from sandtable.server.row_news import said
from sandtable.server.schema import holders, log, tables
from sandtable.server.store_rows import CHANNEL, MIRROR, PostgresRows, Taken, Write, log_values, mirrored, write_free, write_plainly
from sandtable.server.tables.clocks import Clock
from sandtable.server.tables.facts import Row, Setup

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

logger = logging.getLogger("sandtable.store")
T = TypeVar("T")
FAULTS = (SQLAlchemyError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError)
"""A database that is away, starting or broken. (The driver's own errors come unwrapped while connecting.)"""
BATCH = 200
AT_ONCE = 16
"""Rows whose authors go on together; then others have their turn: those who connect, or send the next move."""
PAUSE = 0.05
"""After a fault; whatever was wrong may pass."""
PATIENCE = 60.0


ABOUT_DATA = (
    *(ValueError, TypeError, OverflowError, asyncpg.DataError, asyncpg.IntegrityConstraintViolationError),
    asyncpg.TransactionRollbackError,  # two that waited for each other: nothing was written, and fewer at a time get through
)


def is_about_data(error: BaseException) -> bool:
    """Did the database refuse what was written (or could it not be written at all), rather than being away or full?"""
    if isinstance(error, DBAPIError) and not isinstance(error, OperationalError | InterfaceError):
        return not error.connection_invalidated and not isinstance(error.orig, OSError | asyncpg.PostgresConnectionError)
    return isinstance(error, ABOUT_DATA)


def address(database: str) -> str:
    """The database's address for SQLAlchemy: SQLite, or PostgreSQL with its asynchronous driver."""
    url = make_url(database)
    drivers = {"sqlite": "sqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    if url.drivername not in drivers:
        raise ValueError(f"the database is sqlite:///FILE or postgresql://…, not {url.drivername}://.")
    return url.set(drivername=drivers[url.drivername]).render_as_string(hide_password=False)


class Store:
    """All reading and writing. ``open`` first, ``close`` last.

    Work on the database is written as plain functions of a connection. With PostgreSQL they run on the asynchronous driver; with SQLite
    a whole transaction runs in one hop on a thread, which costs far less than a hop per statement."""

    def __init__(self, database: str) -> None:
        self.url = address(database)
        self.shared = self.url.startswith("postgresql")
        self.engine: Engine | AsyncEngine
        if self.shared:
            from sqlalchemy.ext.asyncio import create_async_engine  # brings all of SQLAlchemy's objects along, which SQLite does without

            self.engine = create_async_engine(self.url, pool_size=4, max_overflow=4, connect_args={"timeout": 10, "command_timeout": 30})
        else:
            self.engine = create_engine(self.url)
            event.listen(self.engine, "connect", _prepare_sqlite)
        self._writing_thread = ThreadPoolExecutor(1, "write")
        self._reading_threads = ThreadPoolExecutor(2, "read")
        self._rows = PostgresRows(self.url) if self.shared else None
        self._queue: asyncio.Queue[Write] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._writing = asyncio.Lock()
        self._closing = False

    async def open(self) -> None:
        """Migrates and starts writing; waits for a PostgreSQL that is just starting."""
        until = time.monotonic() + (PATIENCE if self.shared else 0.0)
        path = file_of(self.url)
        if path is not None:
            keep_private(path)
        while True:
            try:
                await self.transaction(migrations.upgrade)
                break
            except FAULTS as error:
                if time.monotonic() > until:
                    raise
                logger.warning("the database is not ready: %s", type(error).__name__)
                await asyncio.sleep(0.5)
        newest = await self.read(select(func.max(tables.c.changed)))
        steady.not_before(newest[0][0] or 0.0)
        self._writer = asyncio.create_task(self._write_forever(), name="store writer")

    async def close(self) -> None:
        """Writes what waits, then lets go of the database."""
        if self._writer is not None:
            while not self._queue.empty():
                await asyncio.sleep(0.01)
            async with self._writing:
                self._closing = True
                self._writer.cancel()
            with suppress(asyncio.CancelledError):
                await self._writer
        if self._rows is not None:
            with suppress(*FAULTS, TimeoutError):
                await self._rows.close()
        if not isinstance(self.engine, Engine):
            await self.engine.dispose()
        else:
            self.engine.dispose()
        self._writing_thread.shutdown()
        self._reading_threads.shutdown()

    def new_in(self, table: TableOfRows) -> Any:
        """An INSERT of rows that are not there yet; of those that are, nothing changes."""
        if self.shared:
            from sqlalchemy.dialects import postgresql  # which SQLite does without, too

            return postgresql.insert(table).on_conflict_do_nothing()
        return sqlite.insert(table).on_conflict_do_nothing()

    async def transaction(self, work: Callable[[Connection], T]) -> T:
        """Runs ``work`` in a transaction; when this returns, it is on disk."""
        if not isinstance(self.engine, Engine):
            async with self.engine.begin() as connection:
                return await connection.run_sync(work)
        return await asyncio.get_running_loop().run_in_executor(self._writing_thread, _in_transaction, self.engine, work)

    async def read(self, query: Executable) -> Sequence[Any]:
        """Reads; once more if a connection turns out to be dead (PostgreSQL was restarted)."""
        try:
            return await self._read_once(query)
        except Denied:
            if not self.shared:
                raise
        return await self._read_once(query)

    async def _read_once(self, query: Executable) -> Sequence[Any]:
        try:
            if not isinstance(self.engine, Engine):
                async with self.engine.connect() as connection:
                    return (await connection.execute(query)).all()
            return await asyncio.get_running_loop().run_in_executor(self._reading_threads, _all, self.engine, query)
        except FAULTS as error:
            logger.warning("read failed: %s", type(error).__name__)
            raise Denied("BUSY") from None

    async def change(self, work: Callable[[Connection], T]) -> T:
        """A transaction that may not fail silently: a database that is away is said as such."""
        try:
            return await self.transaction(work)
        except IntegrityError:
            raise
        except FAULTS as error:
            logger.warning("write failed: %s", type(error).__name__)
            raise Denied("BUSY") from None

    # ---- rows -------------------------------------------------------------------------------------------------------------------

    async def append(self, table: str, row: Row, mirror: dict[str, Any]) -> bool:
        """Writes a row; True when it is on disk, False if its number (or client id) was taken."""
        done = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(Write(table, row, mirror, done))
        return await done

    async def _write_forever(self) -> None:
        while True:
            try:
                await self._write_waiting()
            except Exception:
                with suppress(MemoryError):
                    logger.exception("the writer goes on after a fault")
                await asyncio.sleep(PAUSE)

    async def _write_waiting(self) -> None:
        """The rows that wait at this moment, one of a table, together."""
        batch = {(first := await self._queue.get()).table: first}
        later: list[Write] = []
        try:
            while len(batch) < BATCH and not self._queue.empty():
                write = self._queue.get_nowait()
                if write.table in batch:
                    later.append(write)
                else:
                    batch[write.table] = write
            while later:  # whoever waits in the queue again is not refused as well
                self._queue.put_nowait(later[0])
                del later[0]
            async with self._writing:
                await self._write_all([batch[table] for table in sorted(batch)])
        except Exception:
            self._refuse([*batch.values(), *later])
            raise

    @staticmethod
    def _refuse(writes: Iterable[Write]) -> None:
        """Their authors try again."""
        for write in writes:
            if write.done is not None and not write.done.done():
                write.done.set_exception(Denied("BUSY"))

    async def _write_all(self, writes: Sequence[Write]) -> None:
        """Writes the rows in one transaction; if the database refuses what is in them, half by half: a bad row hurts its author only."""
        try:
            written = await self._written(writes)
        except BaseException as error:  # whatever it is: nobody may wait for ever
            if self._closing:
                raise
            if isinstance(error, FAULTS):
                logger.warning("write failed: %s", type(error).__name__)
            else:
                logger.exception("write failed")
            if len(writes) > 1 and is_about_data(error):
                await self._write_all(writes[: len(writes) // 2])
                await self._write_all(writes[len(writes) // 2 :])
                return
            self._refuse(writes)
            if not is_about_data(error):
                await asyncio.sleep(PAUSE)
            return
        for place, write in enumerate(writes, 1):
            if write.done is not None and not write.done.done():
                write.done.set_result(write.table in written)
            if place % AT_ONCE == 0:
                await asyncio.sleep(0)

    async def _written(self, writes: Sequence[Write]) -> set[str]:
        """Writes the rows in one transaction: the tables whose number was free."""
        if self._rows is not None:
            return await self._rows.write(writes)
        with suppress(Taken):
            return await self.transaction(partial(write_plainly, writes))
        return await self.transaction(partial(write_free, writes))

    def _notify(self, connection: Connection, writes: Sequence[Write]) -> None:
        if self.shared and writes:
            news = [said(w.table, w.row, w.mirror["job"]) for w in writes]
            connection.execute(_NOTIFY, {"channel": CHANNEL, "said": news})

    async def create(
        self,
        setup: Setup,
        row: Row,
        mirror: dict[str, Any],
        tokens: dict[int, str],
        persons: dict[int, str],
        beside: Callable[[Connection], None] | None = None,
    ) -> bool:
        """A new table with its first row, the hashes of its seats' tokens, and whose seats they are; False if a key is taken.

        ``beside``: what else is changed with it."""
        values = {
            "id": setup.id,
            "game": setup.game,
            "rules": setup.rules,
            "players": setup.players,
            "options": _dumps(setup.options),
            "seed": setup.seed.hex(),
            "start": None if setup.start is None else _dumps(setup.start),
            "invite": setup.invite,
            "casual": setup.casual,
            "spectators": setup.spectators,
            "clock": None if setup.clock is None else _dumps(setup.clock.to_json()),
            "after": setup.after,
            "created": setup.created,
            "listed": setup.listed,
            "rated": setup.rated,
            "deal_id": setup.deal,
            **mirror,
        }

        def work(connection: Connection) -> None:
            if beside is not None:
                beside(connection)
            connection.execute(insert(tables).values(values))
            connection.execute(insert(log).values(log_values(setup.id, row)))
            for seat, token in tokens.items():
                connection.execute(hold(token, setup.id, seat, persons.get(seat)))
            self._notify(connection, [Write(setup.id, row, mirror)])

        try:
            await self.change(work)
        except IntegrityError:
            return False
        return True

    async def seat(self, table: str, row: Row, mirror: dict[str, Any], changes: Sequence[Executable]) -> bool:
        """A row together with what changes with it (who holds a seat, a result); False if the number, the seat or the token is taken."""

        def work(connection: Connection) -> None:
            connection.execute(insert(log).values(log_values(table, row)))
            connection.execute(MIRROR, [mirrored(table, mirror)])
            for change in changes:
                connection.execute(change)
            self._notify(connection, [Write(table, row, mirror)])

        try:
            await self.change(work)
        except IntegrityError:
            return False
        return True

    # ---- reading ----------------------------------------------------------------------------------------------------------------

    async def setup(self, table: str) -> Setup | None:
        found = await self.read(select(tables).where(tables.c.id == table))
        return _setup(found[0]) if found else None

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        """The log after entry ``after``."""
        query = select(log).where(log.c.table_id == table, log.c.number > after).order_by(log.c.number)
        return [Row(r.number, r.at, r.seat, r.client, r.request, orjson.loads(r.entries)) for r in await self.read(query)]

    async def invited(self, invite: str) -> str | None:
        """The table of an invitation (given as its hash): of the table's maker, or of somebody who holds a seat."""
        made = select(tables.c.id).where(tables.c.invite == invite)
        found = await self.read(made.union(select(holders.c.table_id).where(holders.c.invite == invite)))
        return found[0].id if found else None

    async def invite(self, token: str, invite: str) -> None:
        """Whoever holds a seat by this token can invite (both are hashes)."""
        held = (holders.c.token == token) & holders.c.invite.is_(None)
        await self.change(lambda connection: connection.execute(update(holders).where(held).values(invite=invite)))

    async def rematch_of(self, table: str) -> str | None:
        found = await self.read(select(tables.c.id).where(tables.c.after == table))
        return found[0].id if found else None

    async def held(self, tokens: Sequence[str]) -> dict[str, tuple[str, int]]:
        """Which seat each hash holds: table and seat."""
        found = await self.read(select(holders).where(holders.c.token.in_(tokens)))
        return {r.token: (r.table_id, r.seat) for r in found}

    async def seats_of(self, person: str) -> dict[str, int]:
        """The tables where a person sits, and in which seat."""
        return {r.table_id: r.seat for r in await self.read(select(holders).where(holders.c.person_id == person))}

    async def seat_of(self, person: str, table: str) -> int | None:
        """The seat of a person at a table."""
        found = await self.read(select(holders.c.seat).where(holders.c.person_id == person, holders.c.table_id == table))
        return found[0].seat if found else None

    async def seats_of_guests(self, guests: Sequence[str]) -> list[tuple[str, str, int]]:
        """Where guests who play deals sit: guest, table, seat."""
        return [(r.person_id, r.table_id, r.seat) for r in await self.read(select(holders).where(holders.c.person_id.in_(guests)))]

    async def sitter(self, table: str, seat: int) -> str | None:
        """The person whose seat it is."""
        found = await self.read(select(holders.c.person_id).where(holders.c.table_id == table, holders.c.seat == seat))
        return found[0].person_id if found else None

    async def statuses(self, ids: Sequence[str]) -> dict[str, tuple[float, bytes]]:
        """When each table changed, and its public facts at that time."""
        found = await self.read(select(tables.c.id, tables.c.changed, tables.c.status).where(tables.c.id.in_(ids)))
        return {r.id: (r.changed, r.status.encode()) for r in found}

    async def ping(self) -> None:
        """Is the database there? ``Denied`` if not."""
        await self.read(text("SELECT 1"))

    # ---- jobs -------------------------------------------------------------------------------------------------------------------

    async def jobs(self) -> list[tuple[str, float]]:
        """All tables with something to do, and when. Asked on every start: games that have none are not loaded for it."""
        found = await self.read(select(tables.c.id, tables.c.due, tables.c.game, tables.c.rules).where(tables.c.due.is_not(None)))
        return [(r.id, r.due) for r in found if r.game in games() and load(r.game).rules_version == r.rules]

    async def claim(self, now: float, lease: float, count: int) -> list[str]:
        """Takes tables that are due for this process alone, until the lease ends (PostgreSQL)."""
        free = tables.c.claimed.is_(None) | (tables.c.claimed < now) | (tables.c.claimed > now + 2 * lease)  # the clock was set back
        ready = (tables.c.due <= now) | (tables.c.job == "bot")
        due = (
            select(tables.c.id)
            .where(tables.c.due.is_not(None), ready, free, _playable())
            .order_by(tables.c.due)
            .limit(count)
            .with_for_update(skip_locked=True)
        )
        claiming = update(tables).where(tables.c.id.in_(due.scalar_subquery())).values(claimed=now + lease).returning(tables.c.id)
        return await self.change(lambda connection: [r.id for r in connection.execute(claiming)])

    async def keep(self, ids: Sequence[str], until: float | None) -> None:
        """Prolongs leases, or gives the tables back."""
        await self.change(lambda connection: connection.execute(update(tables).where(tables.c.id.in_(ids)).values(claimed=until)))


_NOTIFY = text("SELECT pg_notify(:channel, said) FROM unnest(CAST(:said AS text[])) AS said")


def hold(token: str, table: str, seat: int, person: str | None = None) -> Executable:
    """The change that gives a seat to a token, and to the person who has it."""
    return insert(holders).values(token=token, table_id=table, seat=seat, person_id=person)


def release(table: str, seat: int) -> Executable:
    """The change that takes a seat from its token."""
    return delete(holders).where(holders.c.table_id == table, holders.c.seat == seat)


def _playable() -> ColumnElement[bool]:
    """Tables of games that this program has, by the rules it plays."""
    return or_(*(and_(tables.c.game == name, tables.c.rules == load(name).rules_version) for name in games()))


def _in_transaction(engine: Engine, work: Callable[[Connection], T]) -> T:
    with engine.begin() as connection:
        return work(connection)


def _all(engine: Engine, query: Executable) -> Sequence[Any]:
    with engine.connect() as connection:
        return connection.execute(query).all()


def _dumps(value: Any) -> str:
    return orjson.dumps(value).decode()


def _setup(r: Any) -> Setup:
    return Setup(
        id=r.id,
        game=r.game,
        rules=r.rules,
        players=r.players,
        options=orjson.loads(r.options),
        seed=bytes.fromhex(r.seed),
        start=orjson.loads(r.start) if r.start else None,
        invite=r.invite,
        casual=r.casual,
        spectators=r.spectators,
        clock=Clock(**orjson.loads(r.clock)) if r.clock else None,
        after=r.after,
        created=r.created,
        listed=r.listed,
        rated=r.rated,
        deal=r.deal_id,
    )


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    """Write-ahead log, and every commit flushed to disk before it counts."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
