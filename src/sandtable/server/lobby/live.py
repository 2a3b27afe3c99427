"""The lobby as it is now, for everybody who looks at it: one message for all, made when something changed and from time to time."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from typing import Protocol

from sandtable.kernel.game import JSON
from sandtable.server import announcements
from sandtable.server.background import Background, comes_within
from sandtable.server.errors import Denied
from sandtable.server.hub import Hub
from sandtable.server.lobby import offers, pairing
from sandtable.server.lobby.room import Room
from sandtable.server.people import circle, here, rating
from sandtable.server.tables.messages import encode

logger = logging.getLogger("sandtable.lobby")
PAUSE = 5.0
"""Seconds between two looks when nobody says anything."""
FRESH = 1.0
"""So many seconds an answer is good for."""
GATHER = 0.1
"""Seconds in which several changes become one message."""
COUNTED = 5.0
"""Seconds after which everybody hears that others came or went, if nothing else has changed: one client that comes and goes all the time
does not make the server talk to everybody all the time."""
TOUCH, SWEEP, EXPIRES = 15.0, 10.0, 30.0


class Guest(Protocol):
    """A socket: whoever is connected."""

    def send(self, message: bytes) -> None: ...


class Lobby:
    """Of one web worker."""

    def __init__(self, hub: Hub, say: Callable[[str], None]) -> None:
        self.hub = hub
        self.say = say
        self.room = Room(hub)
        self._guests: set[Guest] = set()
        self._all: set[Guest] = set()
        self._people: dict[Guest, str] = {}
        self._circles: dict[Guest, bytes] = {}
        self._notice: JSON | None = None
        self._ordered: int | None = None
        self._others: dict[str, tuple[int, float]] = {}
        self._woken = asyncio.Event()
        self._shown: JSON = {}
        self._kept: JSON | None = None
        self._made = 0.0
        self._changes = 0
        self._one_look = asyncio.Lock()
        self._touched = self._swept = self._told = 0.0
        self._background = Background()

    async def open(self) -> None:
        self.hub.on_lobby = self.changed
        self._background.repeat(self._round)

    async def close(self) -> None:
        await self._background.stop()

    # ---- who looks --------------------------------------------------------------------------------------------------------------

    async def enter(self, guest: Guest) -> None:
        self._guests.add(guest)
        guest.send(encode(await self.state()))

    def leave(self, guest: Guest) -> None:
        self._guests.discard(guest)

    def came(self, guest: Guest) -> None:
        """A socket was opened."""
        self._all.add(guest)
        self._woken.set()
        if self._notice is not None:
            guest.send(encode({"type": "notice", "words": self._notice}))

    def went(self, guest: Guest) -> None:
        """It was closed."""
        self._all.discard(guest)
        self.leave(guest)
        self._circles.pop(guest, None)
        person = self._people.pop(guest, None)
        if person is not None and person not in self._people.values():
            self._background.start(here.gone(self.hub.store, person))
        self._woken.set()

    @property
    def sockets(self) -> int:
        return len(self._all)

    async def introduce(self, guest: Guest, person: str) -> None:
        """The socket belongs to this person: others may see that the person is here, and the person hears of the own people."""
        if self._people.get(guest) == person:
            return
        self._people[guest] = person
        await here.touch(self.hub.store, [person])
        self.changed()
        await self._show_circles([guest])

    @property
    def here(self) -> int:
        """How many are connected, to all processes."""
        now = time.monotonic()
        return self.sockets + sum(count for count, said in self._others.values() if now - said < EXPIRES)

    async def state(self) -> JSON:
        """What everybody sees; made once for all who ask within a moment."""
        async with self._one_look:
            found = self._kept
            if found is None or time.monotonic() - self._made > FRESH:
                changes, self._made = self._changes, time.monotonic()
                found = await self._look()
                self._kept = found if changes == self._changes else None  # something changed meanwhile: the next one looks again
        return {**found, "here": self.here}

    async def _look(self) -> JSON:
        return {"type": "lobby", "tables": await offers.offers(self.hub), "looking": await pairing.counts(self.hub)}

    # ---- what changes -----------------------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Something of the lobby is different: everybody hears of it."""
        self._look_again()
        self._tell("lobby")

    def looked(self, state: JSON) -> None:
        """Somebody looks: those at the lobby hear of it at the beginning and at the end."""
        if state["found"] is not None or state["seconds"] < 1.0:
            self.changed()

    def heard(self, about: str) -> None:
        """Another process says that something changed, or how many it serves."""
        process, _, count = about.partition(" ")
        if process == self.hub.presence.process:
            return
        now = time.monotonic()
        self._others = {other: told for other, told in self._others.items() if now - told[1] < EXPIRES}
        if count.isdigit():
            self._others[process] = (int(count), now)
        self._look_again()

    def _look_again(self) -> None:
        self._kept = None
        self._changes += 1
        self._woken.set()

    def _tell(self, kind: str) -> None:
        self.say(f"{kind} {self.hub.presence.process} {self.sockets}")

    async def _round(self) -> None:
        await comes_within(self._woken, PAUSE)
        await asyncio.sleep(GATHER)
        self._woken.clear()
        now = time.monotonic()
        if now - self._touched > TOUCH:
            self._touched = now
            self._tell("lobby")
            await here.touch(self.hub.store, set(self._people.values()))
            await offers.touch(self.hub)
        if now - self._swept > SWEEP:
            self._swept = now
            await offers.sweep(self.hub)
        await rating.count(self.hub.store)
        await self._obey()
        await self._announce()
        await self._show()
        await self._show_circles()

    async def _obey(self) -> None:
        """What the host has ordered meanwhile (`sandtable admin`)."""
        self._ordered, new = await announcements.orders_after(self.hub.store, self._ordered)
        for order in new:
            if order.kind == "drop":
                await self.hub.drop(order.about)

    async def _announce(self) -> None:
        """What the host has to say to everybody."""
        found = await announcements.current(self.hub.store)
        if found != self._notice:
            self._notice = found
            message = encode({"type": "notice", "words": found})
            for guest in list(self._all):
                guest.send(message)

    async def _show_circles(self, guests: Iterable[Guest] | None = None) -> None:
        """Tells everybody who has said who they are (or some of them) of their own people, if that is new."""
        told_to = {guest: self._people[guest] for guest in (self._people if guests is None else guests) if guest in self._people}
        if not told_to:
            return
        told = await circle.of(self.hub, set(told_to.values()), (await self.state())["tables"])
        for guest, person in told_to.items():
            message = encode(told[person])
            if guest in self._people and message != self._circles.get(guest):
                self._circles[guest] = message
                guest.send(message)

    async def _show(self) -> None:
        if not self._guests:
            return
        try:
            state = await self.state()
        except Denied:
            return  # the database is away: what was shown stays
        now = time.monotonic()
        counted = now - self._told >= COUNTED and state["here"] != self._shown.get("here")
        if counted or {**state, "here": None} != {**self._shown, "here": None}:
            self._shown, self._told = state, now
            message = encode(state)
            for guest in list(self._guests):
                guest.send(message)
