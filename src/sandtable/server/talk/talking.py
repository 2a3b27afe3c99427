"""Saying something at a table, and everybody who sits there hearing it; on whichever worker they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, func, insert, select

from sandtable.kernel.game import JSON
from sandtable.server import steady
from sandtable.server.background import Background
from sandtable.server.errors import Denied
from sandtable.server.hub import Hub
from sandtable.server.metrics import TALK
from sandtable.server.people import bonds
from sandtable.server.schema import holders, people
from sandtable.server.schema_people import talk
from sandtable.server.tables.messages import encode
from sandtable.server.tables.status import stamp
from sandtable.server.tables.table import Table
from sandtable.server.talk import texts
from sandtable.server.talk.phrases import KNOWN

TOLD = 60
"""Lines that somebody who comes to the table is told."""


class Talk:
    """Of one web worker. ``say`` carries news to the other ones."""

    def __init__(self, hub: Hub, say: Callable[[str], None]) -> None:
        self.hub, self.limits = hub, hub.settings.limits
        self._say = say
        self._background = Background()

    async def close(self) -> None:
        await self._background.stop()

    async def say(self, table: str, seat: int, kind: str, said: str, client: str | None = None) -> JSON:
        """Keeps what is said and tells everybody at the table; ``Denied`` if it may not be said, here or so often.

        ``client``: whoever sends the same again has said it once."""
        found = await self.hub.table(table)
        said = self._checked(found, seat, kind, said)
        new, line = await self.hub.store.change(lambda connection: self._keep(connection, table, seat, kind, said, client))
        if not new:
            return line
        TALK.labels(kind).inc()
        await self._tell(table, [line])
        self._say(f"talk {self.hub.presence.process} {table} {line['id']}")
        return line

    def _checked(self, table: Table, seat: int, kind: str, said: str) -> str:
        allowed = self.hub.settings.talk
        if allowed == "off" or not table.talk["on"]:
            raise Denied("TALK_OFF")
        if kind != "text":
            if said not in KNOWN[kind]:
                raise Denied("NO_PHRASE")
            return said
        if allowed != "all" or not table.talk["text"]:
            raise Denied("TEXT_OFF")
        return texts.checked(said)

    def _keep(self, connection: Connection, table: str, seat: int, kind: str, said: str, client: str | None) -> tuple[bool, JSON]:
        """Counts by what is kept, so that a seat has no more turns on several workers."""
        now = steady.now()
        holder = select(holders.c.person_id, people.c.banned).outerjoin(people, people.c.id == holders.c.person_id)
        sitter = connection.execute(holder.where(holders.c.table_id == table, holders.c.seat == seat)).first()
        if sitter is not None and sitter.banned is not None:
            raise Denied("BANNED")
        again = select(talk).where(talk.c.table_id == table, talk.c.seat == seat, talk.c.client == client)
        before = connection.execute(again).first() if client is not None else None
        if before is not None:
            return False, _line(before)
        count = select(func.count()).select_from(talk).where(talk.c.table_id == table)
        seconds, most = self._rate(kind)
        mine = count.where(talk.c.seat == seat, talk.c.kind == kind, talk.c.at > now - seconds)
        if connection.execute(mine).scalar_one() >= most or connection.execute(count).scalar_one() >= self.limits.talk_lines:
            raise Denied("TALK_RESTS")
        facts = {"seat": seat, "at": now, "kind": kind, "said": said}
        known = {"table_id": table, "person_id": sitter.person_id if sitter else None, "client": client}
        row = insert(talk).values(**known, **facts).returning(talk.c.id)
        return True, {"id": connection.execute(row).scalar_one(), **facts, "at": stamp(now)}

    def _rate(self, kind: str) -> tuple[float, int]:
        """Within so many seconds so many."""
        if kind == "reaction":
            return self.limits.reaction_seconds, 1
        return 60.0, self.limits.phrases_per_minute if kind == "phrase" else self.limits.texts_per_minute

    # ---- hearing ----------------------------------------------------------------------------------------------------------------

    def heard(self, about: str) -> None:
        """Another worker says that something was said."""
        process, table, line = about.split(" ")
        if process != self.hub.presence.process:
            self._background.start(self._read_and_tell(table, int(line)))

    async def _read_and_tell(self, table: str, line: int) -> None:
        rows = await self.hub.store.read(select(talk).where(talk.c.id == line, talk.c.table_id == table))
        await self._tell(table, [_line(r) for r in rows])

    async def _tell(self, table: str, lines: Sequence[JSON]) -> None:
        deaf = await self._deaf(table)

        def message(seat: int) -> bytes | None:
            heard = [line for line in lines if (seat, line["seat"]) not in deaf]
            return encode({"type": "talk", "table": table, "seat": seat, "lines": heard}) if heard else None

        self.hub.tell_seats(table, message)

    async def _deaf(self, table: str) -> set[tuple[int, int]]:
        """Who does not hear whom: of two people one blocks the other."""
        sitting = {
            r.seat: r.person_id for r in await self.hub.store.read(select(holders).where(holders.c.table_id == table)) if r.person_id
        }
        apart = await bonds.apart(self.hub.store, list(sitting.values())) if len(sitting) > 1 else set()
        return {(a, b) for a, p in sitting.items() for b, q in sitting.items() if frozenset((p, q)) in apart}

    async def so_far(self, table: str, seat: int) -> list[JSON]:
        """What was said last, for somebody who comes to the own seat."""
        rows = await self.hub.store.read(select(talk).where(talk.c.table_id == table).order_by(talk.c.id.desc()).limit(TOLD))
        if not rows:
            return []
        deaf = await self._deaf(table)
        return [_line(r) for r in reversed(rows) if (seat, r.seat) not in deaf]


def _line(r: Any) -> JSON:
    return {"id": r.id, "seat": r.seat, "at": stamp(r.at), "kind": r.kind, "said": r.said}
