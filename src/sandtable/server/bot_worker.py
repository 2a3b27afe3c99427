"""A bot worker: one process that decides for bots and thinks for the coach. Stops gracefully on SIGTERM and SIGINT."""

from __future__ import annotations

import asyncio
import signal

from sandtable.kernel.preparing import Preparing
from sandtable.server import logs, notify
from sandtable.server.machine import Machine
from sandtable.server.readiness import following, loaded
from sandtable.server.settings import Settings


def bots(settings: Settings, log_level: str = "INFO", preparing: Preparing | None = None) -> None:
    """A bot worker: claims tables and analyses, decides and thinks there until told to stop."""
    logs.set_up(log_level, settings.logs, settings.keep.logs or None)
    with following(preparing):
        asyncio.run(_bots(settings))


async def _bots(settings: Settings) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    machine = Machine(settings)
    await machine.open()
    loaded()
    notify.ready()
    try:
        await stop.wait()
    finally:
        await machine.close()
