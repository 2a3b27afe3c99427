"""Leaving: everything of mine in one archive, and being forgotten. Games stay for those who played along, under a name that is nobody's."""

from __future__ import annotations

import asyncio
import io
import secrets
import zipfile

import orjson
from sqlalchemy import Connection, delete, select, update

from sandtable.kernel.game import JSON
from sandtable.server import announcements
from sandtable.server.deals import forgetting, sealing
from sandtable.server.errors import Denied
from sandtable.server.hub import Hub
from sandtable.server.people import bonds, choices, profile
from sandtable.server.people import devices as having
from sandtable.server.people.persons import Person
from sandtable.server.schema import challenges, devices, holders, links, log, passkeys, people, seeks, tables
from sandtable.server.schema_people import bonds as bonds_of
from sandtable.server.schema_people import dares, reports, talk
from sandtable.server.tables import making
from sandtable.server.tables.status import stamp
from sandtable.server.tables.table import Table

MOST_RECORDS = 2_000


async def archive(hub: Hub, person: Person) -> bytes:
    """A zip: who I am here, my tables, and the records of my finished games."""
    packed = io.BytesIO()
    listed = await making.of_person(hub, person, MOST_RECORDS)
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as pack:
        pack.writestr("me.json", orjson.dumps(await having.of(hub.store, person), option=orjson.OPT_INDENT_2))
        more = {"public": await choices.of(hub.store, person.id), "people": await bonds.listed(hub.store, person)}
        pack.writestr("people.json", orjson.dumps(more, option=orjson.OPT_INDENT_2))
        page = await profile.of(hub.store, person, person, [])
        pack.writestr("ratings.json", orjson.dumps(page, option=orjson.OPT_INDENT_2))
        said = await hub.store.read(select(talk).where(talk.c.person_id == person.id).order_by(talk.c.id))
        lines = [{"table": r.table_id, "at": stamp(r.at), "kind": r.kind, "said": r.said} for r in said]
        pack.writestr("talk.json", orjson.dumps(lines, option=orjson.OPT_INDENT_2))
        pack.writestr("tables.json", orjson.dumps(listed, option=orjson.OPT_INDENT_2))
        for item in listed:
            if item["status"]["phase"] != "finished":
                continue
            try:
                table = await hub.table(item["table"])
                await sealing.check_open(hub.store, table.setup)
            except Denied:  # a game, or a version of its rules, that this server does not play any more; or a deal others still play
                continue
            await asyncio.to_thread(_pack, pack, table)  # many records take long: nobody else waits for them
    return packed.getvalue()


def _pack(pack: zipfile.ZipFile, table: Table) -> None:
    pack.writestr(f"games/{table.setup.game}-{table.id}.txt", f"{table.record()}\n")


async def forget(hub: Hub, person: Person) -> list[str]:
    """Nothing is left that leads to the person; returns the tables whose logs were rewritten."""
    nobody = new_guest()
    changed = await hub.store.change(lambda connection: forget_in(connection, person, nobody))
    for table in changed:
        await hub.drop(table)
    return changed


def new_guest() -> str:
    return f"Guest {secrets.randbelow(9000) + 1000}"


def rename(connection: Connection, person: Person, name: str, handle: str | None) -> list[str]:
    """The person is called otherwise in all logs (``handle`` None: is nobody any more); the tables that were rewritten."""
    mark = orjson.dumps({"handle": person.handle}).decode()[1:-1]
    rows = connection.execute(
        select(log.c.table_id, log.c.number, log.c.entries).where(log.c.entries.contains(mark, autoescape=True))
    ).all()
    for row in rows:
        entries = orjson.dumps([_renamed(entry, person.handle, name, handle) for entry in orjson.loads(row.entries)]).decode()
        connection.execute(update(log).where(log.c.table_id == row.table_id, log.c.number == row.number).values(entries=entries))
    changed = sorted({row.table_id for row in rows})
    for table in changed:
        status = orjson.loads(connection.execute(select(tables.c.status).where(tables.c.id == table)).scalar_one())
        status["seats"] = [_renamed(seat, person.handle, name, handle) for seat in status["seats"]]
        connection.execute(update(tables).where(tables.c.id == table).values(status=orjson.dumps(status).decode()))
    return changed


def forget_in(connection: Connection, person: Person, nobody: str) -> list[str]:
    """The same within a transaction."""
    changed = rename(connection, person, nobody, None)
    announcements.order(connection, "drop", changed)
    for part in (devices, passkeys, links, challenges, seeks, bonds_of, dares, talk):
        connection.execute(delete(part).where(part.c.person_id == person.id))
    connection.execute(delete(bonds_of).where(bonds_of.c.other_id == person.id))
    connection.execute(delete(dares).where(dares.c.by_id == person.id))
    connection.execute(update(reports).where(reports.c.by_id == person.id).values(by_id=None))
    connection.execute(delete(reports).where(reports.c.about_id == person.id))
    forgetting.forget(connection, person.id, nobody)
    connection.execute(update(holders).where(holders.c.person_id == person.id).values(person_id=None))
    gone = update(people).where(people.c.id == person.id).values(handle=None, likeness=None, recovery=None, public=None, here=None)
    connection.execute(gone)
    return changed


def _renamed(facts: JSON, before: str, name: str, handle: str | None) -> JSON:
    """An entry, or a seat in it, in which the person is called otherwise."""
    if isinstance(facts.get("seats"), list):
        facts = {**facts, "seats": [_renamed(seat, before, name, handle) for seat in facts["seats"]]}
    return {**facts, "name": name, "handle": handle} if facts.get("handle") == before else facts
