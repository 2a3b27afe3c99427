"""How well people played, from the reports of their games: kept by seat when a report is done; reports themselves are not kept for good."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select

from sandtable.kernel.game import JSON
from sandtable.server.schema_people import accuracies
from sandtable.server.store import Store


def keep(connection: Connection, table: str, report: JSON) -> None:
    """The latest report counts."""
    for seat in report["seats"]:
        if seat["accuracy"] is not None:
            connection.execute(delete(accuracies).where(accuracies.c.table_id == table, accuracies.c.seat == seat["seat"]))
            connection.execute(insert(accuracies).values(table_id=table, seat=seat["seat"], accuracy=seat["accuracy"]))


async def at(store: Store, tables: Sequence[str]) -> dict[tuple[str, int], int]:
    """By table and seat."""
    found = await store.read(select(accuracies).where(accuracies.c.table_id.in_(tables)))
    return {(r.table_id, r.seat): r.accuracy for r in found}
