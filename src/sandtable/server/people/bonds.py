"""What one has to do with others: following them, blocking them, a note about them. Nobody is told, and nothing counts followers.

Blocking ends following, both ways, and keeps the two apart: in pairing, at open tables, in challenges, in talk.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update

from sandtable.kernel.game import JSON
from sandtable.server import names
from sandtable.server.errors import Denied
from sandtable.server.people.persons import Person
from sandtable.server.schema import people
from sandtable.server.schema_people import bonds
from sandtable.server.settings import Limits
from sandtable.server.store import Store

LONGEST_NOTE = 300
NONE: JSON = {"follows": False, "blocks": False, "note": None}
Pair = frozenset[str]


def _line(person: str, other: str) -> Any:
    return and_(bonds.c.person_id == person, bonds.c.other_id == other)


async def between(store: Store, person: str, other: str) -> JSON:
    """What ``person`` has to do with ``other``."""
    found = await store.read(select(bonds).where(_line(person, other)))
    return {name: getattr(found[0], name) for name in NONE} if found else dict(NONE)


async def change(store: Store, person: Person, other: Person, wanted: JSON, limits: Limits) -> JSON:
    """Follow or not, block or not, a note; what is left out stays as it is."""
    if person.id == other.id:
        raise Denied("NOT_REACHED")
    wanted = {name: value for name, value in wanted.items() if name == "note" or value is not None}
    if wanted.get("note"):
        wanted = {**wanted, "note": names.text(wanted["note"])[:LONGEST_NOTE] or None}
    if wanted.get("blocks"):
        wanted = {**wanted, "follows": False}
    now = {**await between(store, person.id, other.id), **wanted}
    if now["blocks"] and now["follows"]:
        raise Denied("NOT_REACHED")
    if wanted.get("follows") and await apart(store, [person.id, other.id]):
        raise Denied("NOT_REACHED")

    def work(connection: Connection) -> None:
        mine = select(func.count()).select_from(bonds).where(bonds.c.person_id == person.id)
        if connection.execute(mine).scalar_one() >= limits.bonds:
            raise Denied("TOO_MANY")
        connection.execute(delete(bonds).where(_line(person.id, other.id)))
        if now["follows"] or now["blocks"] or now["note"]:
            connection.execute(insert(bonds).values(person_id=person.id, other_id=other.id, **now))
        if now["blocks"]:
            connection.execute(update(bonds).where(_line(other.id, person.id)).values(follows=False))
            nothing = ~bonds.c.blocks & bonds.c.note.is_(None)
            connection.execute(delete(bonds).where(_line(other.id, person.id), nothing))

    await store.change(work)
    return now


async def listed(store: Store, person: Person) -> list[JSON]:
    """Everybody one follows, blocks or has a note about."""
    query = select(bonds, people.c.handle).join(people, people.c.id == bonds.c.other_id)
    found = await store.read(query.where(bonds.c.person_id == person.id, people.c.handle.is_not(None)).order_by(people.c.handle))
    return [{"handle": r.handle, "follows": r.follows, "blocks": r.blocks, "note": r.note} for r in found]


async def apart(store: Store, persons: Collection[str]) -> set[Pair]:
    """The pairs among these people of whom one blocks the other."""
    within = or_(bonds.c.person_id.in_(persons), bonds.c.other_id.in_(persons))
    found = await store.read(select(bonds.c.person_id, bonds.c.other_id).where(bonds.c.blocks, within))
    known = set(persons)
    return {frozenset((r.person_id, r.other_id)) for r in found if r.person_id in known and r.other_id in known}
