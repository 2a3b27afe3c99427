"""Being forgotten: what somebody played stays, and is nobody's; what this device played as a guest becomes a person's."""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, delete, select, update

from sandtable.server.schema import entrants, events, holders, plays, pushes


def forget(connection: Connection, person: str, nobody: str) -> None:
    """Nothing here leads to the person any more."""
    key = f"gone_{secrets.token_hex(16)}"
    connection.execute(update(plays).where(plays.c.player == person).values(player=key, name=nobody))
    connection.execute(update(entrants).where(entrants.c.player == person).values(player=key, name=nobody))
    connection.execute(update(events).where(events.c.host == person).values(host=key))
    connection.execute(delete(pushes).where(pushes.c.owner == person))


def take_along(connection: Connection, guest: str, person: str, handle: str) -> int:
    """What a guest played is the person's, but for deals the person has played as well; how many."""
    own = select(plays.c.deal_id).where(plays.c.player == person)
    taken = connection.execute(
        update(plays).where(plays.c.player == guest, plays.c.deal_id.not_in(own)).values(player=person, name=handle)
    ).rowcount
    tables = select(plays.c.table_id).where(plays.c.player == person)
    connection.execute(update(holders).where(holders.c.person_id == guest, holders.c.table_id.in_(tables)).values(person_id=person))
    there = select(entrants.c.event_id).where(entrants.c.player == person)
    connection.execute(
        update(entrants).where(entrants.c.player == guest, entrants.c.event_id.not_in(there)).values(player=person, name=handle)
    )
    connection.execute(update(events).where(events.c.host == guest).values(host=person))
    return int(taken)
