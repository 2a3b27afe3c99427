"""What goes on by itself: tomorrow's deals are drawn, events go on."""

from __future__ import annotations

import asyncio
import logging

from sandtable.server.background import Background
from sandtable.server.deals import daily, events
from sandtable.server.errors import Denied
from sandtable.server.hub import Hub

logger = logging.getLogger("sandtable.deals")
PAUSE = 2.0
EVERY = 150
"""Rounds after which it is looked whether a new day has begun."""


class Deals:
    """Of one web worker; several do not disturb each other."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._rounds = 0
        self._background = Background()

    async def open(self) -> None:
        self._background.repeat(self._round)

    async def close(self) -> None:
        await self._background.stop()

    async def _round(self) -> None:
        if self._rounds % EVERY == 0:
            await daily.prepare(self.hub.store)
        self._rounds += 1
        for event in await events.unfinished(self.hub.store):
            try:
                await events.go_on(self.hub, event)
            except Denied as denied:
                logger.info("an event has to wait: %s", denied.code)
        await asyncio.sleep(PAUSE)
