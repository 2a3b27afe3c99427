"""Hearing of what other processes write: PostgreSQL's LISTEN/NOTIFY. With SQLite there is one process, and nothing to hear."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import asyncpg

from sandtable.server.background import comes_within
from sandtable.server.coach.queue import CHANNEL as COACH
from sandtable.server.row_news import RowNews, understood
from sandtable.server.store import FAULTS
from sandtable.server.store_rows import CHANNEL, connect

logger = logging.getLogger("sandtable.bus")
PRESENCE = "sandtable_here"
NEWS = "sandtable_news"
RETRY = 0.3
LOOK = 3.0


class Bus:
    """One listening connection. ``heard`` for rows, ``coach`` for analyses, ``news`` for all else; ``deaf()`` when it
    is lost, ``lost()`` when it is there (again), and something may have been missed. It is looked after: a connection that only seems
    alive is found out."""

    def __init__(
        self,
        url: str,
        heard: Callable[[RowNews], None],
        present: Callable[[str], None],
        coach: Callable[[str], None],
        lost: Callable[[], None],
        deaf: Callable[[], None],
        news: Callable[[str], None],
    ) -> None:
        self.url = url
        self.heard, self.present, self.coach, self.lost, self.deaf, self.news = heard, present, coach, lost, deaf, news
        self._closing = False
        self._connection: asyncpg.Connection[Any] | None = None
        self._task: asyncio.Task[None] | None = None
        self._broken = asyncio.Event()
        self._speaking = asyncio.Lock()
        """A connection does one thing at a time."""

    async def open(self) -> None:
        self._task = asyncio.create_task(self._run(), name="bus")

    async def close(self) -> None:
        self._closing = True
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def say(self, channel: str, text: str) -> None:
        """Tells all processes; lost if the database is away (who is here is said again later)."""
        async with self._speaking:
            if self._connection is not None:
                with suppress(*FAULTS):
                    await self._connection.execute("SELECT pg_notify($1, $2)", channel, text, timeout=LOOK)

    async def _run(self) -> None:
        while True:
            try:
                await self._listen()
            except asyncio.CancelledError:
                if self._closing:
                    raise
            except Exception as error:
                logger.warning("not listening: %s", type(error).__name__)
            finally:
                self._connection = None
                self.deaf()
            await asyncio.sleep(RETRY)

    async def _listen(self) -> None:
        connection = await connect(self.url)
        self._broken.clear()
        connection.add_termination_listener(lambda *_: self._broken.set())
        try:
            await connection.add_listener(CHANNEL, self._row)
            await connection.add_listener(PRESENCE, lambda *args: self.present(str(args[3])))
            await connection.add_listener(COACH, lambda *args: self.coach(str(args[3])))
            await connection.add_listener(NEWS, lambda *args: self.news(str(args[3])))
            self._connection = connection
            self.lost()
            while not await comes_within(self._broken, LOOK):
                async with self._speaking, asyncio.timeout(LOOK):
                    await connection.execute("SELECT 1")
        finally:
            connection.terminate()

    def _row(self, _connection: Any, _pid: int, _channel: str, payload: Any) -> None:
        self.heard(understood(str(payload)))
