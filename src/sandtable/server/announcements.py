"""What a host says to a running server: a notice for everybody, and orders (``sandtable admin`` writes them, every worker reads them)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson
from sqlalchemy import Connection, delete, func, insert, select

from sandtable.kernel.game import JSON
from sandtable.server import steady
from sandtable.server.schema_people import announcements, orders
from sandtable.server.store import Store

NAME = "maintenance"
OBEYED = 86_400.0
"""Seconds after which orders are gone: every worker has read them long ago."""


async def current(store: Store) -> JSON | None:
    """The words of the notice in every language; None if there is none (any more)."""
    found = await store.read(select(announcements).where(announcements.c.name == NAME))
    if not found or (found[0].until is not None and found[0].until < steady.now()):
        return None
    words: JSON = orjson.loads(found[0].words)
    return words


def announce(connection: Connection, words: JSON | None, until: float | None) -> None:
    """Sets the notice; without words it goes."""
    connection.execute(delete(announcements).where(announcements.c.name == NAME))
    if words is not None:
        connection.execute(insert(announcements).values(name=NAME, words=orjson.dumps(words).decode(), until=until))


def order(connection: Connection, kind: str, about: Sequence[str]) -> None:
    """Every worker shall do this."""
    now = steady.now()
    connection.execute(delete(orders).where(orders.c.at < now - OBEYED))
    for one in about:
        connection.execute(insert(orders).values(at=now, kind=kind, about=one))


async def orders_after(store: Store, last: int | None) -> tuple[int, Sequence[Any]]:
    """The orders that are new since ``last`` (None: this worker has just begun, nothing is old to it), and the last of them."""
    if last is None:
        newest = await store.read(select(func.max(orders.c.id)))
        return newest[0][0] or 0, []
    new = await store.read(select(orders).where(orders.c.id > last).order_by(orders.c.id))
    return (new[-1].id if new else last), new
