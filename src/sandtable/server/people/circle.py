"""What somebody who is here is told of the own people: who of those one follows is here, their open tables, and challenges."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from sqlalchemy import select

from sandtable.kernel.game import JSON
from sandtable.server.hub import Hub
from sandtable.server.people import challenges, choices
from sandtable.server.people.here import is_here
from sandtable.server.schema import people
from sandtable.server.schema_people import bonds


async def of(hub: Hub, persons: Collection[str], offers: Sequence[JSON]) -> dict[str, JSON]:
    """For each of these people the message."""
    known = list(persons)
    friends: defaultdict[str, list[JSON]] = defaultdict(list)
    query = select(bonds.c.person_id, people.c.handle, people.c.here, people.c.public).join(people, people.c.id == bonds.c.other_id)
    followed = query.where(bonds.c.person_id.in_(known), bonds.c.follows, people.c.handle.is_not(None), people.c.banned.is_(None))
    for r in await hub.store.read(followed.order_by(people.c.handle)):
        shown = choices.read(r.public)["here"]
        own = [offer["table"] for offer in offers if shown and any(seat["handle"] == r.handle for seat in offer["seats"])]
        friends[r.person_id].append({"handle": r.handle, "here": is_here(r.here) if shown else None, "tables": own})
    waiting = await challenges.waiting_for(hub, known)
    return {person: {"type": "circle", "people": friends[person], "challenges": waiting[person]} for person in known}
