"""Challenges: a table with a seat that is kept for somebody in particular, who may sit down or decline.

A challenge with a live clock lasts while the challenger is here; one over days for three days. Who may not reach somebody (blocked, or
nobody may) hears the same words in either case.
"""

from __future__ import annotations

from typing import Any

import orjson
from sqlalchemy import Connection, delete, func, insert, select

from sandtable.kernel.game import JSON
from sandtable.server import keys, steady
from sandtable.server.errors import Denied
from sandtable.server.hub import Hub
from sandtable.server.lobby.pairing import CLOCKS
from sandtable.server.models.requests import MySeat, NewTable, OpenSeat, Sitting
from sandtable.server.people import bonds, choices, models, rating
from sandtable.server.people.here import is_here
from sandtable.server.people.ladder import Rating
from sandtable.server.people.persons import Person
from sandtable.server.schema import people, tables
from sandtable.server.schema_people import dares
from sandtable.server.tables import making

LASTS = 3 * 86_400.0


async def challenge(hub: Hub, person: Person, other: Person, wanted: models.Challenge) -> JSON:
    """Makes the table; with a token that has one already: that table again."""
    if person.id == other.id or await bonds.apart(hub.store, [person.id, other.id]):
        raise Denied("NOT_REACHED")
    if not (await choices.of(hub.store, other.id))["challenges"]:
        raise Denied("NOT_REACHED")
    seat = MySeat(kind="me", name=person.handle, token=wanted.token or keys.new_secret(), commitment=wanted.commitment)
    table = NewTable(game=wanted.game, seats=[seat, OpenSeat(kind="open")], clock=CLOCKS[wanted.clock], rated=wanted.rated)
    await _check_room(hub, person, other, seat.token or "")
    new, made = await making.create(hub, table, person)
    if new:
        row = {"table_id": made["table"], "person_id": other.id, "by_id": person.id, "at": steady.now()}
        await hub.store.change(lambda connection: connection.execute(insert(dares).values(**row)))
        hub.on_lobby()
        hub.on_challenge(other.id, made["table"], {"game": wanted.game, "by": person.handle})
    return made


async def _check_room(hub: Hub, person: Person, other: Person, token: str) -> None:
    """Only so many wait for an answer: of one person, and one between two."""
    if keys.hashed(token) in await hub.store.held([keys.hashed(token)]):
        return
    waiting = select(dares.c.person_id).join(tables, tables.c.id == dares.c.table_id)
    open_ones = await hub.store.read(waiting.where(dares.c.by_id == person.id, tables.c.phase == "waiting", dares.c.at > _oldest()))
    if len(open_ones) >= hub.settings.limits.challenges or other.id in {r.person_id for r in open_ones}:
        raise Denied("CHALLENGED_ALREADY")


def _oldest() -> float:
    return steady.now() - LASTS


async def waiting_for(hub: Hub, persons: list[str]) -> dict[str, list[JSON]]:
    """The challenges that wait for an answer of these people."""
    found: dict[str, list[JSON]] = {person: [] for person in persons}
    query = select(dares, tables.c.status, tables.c.clock, people.c.handle, people.c.here)
    query = query.join(tables, tables.c.id == dares.c.table_id).join(people, people.c.id == dares.c.by_id)
    ready = (tables.c.phase == "waiting") & (dares.c.at > _oldest()) & people.c.handle.is_not(None) & people.c.banned.is_(None)
    rows = [r for r in await hub.store.read(query.where(dares.c.person_id.in_(persons), ready).order_by(dares.c.at)) if _lasts(r)]
    known = await rating.of_people(hub.store, [r.by_id for r in rows])
    for r in rows:
        found[r.person_id].append(_told(r, known.get(r.by_id, {})))
    return found


def _lasts(r: Any) -> bool:
    """Does whoever has challenged still wait?"""
    sits = any(seat["handle"] == r.handle for seat in orjson.loads(r.status)["seats"])
    return sits and ('"days"' in (r.clock or "") or is_here(r.here))


def _told(r: Any, ratings: dict[str, Rating]) -> JSON:
    status = orjson.loads(r.status)
    clock = {key: status["clock"][key] for key in ("mode", "bank", "increment", "turn") if key in status["clock"]}
    shown = rating.shown(ratings.get(status["game"], Rating()))
    return {"table": r.table_id, "by": r.handle, "rating": shown, "game": status["game"], "clock": clock, "rated": status["rated"]}


async def accept(hub: Hub, person: Person, table: str, wanted: Sitting) -> JSON:
    """Sits down where one was challenged."""
    await _mine(hub, person, table)
    found = await hub.table(table)
    token = wanted.token or keys.new_secret()
    held = (await hub.store.held([keys.hashed(token)])).get(keys.hashed(token))
    if held is not None and held[0] == table:
        return await making.seated(hub, found, {held[1]: token})
    return await making.sit_down(hub, found, wanted, token, person)


async def decline(hub: Hub, person: Person, table: str) -> None:
    """It waits no longer for an answer; the challenger sees that nobody is asked any more."""
    await _mine(hub, person, table)

    def work(connection: Connection) -> None:
        connection.execute(delete(dares).where(dares.c.table_id == table))

    await hub.store.change(work)
    hub.on_lobby()


async def _mine(hub: Hub, person: Person, table: str) -> None:
    found = await hub.store.read(select(func.count()).select_from(dares).where(dares.c.table_id == table, dares.c.person_id == person.id))
    if not found[0][0]:
        raise Denied("NO_CHALLENGE")
