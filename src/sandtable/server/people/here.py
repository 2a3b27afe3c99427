"""Which people are here: whoever has a page open says so every few seconds; a worker that dies takes nobody's place for long."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select, update

from sandtable.kernel.game import JSON
from sandtable.server import steady
from sandtable.server.schema import holders, people, tables
from sandtable.server.store import Store

LASTS = 45.0
"""Seconds after the last sign of life."""
PLAYS = 15 * 60.0
"""Seconds after the last thing that happened at a table whose people are at it: a game over days is no place to be found at."""


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


async def at_tables(store: Store, persons: Collection[str]) -> dict[str, JSON]:
    """The game that each of these people is in just now. ``table``: None if it is not for everybody to watch: friends by link
    stay among themselves."""
    met_in_the_lobby = tables.c.listed | tables.c.rated
    watched = (tables.c.spectators & met_in_the_lobby & tables.c.deal_id.is_(None)).label("watched")
    query = select(holders.c.person_id, tables.c.id, tables.c.game, watched)
    query = query.join(tables, tables.c.id == holders.c.table_id)
    going = (tables.c.phase == "playing", tables.c.changed > steady.now() - PLAYS)
    found = await store.read(query.where(holders.c.person_id.in_(list(persons)), *going).order_by(tables.c.changed)) if persons else []
    return {r.person_id: {"game": r.game, "table": r.id if r.watched else None} for r in found}
