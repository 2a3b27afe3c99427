"""Deletes what a host does not want to keep for ever: finished tables of guests, studies, analyses, each after so many days."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable
from functools import partial

from sqlalchemy import Connection, delete, exists, select

from sandtable.server import steady
from sandtable.server.hub import Hub
from sandtable.server.schema import analyses, holders, log, results, studies, tables
from sandtable.server.settings import Keep

logger = logging.getLogger("sandtable.tidying")
DAY = 86_400.0
EVERY = 3_600.0
"""Seconds between two looks."""
AT_ONCE = 200
"""Tables deleted in one transaction: players do not wait for long."""
_BUILDS_ON = re.compile(r'"table":"([a-z0-9]{16})"')


async def tidy(hub: Hub, keep: Keep, gone: Callable[[str], Awaitable[None]]) -> int:
    """Deletes what is too old by now; ``gone`` hears of every table. Counts what was deleted."""
    now, count = steady.now(), 0
    if keep.studies is not None:
        old = delete(studies).where(studies.c.changed < now - DAY * keep.studies)
        count += await hub.store.change(lambda connection: connection.execute(old).rowcount)
    if keep.analyses is not None:
        ended = analyses.c.state.in_(("done", "failed", "stopped"))
        done = delete(analyses).where(ended, analyses.c.changed < now - DAY * keep.analyses)
        count += await hub.store.change(lambda connection: connection.execute(done).rowcount)
    while keep.guest_tables is not None:
        deleted = await hub.store.change(partial(_delete_tables, now - DAY * keep.guest_tables))
        for table in deleted:
            await gone(table)
        count += len(deleted)
        if len(deleted) < AT_ONCE:
            break
    if count:
        logger.info("deleted what was too old: %d", count)
    return count


def _delete_tables(before: float, connection: Connection) -> list[str]:
    """Up to ``AT_ONCE`` finished tables of guests that changed before then, with everything that belongs to them."""
    somebody = exists().where(holders.c.table_id == tables.c.id, holders.c.person_id.is_not(None))
    counted = exists().where(results.c.table_id == tables.c.id)
    old = select(tables.c.id).where(tables.c.phase == "finished", tables.c.changed < before, ~somebody, ~counted)
    if connection.execute(old.limit(1)).first() is None:
        return []
    used = _built_on(connection)
    chosen = [r.id for r in connection.execute(old.order_by(tables.c.changed)) if r.id not in used][:AT_ONCE]
    for key in (holders.c.table_id, log.c.table_id, analyses.c.table_id, tables.c.id):
        connection.execute(delete(key.table).where(key.in_(chosen)))
    return chosen


def _built_on(connection: Connection) -> set[str]:
    """The tables that studies begin from."""
    found = connection.execution_options(yield_per=100).execute(select(studies.c.study).where(studies.c.study.contains('"table":"')))
    return {table for row in found for table in _BUILDS_ON.findall(row.study)}
