"""What somebody who is here is told of the own people: who of those one follows is here, their open tables, and challenges."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from sqlalchemy import select

from sandtable.kernel.game import JSON
from sandtable.server.hub import Hub
from sandtable.server.people import challenges, choices
from sandtable.server.people.here import at_tables, is_here
from sandtable.server.schema import people
from sandtable.server.schema_people import bonds


async def of(hub: Hub, persons: Collection[str], offers: Sequence[JSON]) -> dict[str, JSON]:
    """For each of these people the message."""
    known = list(persons)
    friends: defaultdict[str, list[JSON]] = defaultdict(list)
    query = select(bonds.c.person_id, people.c.id, people.c.handle, people.c.here, people.c.public)
    query = query.join(people, people.c.id == bonds.c.other_id).order_by(people.c.handle)
    followed = await hub.store.read(
        query.where(bonds.c.person_id.in_(known), bonds.c.follows, people.c.handle.is_not(None), people.c.banned.is_(None))
    )
    playing = await at_tables(hub.store, {r.id for r in followed if is_here(r.here)})
    for r in followed:
        shown = choices.read(r.public)["here"]
        own = [offer["table"] for offer in offers if shown and any(seat["handle"] == r.handle for seat in offer["seats"])]
        plays = playing.get(r.id) if shown else None
        friends[r.person_id].append({"handle": r.handle, "here": is_here(r.here) if shown else None, "plays": plays, "tables": own})
    waiting = await challenges.waiting_for(hub, known)
    return {person: {"type": "circle", "people": friends[person], "challenges": waiting[person]} for person in known}
