"""Who may look, and who may act: a token is the seat it holds; a device's is the seat of its person; without one, one is a spectator."""

from __future__ import annotations

from sandtable.server import keys
from sandtable.server.errors import Denied
from sandtable.server.hub import Hub
from sandtable.server.people import persons
from sandtable.server.tables.table import Table


async def holder(hub: Hub, table: str, token: str | None) -> int | None:
    """The seat of a token at this table; None for a spectator. ``Denied`` for a token that is not of this table."""
    if token is None:
        return None
    holds = (await hub.store.held([keys.hashed(token)])).get(keys.hashed(token)) if keys.TOKEN.fullmatch(token) else None
    if holds is None:
        holds = table, await _seat_of_person(hub, table, token)
    if holds[0] != table:
        raise Denied("BAD_TOKEN")
    return holds[1]


async def _seat_of_person(hub: Hub, table: str, token: str) -> int:
    """The seat of the person whose device shows its token."""
    person = await persons.of_device(hub.store, token)
    seat = await hub.store.seat_of(person.id, table) if person else None
    if seat is None:
        raise Denied("BAD_TOKEN")
    return seat


async def may_watch(hub: Hub, table: str, token: str | None) -> tuple[Table, int | None]:
    """The table, and the seat of whoever asks (None: a spectator)."""
    found = await hub.table(table)
    seat = await holder(hub, table, token)
    if seat is None and not found.open_to_watch:
        raise Denied("NO_SPECTATORS")
    if seat is not None and token is not None and not persons.is_device(token):
        await hub.invitation(found, seat, token)
    return found, seat


async def may_act(hub: Hub, table: str, token: str | None) -> tuple[Table, int]:
    """The table, and the seat of whoever asks."""
    found = await hub.table(table)
    seat = await holder(hub, table, token)
    if seat is None:
        raise Denied("BAD_TOKEN")
    return found, seat
