"""Who may look, and who may act: a token is the seat it holds; a device's is the seat of its person; without one, one is a spectator."""

from __future__ import annotations

import hashlib

from sandtable.server import keys
from sandtable.server.deals import sealing
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
    """The seat of the person whose device shows its token, or of the guest of a deal."""
    player = await key_of(hub, token)
    seat = await hub.store.seat_of(player, table) if player else None
    if seat is None:
        raise Denied("BAD_TOKEN")
    return seat


def guest_key(token: str) -> str:
    """How a guest is called who plays deals, from a token of the own."""
    return sealing.GUEST + hashlib.sha256(b"sandtable guest\0" + token.encode()).hexdigest()[:40]


async def key_of(hub: Hub, token: str) -> str | None:
    """The person, or guest, who shows this token; None for a device that is signed out."""
    if persons.is_device(token):
        person = await persons.of_device(hub.store, token)
        return person.id if person else None
    return guest_key(token) if keys.TOKEN.fullmatch(token) else None


async def may_watch(hub: Hub, table: str, token: str | None) -> tuple[Table, int | None]:
    """The table, and the seat of whoever asks (None: a spectator)."""
    found = await hub.table(table)
    seat = await _own_seat(hub, found, token)
    if seat is None and not found.open_to_watch:
        raise Denied("NO_SPECTATORS")
    if seat is None and found.setup.deal is not None:
        await sealing.check(hub.store, found.setup, None if token is None else await key_of(hub, token))
    if seat is not None and token is not None and not persons.is_device(token):
        await hub.invitation(found, seat, token)
    return found, seat


async def _own_seat(hub: Hub, table: Table, token: str | None) -> int | None:
    """The seat of a token. Where others play the same deal one shows one's own token to look at their games."""
    try:
        return await holder(hub, table.id, token)
    except Denied:
        if table.setup.deal is None or token is None or await key_of(hub, token) is None:
            raise
        return None


async def may_act(hub: Hub, table: str, token: str | None) -> tuple[Table, int]:
    """The table, and the seat of whoever asks."""
    found = await hub.table(table)
    seat = await holder(hub, table, token)
    if seat is None:
        raise Denied("BAD_TOKEN")
    return found, seat
