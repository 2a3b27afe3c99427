"""Whom this server may send messages to: push services on the open internet. A browser says the address, so it could be anything."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

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
