"""Works on the queue of analyses, behind everything else.

Bots and hints come first: while one of this process thinks, an analysis pauses between two steps, and its threads have a low priority
towards everything else on the machine. Only so many run at once per host; short ones do not wait for long ones.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

from sandtable.kernel.game import JSON
from sandtable.kernel.record import Record
from sandtable.server import metrics, readiness
from sandtable.server.background import Background, comes_within
from sandtable.server.coach.queue import LANES, LEASE, Analyses, Claimed
from sandtable.server.errors import Denied
from sandtable.server.hub import Hub
from sandtable.server.tables.table import Table

logger = logging.getLogger("sandtable.coach")
POLL = 2.0
PAUSE = 0.5
FIRST_SHOWN = 0.3
LAST_SHOWN = 2.0
"""Seconds between two partial results, at first and later."""
LONGEST_REST = 0.5
"""Seconds that a step waits for bots and hints, at most: an analysis goes on slowly even where they never rest."""
NICENESS = 10


class Stopped(Exception):
    """Raised inside an analysis to end it."""


class Run:
    """One analysis under way: the thread writes into it, the event loop reads."""

    def __init__(self, claimed: Claimed, seconds: float, others: Callable[[], bool]) -> None:
        self.claimed, self.others = claimed, others
        self.hint = claimed.kind == "hint"
        self.began = time.monotonic()
        self.deadline = self.began + seconds
        self.stopped = False
        self.latest: tuple[JSON, float] | None = None
        self.news = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._show_at = self.began

    def step(self, found: Callable[[], JSON], part: float) -> None:
        """Called by the coach between two pieces of work."""
        now = time.monotonic()
        if self.stopped or now > self.deadline:
            raise Stopped
        if now >= self._show_at:
            self.latest = (found(), min(0.999, max(0.0, part)))
            self._show_at = now + min(LAST_SHOWN, max(FIRST_SHOWN, (now - self.began) / 10))
            self._loop.call_soon_threadsafe(self.news.set)
        while self.others() and time.monotonic() < now + LONGEST_REST and not self.stopped:
            time.sleep(0.005)


class Analyst:
    """Works for the tables of this process (SQLite) or for all (a bot worker of PostgreSQL)."""

    def __init__(self, analyses: Analyses, hub: Hub, bots: Callable[[], bool]) -> None:
        self.analyses, self.hub, self.bots = analyses, hub, bots
        self.limits = hub.settings.limits
        self.host, self.worker = socket.gethostname(), secrets.token_hex(8)
        self._pool = ThreadPoolExecutor((len(LANES) - 1) * self.limits.analyses_at_once, "analysis", initializer=_step_back)
        self._hints = ThreadPoolExecutor(self.limits.analyses_at_once, "hint")
        self._runs: dict[str, Run] = {}
        self._lanes: list[asyncio.Event] = []
        self._background = Background()

    async def open(self) -> None:
        self.analyses.on_change = self._heard
        if not self.analyses.store.shared:
            await self.analyses.begin()
        for lane in LANES:
            for _ in range(self.limits.analyses_at_once):
                heard = asyncio.Event()
                self._lanes.append(heard)
                self._background.repeat(partial(self._next, lane, heard))
        self._background.repeat(self._keep)

    async def close(self) -> None:
        """Ends what is under way and gives it back."""
        runs = list(self._runs.values())
        for run in runs:
            run.stopped = True
        await self._background.stop()
        for run in runs:
            with suppress(Denied):
                await self.analyses.give_back(run.claimed, self.worker)
        for pool in (self._pool, self._hints):
            pool.shutdown(wait=False, cancel_futures=True)

    def _heard(self, analysis: str, state: str) -> None:
        if state == "queued":
            for heard in self._lanes:
                heard.set()
        elif state == "stopped" and analysis in self._runs:
            self._runs[analysis].stopped = True

    async def _next(self, lane: str, new: asyncio.Event) -> None:
        """Works on the next analysis of a lane, or waits until there may be one."""
        new.clear()
        claimed = await self.analyses.claim(lane, self.limits.analyses_at_once, self.host, self.worker)
        if claimed is not None:
            await self._do(claimed)
        else:
            await comes_within(new, POLL)

    async def _keep(self) -> None:
        """Prolongs the leases; ends what is not this process's any more."""
        await asyncio.sleep(LEASE / 3)
        running = list(self._runs.values())
        if running:
            mine = await self.analyses.keep(self.worker, [run.claimed.id for run in running])
            for run in running:
                run.stopped = run.stopped or run.claimed.id not in mine

    async def _do(self, claimed: Claimed) -> None:
        run = self._runs[claimed.id] = Run(claimed, self.limits.analysis_seconds, self._others_first)
        metrics.ANALYSIS_QUEUED.labels(claimed.lane).observe(claimed.queued)
        metrics.ANALYSES.inc()
        state, result = "failed", None
        try:
            state, result = "done", await self._watched(run)
        except Stopped:
            state, result = "stopped", run.latest[0] if run.latest else None
        except Denied:
            raise
        except Exception:
            logger.exception("an analysis failed")
        finally:
            metrics.ANALYSES.dec()
            del self._runs[claimed.id]
        seconds = time.monotonic() - run.began
        metrics.ANALYSIS_SECONDS.labels(claimed.kind, str(claimed.request.get("depth")), state).observe(seconds)
        facts = {"kind": claimed.kind, "depth": claimed.request.get("depth"), "state": state, "ms": round(1000 * seconds)}
        logger.info("analysis", extra={**facts, "queued_ms": round(1000 * claimed.queued)})
        await self._written(claimed, state, result)

    def _others_first(self) -> bool:
        """Does a bot think, or somebody wait for a hint?"""
        return self.bots() or any(run.hint for run in tuple(self._runs.values()))

    async def _watched(self, run: Run) -> JSON:
        """The result; what is known on the way is written as it improves."""
        claimed = run.claimed
        request = await self._complete(claimed)
        work = asyncio.get_running_loop().run_in_executor(self._hints if run.hint else self._pool, self._think, run, request)
        try:
            while not work.done():
                news = asyncio.ensure_future(run.news.wait())
                await asyncio.wait((work, news), return_when=asyncio.FIRST_COMPLETED)
                news.cancel()
                if run.news.is_set() and not work.done() and run.latest is not None:
                    run.news.clear()
                    with suppress(Denied):
                        if not await self.analyses.improve(claimed, self.worker, *run.latest):
                            run.stopped = True
            return await work
        except asyncio.CancelledError:
            run.stopped = True
            work.add_done_callback(lambda done: done.cancelled() or done.exception())
            raise

    def _think(self, run: Run, request: JSON) -> JSON:
        from sandtable.server.coach.answering import think

        return think(run.claimed.kind, request, self.limits.analysis_threads, run.step)

    async def _complete(self, claimed: Claimed) -> JSON:
        """Of a question about a finished table: its record is read there. A game that is being compiled is waited for."""
        request = claimed.request
        if "table" in request:
            request = {**request, "record": str((await self._finished(request["table"])).record())}
        await readiness.until_ready(request["game"] if "game" in request else Record.game_of(request["record"]).id)
        return request

    async def _finished(self, table: str) -> Table:
        try:
            return await self.hub.table(table)
        except Denied as denied:
            if denied.code != "PREPARING" or denied.detail is None:
                raise
            await readiness.until_ready(denied.detail)
            return await self.hub.table(table)

    async def _written(self, claimed: Claimed, state: str, result: JSON | None) -> None:
        """Writes the end, again if the database is away for a moment."""
        for _ in range(20):
            try:
                await self.analyses.finish(claimed, self.worker, state, result)
                return
            except Denied:
                await asyncio.sleep(PAUSE)


def _step_back() -> None:
    """This thread, and those it starts, let all others go first (Linux counts niceness by thread)."""
    if sys.platform == "linux":
        with suppress(OSError):
            thread = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, thread, min(19, os.getpriority(os.PRIO_PROCESS, thread) + NICENESS))
