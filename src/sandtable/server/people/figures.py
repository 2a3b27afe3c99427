"""How many: people, those who look for others, open tables, rated games, reports; for Prometheus."""

from __future__ import annotations

from sqlalchemy import func, select

from sandtable.server import metrics, steady
from sandtable.server.people.here import LASTS
from sandtable.server.schema import people, results, seeks, tables
from sandtable.server.schema_people import reports
from sandtable.server.store import Store

LOOKING = 12.0


async def figures(store: Store) -> None:
    """Reads them from the database."""
    now = steady.now()
    named = people.c.handle.is_not(None)
    states = {
        "known": named,
        "here": named & (people.c.here > now - LASTS),
        "banned": named & people.c.banned.is_not(None),
    }
    for state, condition in states.items():
        found = await store.read(select(func.count()).select_from(people).where(condition))
        metrics.PEOPLE.labels(state).set(found[0][0])
    counts = (
        (metrics.SEEKING, select(func.count()).select_from(seeks).where(seeks.c.table_id.is_(None), seeks.c.seen > now - LOOKING)),
        (metrics.OFFERS, select(func.count()).select_from(tables).where(tables.c.listed, tables.c.phase == "waiting")),
        (metrics.RESULTS, select(func.count()).select_from(results)),
        (metrics.REPORTS, select(func.count()).select_from(reports).where(reports.c.closed.is_(None))),
    )
    for gauge, query in counts:
        gauge.set((await store.read(query))[0][0])
