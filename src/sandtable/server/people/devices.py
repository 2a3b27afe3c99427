"""The devices and passkeys of a person: listed, and signed out one by one."""

from __future__ import annotations

from sqlalchemy import delete, select

from sandtable.kernel.game import JSON
from sandtable.server.errors import Denied
from sandtable.server.people.persons import Person
from sandtable.server.schema import devices, passkeys, people
from sandtable.server.store import Store
from sandtable.server.tables.status import stamp


async def of(store: Store, person: Person) -> JSON:
    """All that opens this name."""
    own = await store.read(select(devices).where(devices.c.person_id == person.id).order_by(devices.c.created))
    keys = await store.read(select(passkeys).where(passkeys.c.person_id == person.id).order_by(passkeys.c.created))
    recovery = (await store.read(select(people.c.recovery).where(people.c.id == person.id)))[0].recovery
    return {
        "handle": person.handle,
        "created": stamp(person.created),
        "recovery": recovery is not None,
        "devices": [
            {"device": r.id, "name": r.name, "created": stamp(r.created), "seen": stamp(r.seen)[:10], "this": r.id == person.device}
            for r in own
        ],
        "passkeys": [{"passkey": r.id, "name": r.name, "created": stamp(r.created)} for r in keys],
    }


async def sign_out(store: Store, person: Person, device: str) -> None:
    """The device's token opens nothing any more."""
    gone = delete(devices).where(devices.c.id == device, devices.c.person_id == person.id).returning(devices.c.id)
    if not await store.change(lambda connection: connection.execute(gone).all()):
        raise Denied("NO_DEVICE")


async def remove_passkey(store: Store, person: Person, passkey: str) -> None:
    gone = delete(passkeys).where(passkeys.c.id == passkey, passkeys.c.person_id == person.id).returning(passkeys.c.id)
    if not await store.change(lambda connection: connection.execute(gone).all()):
        raise Denied("NO_DEVICE")
