"""Room for everybody in the lobby: one client does not fill it with tables of its own."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sandtable.server.errors import Denied
from sandtable.server.hub import Hub
from sandtable.server.limits import REMEMBERED
from sandtable.server.lobby import offers


class Room:
    """The open tables that each client has made; kept in memory, for the clients that were here last."""

    def __init__(self, hub: Hub) -> None:
        self.hub, self.most = hub, hub.settings.limits.offers
        self._made: OrderedDict[str, set[str]] = OrderedDict()

    @asynccontextmanager
    async def of(self, client: str) -> AsyncIterator[set[str]]:
        """Where a further open table of the client is entered, one at a time; ``Denied`` if there are as many as may be."""
        async with self.hub.turns.of(client):
            made = self._made.setdefault(client, set())
            self._made.move_to_end(client)
            if len(self._made) > REMEMBERED:
                self._made.popitem(last=False)
            if len(made) >= self.most:
                made &= await offers.still_open(self.hub, made)
            if len(made) >= self.most:
                raise Denied("TOO_MANY", f"at most {self.most} open tables at once")
            yield made
