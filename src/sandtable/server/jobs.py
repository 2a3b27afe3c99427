"""What the server does by itself: bots decide, and times run out.

Bots think in threads (compiled code holds no lock), so the event loop stays free; only so many at once, and tables take turns: after each
decision a table goes to the end of the queue. With PostgreSQL every bot worker claims tables for a short lease and prolongs it while it
lives, so the tables of a worker that dies are taken over by another.

A bot answers on a beat: at fixed times after the position came about, the same for every hand. How long it thought, or that it had no
choice, is nobody's business.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

from sandtable.server import bots, steady
from sandtable.server.background import Background, comes_within
from sandtable.server.deals import again
from sandtable.server.deals.deal import bot_seed
from sandtable.server.errors import Denied
from sandtable.server.hub import Hub, due
from sandtable.server.metrics import BOTS, WAITING
from sandtable.server.tables.leaving import time_up
from sandtable.server.tables.playing import play
from sandtable.server.tables.table import Table

logger = logging.getLogger("sandtable.jobs")
LEASE = 9.0
PROLONG = 3.0
POLL = 1.0
STEP = 0.5
"""The clock was set back if it shows so many seconds less than before."""


def until_beat(passed: float, beat: float) -> float:
    """Seconds to the next beat, for an answer that is ready so long after the position came about."""
    return beat * math.ceil(passed / beat) - passed if beat else 0.0


class Place:
    """One of the places of tables that are worked on; left once."""

    def __init__(self, places: asyncio.Semaphore) -> None:
        self._places: asyncio.Semaphore | None = places

    def leave(self) -> None:
        if self._places is not None:
            self._places.release()
            self._places = None


class Jobs:
    """Runs the jobs of the tables of this process (SQLite) or of those it can claim (PostgreSQL)."""

    def __init__(self, hub: Hub) -> None:
        self.hub, self.store = hub, hub.store
        self.limits = hub.settings.limits
        self._due: list[tuple[float, str]] = []
        self._queued: dict[str, float] = {}
        self._busy: set[str] = set()
        self._thinking = 0
        self._latest = 0.0
        self._wake = asyncio.Event()
        self._heard = asyncio.Event()
        self._pool = ThreadPoolExecutor(self.limits.bot_threads, "bot")
        self._places = asyncio.Semaphore(self.limits.bot_threads * 2)
        self._background = Background()

    async def open(self) -> None:
        if self.store.shared:
            self._background.repeat(self._claim)
            self._background.repeat(self._prolong)
        else:
            self.hub.on_job = self.queue
            for table, _ in await self.store.jobs():
                self.queue(table, 0.0)  # looked at once now, whatever the clock said when they were written
        self._background.repeat(self._work)

    async def close(self) -> None:
        """Ends after the decisions under way; gives claimed tables back."""
        await self._background.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)
        held = [*self._queued, *self._busy]
        if self.store.shared and held:
            with suppress(Denied):
                await self.store.keep(held, None)

    @property
    def busy(self) -> bool:
        """Does a bot of this process think?"""
        return bool(self._thinking)

    # ---- the queue --------------------------------------------------------------------------------------------------------------

    def queue(self, table: str, due: float) -> None:
        """The table has something to do at ``due``."""
        if self._queued.get(table) != due:
            self._queued[table] = due
            heapq.heappush(self._due, (due, table))
            self._wake.set()

    def heard(self, job: str) -> None:
        """Another process wrote a row: there may be something to claim."""
        if job == "bot":
            self._heard.set()

    def _next(self, now: float) -> str | None:
        """The table that waits longest. If the clock was set back, all are looked at."""
        if now < self._latest - STEP:
            for table in list(self._queued):
                self.queue(table, 0.0)
        self._latest = now
        while self._due:
            due, table = self._due[0]
            if self._queued.get(table) != due or table in self._busy:
                heapq.heappop(self._due)
            elif due <= now:
                heapq.heappop(self._due)
                del self._queued[table]
                return table
            else:
                return None
        return None

    async def _work(self) -> None:
        """Starts the next job when there is a place and something is due."""
        await self._places.acquire()
        try:
            table = self._next(steady.now())
            while table is None:
                self._wake.clear()
                wait = min(POLL, max(0.001, self._due[0][0] - steady.now())) if self._due else POLL
                await comes_within(self._wake, wait)
                table = self._next(steady.now())
        except BaseException:
            self._places.release()
            raise
        WAITING.set(len(self._queued))
        self._busy.add(table)
        self._background.start(self._do(table, Place(self._places)))

    async def _do(self, table: str, place: Place) -> None:
        """One job of one table."""
        again: float | None = None
        try:
            again = await self._one(table, place)
        except Denied as denied:
            again = steady.now() + 0.5
            if denied.code not in ("BUSY", "PREPARING"):
                logger.warning("a job was refused: %s", denied.code)
        except Exception:
            logger.exception("a job failed")
            again = steady.now() + 5.0
        finally:
            self._busy.discard(table)
            place.leave()
        told = [due for due in (again, self._queued.pop(table, None)) if due is not None]
        if told:
            self.queue(table, min(told))

    async def _one(self, table: str, place: Place) -> float | None:
        """Does what is due; when there is more to do here, returns when."""
        found = await self.hub.table(table)
        job, now = found.job(self.limits.program_seconds), steady.now()
        if job is None:
            return None
        if job[1] == "clock" and job[0] > now:
            return None if self.store.shared else job[0]
        if job[1] == "clock":
            _, found = await self.hub.act(table, None, lambda t: time_up(t, self.limits.program_seconds, steady.now()))
        else:
            found = await self._decide(found, place)
        job = found.job(self.limits.program_seconds)
        if job is None or (self.store.shared and job[1] != "bot"):
            return None
        return due(job)

    async def _decide(self, table: Table, place: Place) -> Table:
        """One decision of a bot, chosen off the event loop and played on the beat."""
        seat, state, number = table.to_decide, table.state, table.number
        assert seat is not None
        assert state is not None
        level = table.seats[seat].level or bots.STAND_IN
        known = await again.remembered(self.hub, table)
        seed = bot_seed(table.setup.seed, state.number) if table.setup.deal is not None else None
        began = time.perf_counter()
        waited = max(0.0, steady.now() - table.timing.moved)
        self._thinking += 1
        try:
            choosing: Callable[[], int | str] = partial(bots.choose, level, state, self.limits.bot_seconds, seed)
            chosen = await asyncio.get_running_loop().run_in_executor(self._pool, choosing) if known is None else known
        finally:
            self._thinking -= 1
        thinking_time = time.perf_counter() - began
        BOTS.labels(level).observe(thinking_time)
        place.leave()
        await asyncio.sleep(until_beat(waited + thinking_time, bots.beat(level, self.limits.bot_beat)))
        lease = steady.now() + LEASE if self.store.shared else None
        try:
            _, after = await self.hub.act(table.id, None, lambda t: play(t, seat, number, chosen, bot=True), lease=lease)
        except Denied as denied:
            if denied.code == "BUSY":
                raise
            return await self.hub.table(table.id)  # it was taken back, or its person returned, while the bot thought
        return after

    # ---- claiming (PostgreSQL) --------------------------------------------------------------------------------------------------

    async def _claim(self) -> None:
        """Claims what is due, as far as there is room; then waits until there may be more."""
        self._heard.clear()
        room = 4 * self.limits.bot_threads - len(self._queued)
        claimed = await self.store.claim(steady.now(), LEASE, room) if room > 0 else []
        for table in claimed:
            self.queue(table, steady.now())
        if len(claimed) < max(room, 1):
            await comes_within(self._heard, POLL if room > 0 else 0.02)

    async def _prolong(self) -> None:
        await asyncio.sleep(PROLONG)
        held = [*self._queued, *self._busy]
        if held:
            await self.store.keep(held, steady.now() + LEASE)
