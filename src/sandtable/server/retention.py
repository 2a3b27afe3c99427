"""What is not kept for good goes, as the host has set: talk, reports, studies, analyses, tables and people of long ago."""

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
from sandtable.server.schema import analyses, devices, holders, log, people, results, studies, tables
from sandtable.server.schema_people import accuracies, dares, reports, talk
from sandtable.server.settings import Keep

logger = logging.getLogger("sandtable.retention")
DAY = 86_400.0
FIRST, PAUSE = 60.0, 3_600.0
"""Seconds until the first sweep, and between two."""
AT_ONCE = 200
"""Tables or people that go in one transaction."""
LIVE = '"live"'
ENDED = ("done", "failed", "stopped")
BUILDS_ON = re.compile(r'"table":"([a-z0-9]{16})"')


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
    ended = analyses.c.state.in_(ENDED)
    for what, days, old, at in (
        ("talk", keep.talk, delete(talk), talk.c.at),
        ("reports", keep.reports, delete(reports), reports.c.at),
        ("studies", keep.studies, delete(studies), studies.c.changed),
        ("analyses", keep.analyses, delete(analyses).where(ended), analyses.c.changed),
    ):
        if days:
            gone[what] = await hub.store.change(partial(_delete, old.where(at < now - days * DAY)))
    await hub.store.change(lambda connection: connection.execute(delete(dares).where(dares.c.at < now - 7 * DAY)))
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
        found.extend(await hub.store.change(partial(_of_guests, now - keep.guest_tables * DAY)))
    return found


def _of_guests(before: float, connection: Connection) -> list[str]:
    """Some finished tables of before then at which nobody with a name sat, and on which no study builds."""
    somebody = exists().where(holders.c.table_id == tables.c.id, holders.c.person_id.is_not(None))
    counted = exists().where(results.c.table_id == tables.c.id)
    old = select(tables.c.id).where(tables.c.phase == "finished", tables.c.changed < before, ~somebody, ~counted)
    if connection.execute(old.limit(1)).first() is None:
        return []
    written = connection.execution_options(yield_per=100).execute(select(studies.c.study).where(studies.c.study.contains('"table":"')))
    used = {table for row in written for table in BUILDS_ON.findall(row.study)}
    return [r.id for r in connection.execute(old.order_by(tables.c.changed)) if r.id not in used][:AT_ONCE]


def remove_tables(ids: list[str], connection: Connection) -> None:
    """Everything about these tables but their results."""
    for part in (log, holders, talk, accuracies, dares, analyses):
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
