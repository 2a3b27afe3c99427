"""What there is to tell: it waits in the database, so that it does not matter which process was there when it happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import orjson
from sqlalchemy import Connection, delete, insert, select

from sandtable.kernel.game import JSON
from sandtable.server import steady
from sandtable.server.schema import guest_seats, holders, notices, pushes
from sandtable.server.store import Store
from sandtable.server.tables.facts import Row
from sandtable.server.tables.table import Table
from sandtable.server.telling.subscriptions import Push, of_row

if TYPE_CHECKING:
    from sandtable.server.hub import Hub

GATHER = 0.4
"""Seconds in which several things become one message."""
APART = 60.0
"""Seconds between two messages to the same browser, at least."""
MOVED = {"played", "undone", "dealt", "returned"}


Occasion = tuple[str, int, str, JSON]
"""Something to be told: its kind, the seat, the table to open, what else the words need."""


def occasions(table: Table, row: Row) -> list[Occasion]:
    """What somebody who is away would like to know."""
    kinds = {facts["kind"] for facts in row.entries}
    people = [seat for seat, place in enumerate(table.seats) if place.kind == "person" and seat != row.seat]
    about = {"game": table.setup.game, "by": table.seats[row.seat].name if row.seat is not None else None}
    if "finished" in kinds:
        return [("over", seat, table.id, about) for seat in people]
    if "rematch" in kinds and table.rematch is not None:
        return [("challenged", seat, table.rematch, about) for seat in people]
    seat = table.to_decide
    if seat is not None and seat in people and table.seats[seat].away is None and kinds & MOVED:
        return [("turn", seat, table.id, about)]
    return []


def missed(hub: Hub, table: Table, row: Row) -> list[Occasion]:
    """The same for those who are not at the table: whoever is there has seen it."""
    found = occasions(table, row)
    here = hub.presence.here(table.id) if found else set()
    return [one for one in found if one[1] not in here]


async def note(hub: Hub, table: Table, told: Sequence[Occasion]) -> int:
    """Writes down what those are to be told who have missed it; how many messages that makes."""
    wanted = await of_seats(hub.store, table.id, [seat for _, seat, _, _ in told])
    rows = [(push, kind, where, about) for kind, seat, where, about in told for push in wanted.get(seat, []) if kind in push.kinds]
    await keep(hub.store, rows, table.number)
    return len(rows)


async def tell(store: Store, owner: str, kind: str, table: str, about: JSON) -> None:
    """Tells a person something that is not about a seat: that somebody challenges them."""
    found = [of_row(r) for r in await store.read(select(pushes).where(pushes.c.owner == owner))]
    await keep(store, [(push, kind, table, about) for push in found if kind in push.kinds], 0)


async def of_seats(store: Store, table: str, seats: Sequence[int]) -> dict[int, list[Push]]:
    """The browsers of those who sit there: of the person, or of a guest who said that the seat is theirs."""
    sitting = (holders.c.table_id == table) & holders.c.seat.in_(seats)
    known = select(pushes, holders.c.seat.label("at")).join(holders, holders.c.person_id == pushes.c.owner).where(sitting)
    guests = select(pushes, holders.c.seat.label("at")).join(guest_seats, guest_seats.c.owner == pushes.c.owner)
    guests = guests.join(holders, holders.c.token == guest_seats.c.token).where(sitting)
    found: dict[int, dict[str, Push]] = {}
    for r in [*await store.read(known), *await store.read(guests)]:
        facts = dict(r._mapping)
        seat = facts.pop("at")
        push = Push(**{**facts, "kinds": tuple(orjson.loads(facts["kinds"]))})
        found.setdefault(seat, {})[push.id] = push
    return {seat: list(several.values()) for seat, several in found.items()}


async def keep(store: Store, rows: Sequence[tuple[Push, str, str, JSON]], number: int, due: float | None = None) -> None:
    """Each browser's notice of this kind and table; a newer one takes the place of an older."""
    now = steady.now()

    def work(connection: Connection) -> None:
        for push, kind, table, about in rows:
            same = (notices.c.push_id == push.id) & (notices.c.kind == kind) & (notices.c.table_id == table)
            connection.execute(delete(notices).where(same))
            at = push.not_before(max(now + GATHER, push.sent + APART)) if due is None else due
            facts = {"number": number, "about": orjson.dumps(about).decode(), "due": at}
            connection.execute(insert(notices).values(push_id=push.id, kind=kind, table_id=table, **facts))

    if rows:
        await store.change(work)


def take(now: float, connection: Connection) -> list[Any]:
    """Whatever is due, for this process alone: with each browser also what would follow within the same pause."""
    due = select(notices.c.push_id).where(notices.c.due <= now).distinct()
    taken = delete(notices).where(notices.c.push_id.in_(due.scalar_subquery())).returning(notices)
    return list(connection.execute(taken).all())
