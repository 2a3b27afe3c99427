"""Claiming a name, and the ways back to it: a link from another device, a recovery code. (Passkeys have a file of their own.)

A device that is signed in holds a token; the server keeps its hash. Codes and links work once.
"""

from __future__ import annotations

import time

from sqlalchemy import Connection, Executable, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from sandtable.kernel.game import JSON
from sandtable.server import keys, names
from sandtable.server.errors import Denied
from sandtable.server.people import handles, persons
from sandtable.server.people.persons import DAY, Person
from sandtable.server.schema import devices, holders, links, people
from sandtable.server.settings import Limits
from sandtable.server.store import Store

LINK_SECONDS = 300.0
LONGEST_DEVICE = 40


def hashed_code(code: str) -> str:
    """Codes that people type, in any spelling."""
    return keys.hashed(f"code {keys.typed(code)}")


async def claim(store: Store, handle: str, device: str) -> JSON:
    """A new person, with this device and a recovery code; ``Denied`` if the handle is somebody's or looks like it."""
    handle = handles.checked(handle)
    person, now, recovery, token = keys.new_table(), time.time(), keys.new_recovery(), persons.new_token()
    values = {"id": person, "handle": handle, "likeness": handles.likeness(handle), "created": now}

    def work(connection: Connection) -> None:
        connection.execute(insert(people).values(**values, recovery=hashed_code("".join(recovery))))
        connection.execute(_device(person, token, device))

    try:
        await store.change(work)
    except IntegrityError:
        raise Denied("HANDLE_TAKEN") from None
    return {"handle": handle, "token": token, "recovery": recovery}


async def enter(store: Store, person: str, device: str, limits: Limits) -> JSON:
    """Signs a device in, for somebody who has shown to be the person. Where there are too many, the one that was seen longest ago goes:
    whoever has lost all devices must not be kept out by them."""
    token = persons.new_token()

    def work(connection: Connection) -> str | None:
        mine = select(devices.c.id).where(devices.c.person_id == person).order_by(devices.c.seen, devices.c.created)
        known = connection.execute(mine).scalars().all()
        for device_id in known[: max(0, len(known) + 1 - limits.devices)]:
            connection.execute(delete(devices).where(devices.c.id == device_id))
        connection.execute(_device(person, token, device))
        return connection.execute(select(people.c.handle).where(people.c.id == person)).scalar_one()

    return {"handle": await store.change(work), "token": token, "recovery": None}


def _device(person: str, token: str, name: str) -> Executable:
    today = time.time() // DAY * DAY
    shown = names.line(name, LONGEST_DEVICE)
    return insert(devices).values(
        id=keys.new_table(), person_id=person, token=keys.hashed(token), name=shown, created=time.time(), seen=today
    )


# ---- a second device --------------------------------------------------------------------------------------------------------------


async def link(store: Store, person: Person) -> JSON:
    """What another device needs to sign in, once and soon: a secret to be scanned, and a short code to be typed. Earlier ones are void."""
    secret, code, now = keys.new_secret(), keys.new_code(), time.time()
    values = {"secret": keys.hashed(secret), "code": hashed_code(code), "person_id": person.id, "expires": now + LINK_SECONDS}

    def work(connection: Connection) -> None:
        connection.execute(delete(links).where(or_(links.c.person_id == person.id, links.c.expires < now)))
        connection.execute(insert(links).values(**values))

    await store.change(work)
    return {"secret": secret, "code": code.upper(), "seconds": LINK_SECONDS}


async def linked(store: Store, code: str) -> str:
    """The person of a secret or a code, which is used up by that."""
    shown = or_(links.c.secret == keys.hashed(code), links.c.code == hashed_code(code))
    using = delete(links).where(shown, links.c.expires > time.time()).returning(links.c.person_id)
    found = await store.change(lambda connection: connection.execute(using).all())
    if not found:
        raise Denied("BAD_LINK")
    return str(found[0].person_id)


# ---- the recovery code ------------------------------------------------------------------------------------------------------------


async def new_recovery(store: Store, person: str) -> list[str]:
    """Another recovery code in the place of the old one."""
    recovery = keys.new_recovery()
    changing = update(people).where(people.c.id == person).values(recovery=hashed_code("".join(recovery)))
    await store.change(lambda connection: connection.execute(changing))
    return recovery


async def recovered(store: Store, code: str) -> str:
    """The person of a recovery code, which is used up by that."""
    using = update(people).where(people.c.recovery == hashed_code(code)).values(recovery=None).returning(people.c.id)
    found = await store.change(lambda connection: connection.execute(using).all())
    if not found:
        raise Denied("BAD_RECOVERY")
    return str(found[0].id)


# ---- what one has -----------------------------------------------------------------------------------------------------------------


async def take_along(store: Store, person: Person, tokens: list[str]) -> int:
    """The seats that a guest holds by these tokens become the person's; one at each table. How many did."""
    hashes = [keys.hashed(token) for token in tokens if keys.TOKEN.fullmatch(token)]

    def work(connection: Connection) -> int:
        free = (
            select(holders).where(holders.c.token.in_(hashes), holders.c.person_id.is_(None)).order_by(holders.c.table_id, holders.c.seat)
        )
        mine = set(connection.execute(select(holders.c.table_id).where(holders.c.person_id == person.id)).scalars())
        taken = 0
        for seat in connection.execute(free).all():
            if seat.table_id not in mine:
                mine.add(seat.table_id)
                connection.execute(update(holders).where(holders.c.token == seat.token).values(person_id=person.id))
                taken += 1
        return taken

    return await store.change(work)
