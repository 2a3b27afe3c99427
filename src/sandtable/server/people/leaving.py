"""Leaving: everything of mine in one archive, and being forgotten. Games stay for those who played along, under a name that is nobody's."""

from __future__ import annotations

import asyncio
import io
import secrets
import zipfile

import orjson
from sqlalchemy import Connection, delete, select, update

from sandtable.kernel.game import JSON
from sandtable.server.errors import Denied
from sandtable.server.hub import Hub
from sandtable.server.people import devices as having
from sandtable.server.people.persons import Person
from sandtable.server.schema import challenges, devices, holders, links, log, passkeys, people, tables
from sandtable.server.tables import making
from sandtable.server.tables.table import Table

MOST_RECORDS = 2_000


async def archive(hub: Hub, person: Person) -> bytes:
    """A zip: who I am here, my tables, and the records of my finished games."""
    packed = io.BytesIO()
    listed = await making.of_person(hub, person, MOST_RECORDS)
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as pack:
        pack.writestr("me.json", orjson.dumps(await having.of(hub.store, person), option=orjson.OPT_INDENT_2))
        pack.writestr("tables.json", orjson.dumps(listed, option=orjson.OPT_INDENT_2))
        for item in listed:
            if item["status"]["phase"] != "finished":
                continue
            try:
                table = await hub.table(item["table"])
            except Denied:  # a game, or a version of its rules, that this server does not play any more
                continue
            await asyncio.to_thread(_pack, pack, table)  # many records take long: nobody else waits for them
    return packed.getvalue()


def _pack(pack: zipfile.ZipFile, table: Table) -> None:
    pack.writestr(f"games/{table.setup.game}-{table.id}.txt", f"{table.record()}\n")


async def forget(hub: Hub, person: Person) -> list[str]:
    """Nothing is left that leads to the person; returns the tables whose logs were rewritten."""
    nobody = f"Guest {secrets.randbelow(9000) + 1000}"
    changed = await hub.store.change(lambda connection: _forget(connection, person, nobody))
    for table in changed:
        await hub.drop(table)
    return changed


def _forget(connection: Connection, person: Person, nobody: str) -> list[str]:
    mark = orjson.dumps({"handle": person.handle}).decode()[1:-1]
    rows = connection.execute(
        select(log.c.table_id, log.c.number, log.c.entries).where(log.c.entries.contains(mark, autoescape=True))
    ).all()
    for row in rows:
        entries = orjson.dumps([_renamed(entry, person.handle, nobody) for entry in orjson.loads(row.entries)]).decode()
        connection.execute(update(log).where(log.c.table_id == row.table_id, log.c.number == row.number).values(entries=entries))
    changed = sorted({row.table_id for row in rows})
    for table in changed:
        status = orjson.loads(connection.execute(select(tables.c.status).where(tables.c.id == table)).scalar_one())
        status["seats"] = [_renamed(seat, person.handle, nobody) for seat in status["seats"]]
        connection.execute(update(tables).where(tables.c.id == table).values(status=orjson.dumps(status).decode()))
    for part in (devices, passkeys, links, challenges):
        connection.execute(delete(part).where(part.c.person_id == person.id))
    connection.execute(update(holders).where(holders.c.person_id == person.id).values(person_id=None))
    gone = update(people).where(people.c.id == person.id).values(handle=None, likeness=None, recovery=None)
    connection.execute(gone)
    return changed


def _renamed(facts: JSON, handle: str, nobody: str) -> JSON:
    """An entry, or a seat in it, in which the person is nobody."""
    if isinstance(facts.get("seats"), list):
        facts = {**facts, "seats": [_renamed(seat, handle, nobody) for seat in facts["seats"]]}
    return {**facts, "name": nobody, "handle": None} if facts.get("handle") == handle else facts
