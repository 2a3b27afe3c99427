"""Who somebody is: a person, found by the token of a device, by handle, or by id."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select, update

from sandtable.server import keys
from sandtable.server.errors import Denied
from sandtable.server.people.handles import likeness
from sandtable.server.schema import devices, people
from sandtable.server.store import Store

DEVICE = "device_"
"""So the token of a device begins: it opens every seat of its person, that of a seat only the one."""
DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a name of one's own. ``device``: the one that asks."""

    id: str
    handle: str
    created: float
    device: str | None = None
    banned: bool = False


def new_token() -> str:
    return DEVICE + keys.new_secret()


def is_device(token: str) -> bool:
    return token.startswith(DEVICE)


async def of_device(store: Store, token: str) -> Person | None:
    """The person whose device has this token. That it was seen is noted to the day."""
    if not is_device(token) or not keys.TOKEN.fullmatch(token):
        return None
    query = select(people, devices.c.id.label("device"), devices.c.seen).join(devices).where(devices.c.token == keys.hashed(token))
    found = await store.read(query)
    if not found:
        return None
    today = time.time() // DAY * DAY
    if found[0].seen < today:
        seen = update(devices).where(devices.c.id == found[0].device).values(seen=today)
        await store.change(lambda connection: connection.execute(seen))
    return _person(found[0], found[0].device)


async def entered(store: Store, token: str) -> Person:
    """The same; ``Denied`` if the token is of no device that is signed in."""
    found = await of_device(store, token)
    if found is None:
        raise Denied("NOT_ENTERED")
    return found


async def by_id(store: Store, person: str) -> Person | None:
    found = await store.read(select(people).where(people.c.id == person, people.c.handle.is_not(None)))
    return _person(found[0]) if found else None


async def by_handle(store: Store, handle: str) -> Person | None:
    """The person who has this handle, however it is spelt."""
    found = await store.read(select(people).where(people.c.likeness == likeness(handle)))
    return _person(found[0]) if found else None


def _person(r: Any, device: str | None = None) -> Person:
    return Person(r.id, r.handle, r.created, device, r.banned is not None)
