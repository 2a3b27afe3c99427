"""What a host should know before serving: each check looks at one thing and says what it found."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from dataclasses import dataclass

from sandtable.server import edge, soundness
from sandtable.server.settings import Settings

ENOUGH_DESCRIPTORS = 4_096
ENOUGH_ROOM = 2**30


@dataclass(frozen=True)
class Asked:
    """How the server is going to be started."""

    settings: Settings
    host: str


@dataclass(frozen=True)
class Finding:
    """What a check found. ``good``: nothing needs to be done."""

    good: bool
    said: str


def descriptors(_asked: Asked) -> Finding:
    """Every connection is an open file."""
    edge.ask_for_descriptors()
    found = edge.descriptors()
    if found >= ENOUGH_DESCRIPTORS:
        return Finding(True, f"{found} descriptors: room for about {found * 7 // 8} connections")
    said = f"only {found} descriptors: about {found * 7 // 8} connections at once; raise the limit (`ulimit -Hn`, LimitNOFILE= in systemd)"
    return Finding(False, said)


def exposure(asked: Asked) -> Finding:
    """Who can reach the server, and what do they read on the way?"""
    local = asked.host in ("127.0.0.1", "::1", "localhost")
    if local and not asked.settings.trust_proxy:
        return Finding(True, f"reachable from this machine only ({asked.host})")
    if local:
        return Finding(True, f"behind a proxy on this machine ({asked.host})")
    if asked.settings.trust_proxy:
        return Finding(
            False,
            f"{asked.host} with --trust-proxy: whoever reaches this port from a private network can pretend to be any client; "
            "let only the proxy reach it, or listen on 127.0.0.1",
        )
    return Finding(
        False,
        f"{asked.host} without a proxy: everything, seat tokens as well, travels readable; fine among friends in one network, "
        "for the internet put a proxy with TLS in front (docs/6-operating.md)",
    )


def database(asked: Asked) -> Finding:
    """Is its file whole, and whose is it?"""
    file = soundness.file_of(asked.settings.database)
    if file is None:
        return Finding(True, "PostgreSQL looks after its files itself")
    damage = soundness.damage(asked.settings.database)
    if damage is not None:
        return Finding(False, f"{damage}. {soundness.WHAT_TO_DO}")
    if not file.exists():
        return Finding(True, f"{file} will be made")
    if os.name == "posix" and file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        return Finding(False, f"{file} can be read by others on this machine, and holds the seeds of running games: chmod 600 {file}")
    return Finding(True, f"{file} is whole")


def room(asked: Asked) -> Finding:
    """Where nothing can be written nothing can be played."""
    free = soundness.room(asked.settings.database)
    if free is None:
        return Finding(True, "the room on the disk is PostgreSQL's to watch")
    return Finding(free >= ENOUGH_ROOM, f"{free / 2**30:.1f} GB free for the database{'' if free >= ENOUGH_ROOM else ': make room'}")


CHECKS: tuple[Callable[[Asked], Finding], ...] = (descriptors, exposure, database, room)
