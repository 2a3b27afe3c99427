"""Whom this server may send messages to: push services on the open internet. A browser says the address, so it could be anything."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from sandtable.server.errors import Denied

LONGEST = 1_000


def check(endpoint: str, own_hosts: tuple[str, ...]) -> None:
    """An https address with a name, or a host that whoever runs this server has allowed. ``Denied`` else."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise Denied("BAD_REQUEST", "endpoint") from None
    if len(endpoint) > LONGEST or parts.username or parts.password:
        raise Denied("BAD_REQUEST", "endpoint")
    if host in own_hosts and parts.scheme in ("http", "https"):
        return
    if parts.scheme != "https" or port not in (None, 443) or "." not in host or _is_address(host):
        raise Denied("BAD_REQUEST", "endpoint")


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host.rpartition(".")[2].isdigit()
    return True


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
