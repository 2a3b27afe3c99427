"""What a host does about people, on the database of a server that runs or not: its workers hear of it within seconds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson
from sqlalchemy import Connection, delete, func, or_, select, update

from sandtable.kernel.game import JSON
from sandtable.server import announcements, steady
from sandtable.server.errors import Denied
from sandtable.server.people import handles, leaving
from sandtable.server.people.persons import Person
from sandtable.server.schema import devices, holders, people, ratings, seeks, tables
from sandtable.server.schema_people import dares, reports

MOST = 1_000


def found(connection: Connection, handle: str) -> Person:
    """The person of a handle, however it is spelt, or of an id; ``Denied`` if there is none."""
    alike = or_(people.c.likeness == handles.likeness(handle), people.c.id == handle)
    row = connection.execute(select(people).where(alike, people.c.handle.is_not(None))).first()
    if row is None:
        raise Denied("NO_PERSON")
    return Person(row.id, row.handle, row.created, None, row.banned is not None)


def listed(connection: Connection, search: str = "", banned: bool = False) -> Sequence[Any]:
    """People with what a host wants to know: since when, last seen, rated games, reports; those who were reported most first."""
    seen = select(func.max(devices.c.seen)).where(devices.c.person_id == people.c.id).scalar_subquery()
    games = select(func.coalesce(func.sum(ratings.c.games), 0)).where(ratings.c.person_id == people.c.id).scalar_subquery()
    open_reports = select(func.count()).where(reports.c.about_id == people.c.id, reports.c.closed.is_(None)).scalar_subquery()
    query = select(people, seen.label("seen"), games.label("games"), open_reports.label("reports")).where(people.c.handle.is_not(None))
    if search:
        query = query.where(people.c.likeness.contains(handles.likeness(search), autoescape=True))
    if banned:
        query = query.where(people.c.banned.is_not(None))
    return connection.execute(query.order_by(open_reports.desc(), people.c.handle).limit(MOST)).all()


def rename(connection: Connection, handle: str, wanted: str) -> Person:
    """Somebody is called otherwise from now on, in old games as well."""
    person, name = found(connection, handle), handles.checked(wanted)
    taken = connection.execute(select(people.c.id).where(people.c.likeness == handles.likeness(name), people.c.id != person.id)).first()
    if taken is not None:
        raise Denied("HANDLE_TAKEN")
    connection.execute(update(people).where(people.c.id == person.id).values(handle=name, likeness=handles.likeness(name)))
    announcements.order(connection, "drop", leaving.rename(connection, person, name, name))
    return Person(person.id, name, person.created)


def ban(connection: Connection, handle: str) -> Person:
    """No new games, no lobby, no talk under this name; the own data can still be fetched, and games that run be finished."""
    person = found(connection, handle)
    connection.execute(update(people).where(people.c.id == person.id).values(banned=steady.now()))
    connection.execute(delete(seeks).where(seeks.c.person_id == person.id))
    connection.execute(delete(dares).where(or_(dares.c.person_id == person.id, dares.c.by_id == person.id)))
    waiting = select(tables.c.id).join(holders, holders.c.table_id == tables.c.id)
    offered = waiting.where(holders.c.person_id == person.id, tables.c.phase == "waiting", tables.c.listed)
    hidden = update(tables).where(tables.c.id.in_(offered.scalar_subquery())).values(listed=False)
    ids = list(connection.execute(offered).scalars())
    connection.execute(hidden)
    announcements.order(connection, "drop", ids)
    return person


def unban(connection: Connection, handle: str) -> Person:
    person = found(connection, handle)
    connection.execute(update(people).where(people.c.id == person.id).values(banned=None))
    return person


def forget(connection: Connection, handle: str) -> Person:
    """As if the person had asked for it: games stay, under a name that is nobody's."""
    person = found(connection, handle)
    leaving.forget_in(connection, person, leaving.new_guest())
    return person


def open_reports(connection: Connection, closed: bool = False) -> list[JSON]:
    """Reports, oldest first, with what was said."""
    by = people.alias("reporter")
    query = select(reports, by.c.handle.label("by")).outerjoin(by, by.c.id == reports.c.by_id)
    query = query if closed else query.where(reports.c.closed.is_(None))
    rows = connection.execute(query.order_by(reports.c.id).limit(MOST)).mappings()
    return [{**row, "said": orjson.loads(row["said"])} for row in rows]


def close_report(connection: Connection, number: int) -> bool:
    closing = update(reports).where(reports.c.id == number, reports.c.closed.is_(None)).values(closed=steady.now())
    return bool(connection.execute(closing).rowcount)
