"""The edge: whatever a client sends passes a door before any work is done for it.

A door stands between a connection and the protocol that understands it. It counts what comes against the client's address, hands it on in
pieces so that everybody else has a turn between two of them, and lets whoever sends too much wait. Connections that keep the server
waiting, or do not read what they asked for, are closed; so are those that wait longest when there are too many.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import sys
import time
from collections import Counter
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, cast

from sandtable.server.limits import Bucket, Buckets, counted_as
from sandtable.server.protocols import Frames, Requests, short_answer
from sandtable.server.settings import Settings

logger = logging.getLogger("sandtable.edge")
OWN_NETWORKS = "127.0.0.0/8,::1,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7,fe80::/10"
"""Where a proxy of one's own stands. Of the addresses it hands on, the last one outside of these is the client's: what a client writes
there itself comes before it."""
PIECES = {"idle": 1_024, "head": 1_024, "answering": 1_024, "body": 16_384}
FRAMES_PIECE = 1_024
"""Bytes handed on at once: a few thousandths of a second of work, whatever is in them."""
QUIETLY = 5.0
"""Seconds that uvicorn has to close an idle connection itself, without a word."""
SHARE = 4
"""A connection may use this part of what its address may."""
QUIET = 64
"""Of this part of the burst, and of half of what is allowed per second, every socket of an address has its equal share to itself: who plays
and says little is heard also while other programs at the same address are too loud."""
DESCRIPTORS, RESERVE = 65_536, 8
"""How many a process asks for; this part of them is kept for files and the database."""


class Doors:
    """All doors of one process."""

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.limits, self.trust_proxy = limits, settings.trust_proxy
        self.budgets = Buckets(limits.bytes_per_second, limits.bytes_burst)
        self.request_cost = limits.bytes_per_second / limits.requests_per_second
        self.frame_cost = limits.bytes_per_second / (4 * SHARE * limits.messages_per_second)
        self.seconds = {"head": limits.head_seconds, "body": limits.body_seconds, "idle": limits.idle_seconds + QUIETLY}
        """So long a client may take for the head of a request, for its body, and until the next one."""
        self.most = descriptors() * (RESERVE - 1) // RESERVE
        self.sockets: Counter[str] = Counter()
        """How many each address has."""
        self._at: dict[str, set[Door]] = {}
        self._count = 0
        self._sweeping: asyncio.TimerHandle | None = None

    def new(self, **of_uvicorn: Any) -> Door:
        """For uvicorn: the protocol of a new connection."""
        return Door(self, of_uvicorn)

    def is_proxy(self, host: str) -> bool:
        return self.trust_proxy and in_own_networks(host)

    def enter(self, door: Door) -> bool:
        """Takes a new connection in, if need be in place of one that waits; False if all of them are at work."""
        here = self._at.get(door.place, set())
        if not door.behind_proxy and len(here) >= self.limits.connections and not self._make_room(here):
            return False
        if self._count >= self.most and not any(map(self._make_room, sorted(self._at.values(), key=len, reverse=True))):
            return False
        self._at.setdefault(door.place, set()).add(door)
        self._count += 1
        if self._sweeping is None:
            self._sweeping = door.loop.call_later(1.0, self._sweep, door.loop)
        return True

    def leave(self, door: Door) -> None:
        here = self._at.get(door.place, set())
        if door in here:
            here.remove(door)
            self._count -= 1
            if not here:
                del self._at[door.place]

    def _make_room(self, here: Iterable[Door]) -> bool:
        """Lets the connection go that waits longest for a request of its client."""
        waiting = [(since, id(door), door) for door in here if (since := door.inside.waits_since) is not None]
        if not waiting:
            return False
        longest = min(waiting)[2]
        self.leave(longest)
        longest.abort()
        return True

    def _sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        """Once a second: who has let the server wait for too long?"""
        now = time.monotonic()
        for here in list(self._at.values()):
            for door in list(here):
                door.look(now)
        self._sweeping = loop.call_later(1.0, self._sweep, loop) if self._count else None


class Door(asyncio.Protocol):
    """One connection."""

    def __init__(self, doors: Doors, of_uvicorn: dict[str, Any]) -> None:
        self.doors = doors
        self.loop: asyncio.AbstractEventLoop = of_uvicorn.get("_loop") or asyncio.get_running_loop()
        longest_body = max(doors.limits.document_bytes, doors.limits.message_bytes)
        self.inside: Requests | Frames = Requests(longest_body=longest_body, **of_uvicorn)
        self.place, self.behind_proxy = "?", False
        self._payer = "?"
        self._budget: list[Bucket] = []
        self._quiet: Bucket | None = None
        self._cost = doors.request_cost
        self._held = bytearray()
        self._full = False
        self._unread: float | None = None
        """Since when the client does not read what was sent, or what is left to send at the end."""
        self._turn: asyncio.Handle | None = None

    # ---- the connection ---------------------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple) else "?"
        self.behind_proxy, self.place = self.doors.is_proxy(host), counted_as(host)
        if not self.behind_proxy:
            self._charge_to(self.place)
        if not self.doors.enter(self):
            self.transport.write(short_answer(HTTPStatus.SERVICE_UNAVAILABLE))
            self.transport.close()
            return
        self._spend(self.doors.frame_cost)
        self.inside.connection_made(Passage(self))

    def _charge_to(self, address: str) -> None:
        """From now on this address pays."""
        limits = self.doors.limits
        own = Bucket(limits.bytes_per_second / SHARE, limits.bytes_burst / SHARE)
        self._payer, self._budget = address, [own, self.doors.budgets.of(address)]

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        self.doors.leave(self)
        if self._quiet is not None:
            self.doors.sockets.subtract([self._payer])
            self.doors.sockets += Counter()  # forgets those who have none
        if self.inside.transport is not None:
            self.inside.connection_lost(exc)

    def eof_received(self) -> None:
        self.inside.eof_received()

    def abort(self) -> None:
        self._stop()
        self.transport.abort()

    def close(self) -> None:
        self._stop()
        self.transport.close()
        if self._unread is None:
            self._unread = time.monotonic()

    def _stop(self) -> None:
        self._held.clear()
        if self._turn is not None:
            self._turn.cancel()
            self._turn = None

    def upgraded(self, inside: Frames) -> None:
        """HTTP is over: from now on frames are exchanged."""
        assert isinstance(self.inside, Requests)
        if self.behind_proxy:
            self._charge_to(counted_as(forwarded_for(self.inside.headers)))
        self.inside, self._cost = inside, self.doors.frame_cost
        self.doors.sockets[self._payer] += 1
        self._quiet = Bucket(self.doors.limits.bytes_per_second / (2 * SHARE), self.doors.limits.bytes_burst / QUIET, 0.0)

    # ---- reading ----------------------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self._held += data
        if self._turn is None:
            self._hand_on()
        if self._held:
            self.transport.pause_reading()

    def _hand_on(self) -> None:
        """One piece, if there is one and the client may be heard now."""
        self._turn = None
        if not self._held or self._full or self._unread is not None or self.inside.busy or self.transport.is_closing():
            return
        wait = self._wait()
        if wait > 0:
            self._turn = self.loop.call_later(wait, self._hand_on)
            return
        inside, cost = self.inside, self._cost
        size = PIECES[inside.stage] if isinstance(inside, Requests) else FRAMES_PIECE
        piece, before = bytes(self._held[:size]), inside.counted
        del self._held[:size]
        try:
            inside.data_received(piece)
        except Exception:
            logger.exception("a protocol failed")
            self.abort()
            return
        self._spend(len(piece) + (inside.counted - before) * cost)
        if self._held:
            self._turn = self.loop.call_soon(self._hand_on)
        elif not self.transport.is_closing():
            self.transport.resume_reading()

    def go_on(self) -> None:
        """There is room inside (again)."""
        if self._held and self._turn is None:
            self._turn = self.loop.call_soon(self._hand_on)

    def _wait(self) -> float:
        """Seconds until the client may be heard."""
        wait = max((bucket.wait() for bucket in self._budget), default=0.0)
        if wait > 0 and self._quiet is not None:
            wait = min(wait, self._quiet.wait())
        return wait

    def _spend(self, cost: float) -> None:
        for bucket in self._budget:
            bucket.spend(cost)
        if self._quiet is not None:
            self._quiet.rate = self.doors.limits.bytes_per_second / (2 * max(SHARE, self.doors.sockets[self._payer]))
            self._quiet.left = max(self._quiet.left, -self._quiet.burst / 4)  # who was loud is forgiven soon
            self._quiet.spend(cost)

    def set_full(self, full: bool) -> None:
        self._full = full
        if not full:
            self.go_on()

    # ---- writing ----------------------------------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """The client does not read: until it does, it is not read either."""
        self._unread = time.monotonic()
        self.inside.pause_writing()

    def resume_writing(self) -> None:
        self._unread = None
        self.inside.resume_writing()
        self.go_on()

    # ---- patience ---------------------------------------------------------------------------------------------------------------

    def look(self, now: float) -> None:
        """Closes the connection if its client lets the server wait for too long."""
        if self.transport.is_closing() and self._unread is None:
            self._unread = now
        if self._unread is not None and now - self._unread > self.doors.limits.read_seconds:
            self.abort()
        inside = self.inside
        if self.transport.is_closing() or not isinstance(inside, Requests) or inside.stage == "answering":
            return
        if self._held:
            inside.since = now  # it is the server that does not read
        elif now - inside.since > self.doors.seconds[inside.stage]:
            inside.refuse(HTTPStatus.REQUEST_TIMEOUT)


class Passage(asyncio.Transport):
    """What the protocol inside takes for its connection: the door regulates what is read."""

    def __init__(self, door: Door) -> None:
        super().__init__()
        self._door, self._outside = door, door.transport

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._outside.get_extra_info(name, default)

    def is_closing(self) -> bool:
        return self._outside.is_closing()

    def close(self) -> None:
        self._door.close()

    def abort(self) -> None:
        self._door.abort()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        assert isinstance(protocol, Frames)
        self._door.upgraded(protocol)

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self._door.inside

    def is_reading(self) -> bool:
        return self._outside.is_reading()

    def pause_reading(self) -> None:
        self._door.set_full(True)

    def resume_reading(self) -> None:
        self._door.set_full(False)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self._outside.write(data)

    def write_eof(self) -> None:
        self._outside.write_eof()

    def can_write_eof(self) -> bool:
        return self._outside.can_write_eof()

    def get_write_buffer_size(self) -> int:
        return self._outside.get_write_buffer_size()


def in_own_networks(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return any(address in ipaddress.ip_network(network) for network in OWN_NETWORKS.split(","))


def forwarded_for(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The client that a proxy speaks for."""
    said = [part.strip() for name, value in headers if name == b"x-forwarded-for" for part in value.decode("latin-1").split(",")]
    return next((address for address in reversed(said) if not in_own_networks(address)), said[0] if said else "proxy")


def descriptors() -> int:
    """How many files and connections this process may have open."""
    if sys.platform == "win32":
        return DESCRIPTORS
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return DESCRIPTORS if soft == resource.RLIM_INFINITY else min(soft, DESCRIPTORS)


def ask_for_descriptors() -> None:
    """As many as the system lets this process have, within reason."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
