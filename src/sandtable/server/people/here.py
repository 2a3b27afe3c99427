"""Which people are here: whoever has a page open says so every few seconds; a worker that dies takes nobody's place for long."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import update

from sandtable.server import steady
from sandtable.server.schema import people
from sandtable.server.store import Store

LASTS = 45.0
"""Seconds after the last sign of life."""


def is_here(seen: float | None) -> bool:
    return seen is not None and seen > steady.now() - LASTS


async def touch(store: Store, persons: Collection[str]) -> None:
    """These are here now."""
    if persons:
        seen = update(people).where(people.c.id.in_(list(persons))).values(here=steady.now())
        await store.change(lambda connection: connection.execute(seen))


async def gone(store: Store, person: str) -> None:
    """The last page of a person here was closed; if there is another elsewhere, it will say so."""
    left = update(people).where(people.c.id == person).values(here=None)
    await store.change(lambda connection: connection.execute(left))
