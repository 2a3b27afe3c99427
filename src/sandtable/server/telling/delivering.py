"""A message on its way to a push service: encrypted for the browser, signed by this server.

What it takes to do so is loaded when the first message is sent: most servers start without ever sending one."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from py_vapid import Vapid02
from pywebpush import WebPusher

from sandtable.server import steady
from sandtable.server.errors import Denied
from sandtable.server.settings import Settings
from sandtable.server.store import Store
from sandtable.server.telling import addresses, vapid
from sandtable.server.telling.subscriptions import GONE, Push

logger = logging.getLogger("sandtable.telling")
PATIENCE = 10.0
DAY = 86_400


class OpenInternet(AbstractResolver):
    """Finds names, but no address inside somebody's network, whatever the name says."""

    def __init__(self, own_hosts: tuple[str, ...]) -> None:
        self.own_hosts = own_hosts

    async def resolve(self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET) -> list[ResolveResult]:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        good: list[ResolveResult] = []
        for kind, _, protocol, _, address in found:
            if host in self.own_hosts or ipaddress.ip_address(address[0]).is_global:
                facts: Any = {"hostname": host, "host": address[0], "port": port, "family": kind, "proto": protocol, "flags": 0}
                good.append(facts)
        if not good:
            raise OSError(f"{host} is not on the open internet")
        return good

    async def close(self) -> None:
        """Nothing is held."""


def session(own_hosts: tuple[str, ...], seconds: float) -> aiohttp.ClientSession:
    """For sending; nothing is followed and nothing kept."""
    connector = aiohttp.TCPConnector(resolver=OpenInternet(own_hosts), use_dns_cache=False, limit=20)
    return aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(total=seconds), cookie_jar=aiohttp.DummyCookieJar())


class Post:
    """Of one web worker."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings, self.store = settings, store
        self._session = session(settings.push_hosts, PATIENCE)
        self._key: Vapid02 | None = None

    async def close(self) -> None:
        await self._session.close()

    async def send(self, push: Push, message: bytes) -> int | None:
        """What the push service answered; None if nothing was heard."""
        if self._key is None:
            self._key = await vapid.key_of(self.store)
        try:
            addresses.check(push.endpoint, self.settings.push_hosts)
            keys = {"p256dh": push.p256dh, "auth": push.auth}
            body = WebPusher({"endpoint": push.endpoint, "keys": keys}).encode(message)["body"]
        except (Denied, ValueError, KeyError, TypeError) as error:
            logger.info("a browser gave keys that are none: %s", type(error).__name__)
            return GONE[0]
        parts = urlsplit(push.endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": self.settings.contact, "exp": int(steady.now()) + DAY // 2}
        headers = {**self._key.sign(claims), "Content-Encoding": "aes128gcm", "TTL": str(DAY), "Urgency": "normal"}
        headers.pop("Crypto-Key", None)
        with suppress(aiohttp.ClientError, TimeoutError, OSError):
            async with self._session.post(push.endpoint, data=body, headers=headers, allow_redirects=False) as answer:
                return int(answer.status)
        return None
