"""Work beside the requests: tasks that are kept until they end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

from sandtable.server.errors import Denied

logger = logging.getLogger("sandtable.background")
PAUSE = 0.3


async def comes_within(event: asyncio.Event, seconds: float) -> bool:
    """Waits for the event, at most so long. (``asyncio.wait_for`` of Python 3.11 forgets a cancellation that comes together with the event:
    then what was told to stop goes on for ever.)"""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return False
    return True


class Background:
    """The tasks of one owner."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def repeat(self, work: Callable[[], Awaitable[None]]) -> None:
        """Again and again; an unexpected fault is logged and does not end it."""
        self.start(self._forever(work))

    async def _forever(self, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except Denied:
                await asyncio.sleep(PAUSE)
            except Exception:
                with suppress(MemoryError):
                    logger.exception("work in the background failed")
                await asyncio.sleep(PAUSE)

    async def stop(self) -> None:
        """Cancels all, and waits until they have ended."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError, Exception):
                await task
