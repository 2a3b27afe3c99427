"""What is not kept for good goes: said things, reports, studies, analyses, games and people of long ago, as the host has set."""

from __future__ import annotations

import asyncio
import logging
import re
from functools import partial

from sqlalchemy import Connection, Delete, delete, exists, func, select

from sandtable.server import announcements, steady
from sandtable.server.background import Background
from sandtable.server.hub import Hub
from sandtable.server.metrics import SWEPT
from sandtable.server.people import leaving, persons
from sandtable.server.schema import analyses, devices, holders, log, people, studies, tables
from sandtable.server.schema_people import accuracies, dares, reports, talk
from sandtable.server.settings import Keep

logger = logging.getLogger("sandtable.retention")
DAY = 86_400.0
FIRST, PAUSE = 60.0, 3_600.0
"""Seconds until the first sweep, and between two."""
AT_ONCE = 200
"""Tables or people that go in one transaction."""
LIVE = '"live"'
BUILDS_ON = re.compile(r'"table":"([a-z0-9]{16})"')
"""The table from which a study begins."""


class Retention:
    """Sweeps from time to time; several workers do no harm to each other."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._background = Background()
        self._waited = False

    async def open(self) -> None:
        self._background.repeat(self._round)

    async def close(self) -> None:
        await self._background.stop()

    async def _round(self) -> None:
        await asyncio.sleep(PAUSE if self._waited else FIRST)
        self._waited = True
        await sweep(self.hub)


async def sweep(hub: Hub) -> dict[str, int]:
    """Removes what is older than it is kept; how much of what."""
    keep, now = hub.settings.keep, steady.now()
    gone: dict[str, int] = {}
    for what, days, part, at in (("talk", keep.talk, talk, talk.c.at), ("reports", keep.reports, reports, reports.c.at)):
        if days:
            old = delete(part).where(at < now - days * DAY)
            gone[what] = await hub.store.change(partial(_delete, old))
    await hub.store.change(lambda connection: connection.execute(delete(dares).where(dares.c.at < now - 7 * DAY)))
    ended = analyses.c.state.in_(("done", "failed", "stopped"))
    for what, days, old in (
        ("studies", keep.studies, delete(studies).where(studies.c.changed < now - keep.studies * DAY)),
        ("analyses", keep.analyses, delete(analyses).where(ended, analyses.c.changed < now - keep.analyses * DAY)),
    ):
        if days:
            gone[what] = await hub.store.change(partial(_delete, old))
    while old_tables := await _old_tables(hub, keep, now):
        await hub.store.change(partial(remove_tables, old_tables))
        for table in old_tables:
            await hub.drop(table)
        gone["tables"] = gone.get("tables", 0) + len(old_tables)
    if keep.people:
        gone["people"] = await _forget_old(hub, now - keep.people * DAY)
    for what, count in gone.items():
        SWEPT.labels(what).inc(count)
    if any(gone.values()):
        logger.info("swept", extra=gone)
    return gone


def _delete(old: Delete, connection: Connection) -> int:
    return connection.execute(old).rowcount


async def _old_tables(hub: Hub, keep: Keep, now: float) -> list[str]:
    """Some tables that are not kept any longer."""
    slow = tables.c.clock.is_(None) | tables.c.clock.not_like(f"%{LIVE}%")
    found: list[str] = []
    for phase, days, more in (("waiting", keep.waiting, None), ("playing", keep.abandoned, slow), ("finished", keep.finished, None)):
        query = select(tables.c.id).where(tables.c.phase == phase, tables.c.changed < now - days * DAY)
        if days:
            query = query if more is None else query.where(more)
            found.extend(r.id for r in await hub.store.read(query.limit(AT_ONCE)))
    if keep.guest_tables:
        found.extend(await _of_guests(hub, now - keep.guest_tables * DAY))
    return found


async def _of_guests(hub: Hub, before: float) -> list[str]:
    """Some finished tables at which nobody with a name sat, and from which no study begins."""
    somebody = exists().where(holders.c.table_id == tables.c.id, holders.c.person_id.is_not(None))
    old = select(tables.c.id).where(tables.c.phase == "finished", tables.c.changed < before, ~tables.c.rated, ~somebody)
    found = [r.id for r in await hub.store.read(old.order_by(tables.c.changed))]
    if not found:
        return []
    written = await hub.store.read(select(studies.c.study).where(studies.c.study.contains('"table":"')))
    used = {table for row in written for table in BUILDS_ON.findall(row.study)}
    return [table for table in found if table not in used][:AT_ONCE]


def remove_tables(ids: list[str], connection: Connection) -> None:
    """Everything about these tables but their results."""
    for part in (log, holders, talk, accuracies, dares):
        connection.execute(delete(part).where(part.c.table_id.in_(ids)))
    connection.execute(delete(tables).where(tables.c.id.in_(ids)))
    announcements.order(connection, "drop", ids)


async def _forget_old(hub: Hub, before: float) -> int:
    """People who were not here for so long are forgotten."""
    seen = select(func.max(devices.c.seen)).where(devices.c.person_id == people.c.id).scalar_subquery()
    last = func.coalesce(seen, people.c.created)
    old = await hub.store.read(select(people).where(people.c.handle.is_not(None), last < before, people.c.created < before).limit(AT_ONCE))
    for r in old:
        await leaving.forget(hub, persons.Person(r.id, r.handle, r.created))
    return len(old)
