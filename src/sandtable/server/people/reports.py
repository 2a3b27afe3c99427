"""Reports of people to the host, with what was said; the one who is reported is not told."""

from __future__ import annotations

import orjson
from sqlalchemy import Connection, insert, select

from sandtable.kernel.game import JSON
from sandtable.server import names, steady
from sandtable.server.hub import Hub
from sandtable.server.people.persons import Person
from sandtable.server.schema_people import reports, talk

LONGEST = 500
EVIDENCE = 30
"""The last things that were said, kept with a report."""


async def about_seat(hub: Hub, table: str, seat: int, by: str | None, reason: str, words: str | None) -> None:
    """Somebody at the same table."""
    found = await hub.table(table)
    sitter = await hub.store.sitter(table, seat)
    await _keep(
        hub, {"by_id": by, "about_id": sitter, "name": found.seats[seat].name or "?", "table_id": table, "seat": seat}, reason, words
    )


async def about_person(hub: Hub, person: Person, by: str, reason: str, words: str | None) -> None:
    """Somebody by the own page."""
    await _keep(hub, {"by_id": by, "about_id": person.id, "name": person.handle, "table_id": None, "seat": None}, reason, words)


async def _keep(hub: Hub, facts: JSON, reason: str, words: str | None) -> None:
    note = names.text(words or "")[:LONGEST] or None

    def work(connection: Connection) -> None:
        said = select(talk).order_by(talk.c.id.desc()).limit(EVIDENCE)
        if facts["table_id"] is not None:
            said = said.where(talk.c.table_id == facts["table_id"], talk.c.seat == facts["seat"])
        else:
            said = said.where(talk.c.person_id == facts["about_id"])
        lines = [{"at": r.at, "table": r.table_id, "kind": r.kind, "said": r.said} for r in connection.execute(said)]
        kept = orjson.dumps(lines[::-1]).decode()
        connection.execute(insert(reports).values(**facts, at=steady.now(), reason=reason, words=note, said=kept))

    await hub.store.change(work)
