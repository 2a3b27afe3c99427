"""Open tables: who waits where, sitting down, and letting go of seats whose people are gone.

At a table with a live clock (or none) somebody who waits must be there: whoever was not seen for a minute has left the seat, and so has
whoever lets all others wait for a part of the deal. A table that nobody waits at is not offered. Tables over days are offered for some
days, wherever their people are.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from typing import Any

import orjson
from sqlalchemy import Connection, Select, func, select, update

from sandtable.kernel.game import JSON
from sandtable.kernel.registry import games, load
from sandtable.server import keys, steady
from sandtable.server.errors import Denied
from sandtable.server.hub import Hub
from sandtable.server.models.requests import Sitting
from sandtable.server.people import bonds, rating
from sandtable.server.people.ladder import Rating
from sandtable.server.people.persons import Person
from sandtable.server.schema import holders, tables
from sandtable.server.tables import making
from sandtable.server.tables.leaving import leave
from sandtable.server.tables.table import Table

logger = logging.getLogger("sandtable.lobby")
GONE = 60.0
"""Seconds after which somebody who waits and is not there has left."""
OFFERED = 3 * 86_400.0
MOST = 100


async def offers(hub: Hub) -> list[JSON]:
    """The open tables, newest first, with who waits there and how strong they are."""
    open_ones = _open(await hub.store.read(_waiting().order_by(tables.c.created.desc()).limit(2 * MOST)))
    sitting = await hub.store.read(select(holders).where(holders.c.table_id.in_(list(open_ones))))
    persons = {(r.table_id, r.seat): r.person_id for r in sitting if r.person_id is not None}
    known = await rating.of_people(hub.store, list(set(persons.values())))
    return [
        _offer(status, lambda seat, t=table: known.get(persons.get((t, seat), ""), {})) for table, status in list(open_ones.items())[:MOST]
    ]


async def still_open(hub: Hub, ids: set[str]) -> set[str]:
    """Those of some tables that are offered."""
    return set(_open(await hub.store.read(_waiting().where(tables.c.id.in_(ids)))))


def _waiting() -> Select[Any]:
    """The tables of the lobby that have not begun."""
    recent = tables.c.created > steady.now() - OFFERED
    return select(tables.c.id, tables.c.status).where(tables.c.listed, tables.c.phase == "waiting", recent)


def _open(found: Sequence[Any]) -> dict[str, JSON]:
    """Of these the ones with somebody who waits and a seat to take, with what is public about them."""
    statuses = {r.id: orjson.loads(r.status) for r in found}
    return {table: status for table, status in statuses.items() if _offered(status)}


def _offered(status: JSON) -> bool:
    """Is there somebody who waits, and a seat to take?"""
    kinds = [seat["kind"] for seat in status["seats"]]
    return "open" in kinds and ("person" in kinds or "program" in kinds) and status["game"] in games()


def _offer(status: JSON, ratings: Any) -> JSON:
    game = status["game"]
    return {
        "table": status["table"],
        "game": game,
        "players": status["players"],
        "options": unusual(game, status["players"], status["options"]),
        "clock": _clock(status["clock"]),
        "rated": status["rated"],
        "hints": bool(status["coach"]["hints"] or status["coach"]["analysis"]),
        "prepared": status["prepared"] is not None,
        "created": status["created"],
        "seats": [_seat(seat, ratings(seat["seat"]).get(game)) for seat in status["seats"]],
    }


def _seat(seat: JSON, found: Rating | None) -> JSON:
    shown = {name: seat[name] for name in ("kind", "name", "handle", "names", "level")}
    return {**shown, "rating": rating.shown(found or Rating()) if seat["handle"] else None}


def _clock(clock: JSON | None) -> JSON | None:
    if clock is None:
        return None
    return {key: clock[key] for key in ("mode", "bank", "increment", "turn") if key in clock}


def unusual(game: str, players: int, options: JSON) -> JSON:
    """The options that are not what they usually are."""
    usual = load(game).check_options(players, {})
    return {name: value for name, value in options.items() if usual.get(name) != value}


# ---- sitting down -----------------------------------------------------------------------------------------------------------------


async def sit(hub: Hub, table: str, wanted: Sitting, person: Person | None) -> JSON:
    """Takes a seat at an open table; with a token that has one already: that seat again."""
    found = await hub.table(table)
    token = wanted.token or keys.new_secret()

    async def sit_there() -> JSON:
        if not found.setup.listed:
            raise Denied("NOT_LISTED")
        if person is not None and await hub.store.seat_of(person.id, table) is not None:
            raise Denied("SIT_ONCE")
        await _check_apart(hub, table, person)
        return await making.sit_down(hub, found, wanted, token, person)

    return await making.once(hub, found, token, sit_there)


async def _check_apart(hub: Hub, table: str, person: Person | None) -> None:
    """Whoever blocks or is blocked by somebody there sits elsewhere."""
    if person is None:
        return
    sitting = [r.person_id for r in await hub.store.read(select(holders).where(holders.c.table_id == table)) if r.person_id is not None]
    if any(person.id in pair for pair in await bonds.apart(hub.store, [person.id, *sitting])):
        raise Denied("NOT_REACHED")


# ---- nobody waits for those who are gone ------------------------------------------------------------------------------------------


async def touch(hub: Hub) -> None:
    """Those who wait here are here."""
    here = hub.waiting_here()
    now = steady.now()

    def work(connection: Connection) -> None:
        for table, seats in here.items():
            connection.execute(update(holders).where(holders.c.table_id == table, holders.c.seat.in_(seats)).values(seen=now))

    if here:
        await hub.store.change(work)


async def sweep(hub: Hub) -> int:
    """Frees the seats of those who wait and are gone, or keep the others waiting; how many."""
    long_ago = steady.now() - GONE
    last = func.coalesce(holders.c.seen, tables.c.created)
    live = tables.c.listed & (tables.c.phase == "waiting") & (tables.c.clock.is_(None) | tables.c.clock.contains('"live"'))
    query = select(holders.c.table_id, holders.c.seat).join(tables, tables.c.id == holders.c.table_id)
    gone = {(r.table_id, r.seat) for r in await hub.store.read(query.where(live, last < long_ago))}
    drawing = select(tables.c.id, tables.c.status).where(live, tables.c.changed < long_ago, tables.c.status.contains('"draw":{'))
    for r in await hub.store.read(drawing):
        gone |= {(r.id, seat) for seat in _awaited(orjson.loads(r.status))}
    for table, seat in sorted(gone):
        try:
            await hub.act(table, None, partial(_free, seat=seat))
        except Denied as denied:
            logger.info("a seat was not freed: %s", denied.code)
    return len(gone)


def _awaited(status: JSON) -> list[int]:
    """The seats without whose fingerprint or part a full table cannot begin."""
    full = all(seat["kind"] != "open" for seat in status["seats"])
    return list(status["draw"]["waiting"]) if full and status["draw"] else []


def _free(table: Table, seat: int) -> None:
    if table.phase == "waiting" and table.seats[seat].held:
        leave(table, seat, None)
