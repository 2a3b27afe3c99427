"""How much one client may do: token buckets and counters, kept small."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from weakref import WeakValueDictionary

from sandtable.server.errors import Denied

REMEMBERED = 10_000


@lru_cache(REMEMBERED)
def counted_as(host: str) -> str:
    """The name under which a client is counted: its address; with IPv6 its network, since a household has as many addresses as it likes."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), 64), strict=False))


class Bucket:
    """Refills by ``rate`` per second up to ``burst``; every act takes one, or what it costs."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float, left: float | None = None) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.at = float(burst if left is None else left), time.monotonic()

    def _refill(self) -> None:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now

    def take(self, cost: float = 1.0) -> bool:
        """Takes one, or so many, if they are there."""
        self._refill()
        if self.left < cost:
            return False
        self.left -= cost
        return True

    def spend(self, cost: float) -> None:
        """Takes what something has cost, even if less is left: the next has to wait the longer."""
        self._refill()
        self.left -= cost

    def wait(self) -> float:
        """Seconds until something is left."""
        self._refill()
        return max(0.0, -self.left / self.rate)


class Buckets:
    """One bucket per client; the clients longest not seen are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, client: str) -> Bucket:
        """The client's own."""
        bucket = self._of.get(client)
        if bucket is None:
            bucket = self._of[client] = Bucket(self.rate, self.burst)
            if len(self._of) > REMEMBERED:
                self._of.popitem(last=False)
        self._of.move_to_end(client)
        return bucket

    def check(self, client: str, cost: float = 1.0) -> None:
        """Takes one, or so many; raises ``Denied`` if they are not left."""
        if not self.of(client).take(cost):
            raise Denied("TOO_MANY")


class Places:
    """At most so many at once per client."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._taken: Counter[str] = Counter()

    @contextmanager
    def place(self, client: str) -> Iterator[None]:
        if self._taken[client] >= self.most:
            raise Denied("TOO_MANY")
        self._taken[client] += 1
        try:
            yield
        finally:
            self._taken[client] -= 1
            if not self._taken[client]:
                del self._taken[client]


class Turns:
    """What takes long is done for a client one at a time; others of the same client wait for their turn."""

    def __init__(self) -> None:
        self._of: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, client: str) -> asyncio.Lock:
        lock = self._of.get(client)
        if lock is None:
            lock = self._of[client] = asyncio.Lock()
        return lock
