"""Open tables and ratings in one process: seats of those who are gone, offers that expire, pairs that feed each other."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
from sqlalchemy import insert, update

from sandtable.server import steady
from sandtable.server.hub import Hub
from sandtable.server.lobby import offers
from sandtable.server.lobby.offers import GONE, OFFERED
from sandtable.server.models.requests import DaysClock, LiveClock, MySeat, NewTable, OpenSeat
from sandtable.server.people import rating
from sandtable.server.people.ladder import RECENT
from sandtable.server.schema import holders, people, results, tables
from sandtable.server.settings import Settings
from sandtable.server.store import Store
from sandtable.server.tables import making

CALM = LiveClock(mode="live", bank=1500.0, increment=10.0)
SLOW = DaysClock(mode="days", turn=86_400.0)


def with_hub(folder: Path, work: Callable[[Hub], Awaitable[None]]) -> None:
    async def run() -> None:
        settings = Settings(f"sqlite:///{folder / 'tables.db'}")
        store = Store(settings.database)
        await store.open()
        try:
            await work(Hub(store, settings))
        finally:
            await store.close()

    asyncio.run(run())


async def offered(hub: Hub, clock: Any) -> str:
    seats = [MySeat(kind="me", name="Ann"), OpenSeat(kind="open")]
    _, made = await making.create(hub, NewTable(game="tuareg", seats=seats, clock=clock, listed=True))
    return str(made["table"])


async def shown(hub: Hub) -> set[str]:
    return {offer["table"] for offer in await offers.offers(hub)}


@pytest.mark.parametrize("clock", [CALM, None])
def test_who_is_gone_for_a_minute_has_left_the_seat(tmp_path: Path, clock: Any) -> None:
    async def work(hub: Hub) -> None:
        table = await offered(hub, clock)
        assert await shown(hub) == {table}
        assert await offers.sweep(hub) == 0, "who has just come is there"
        long_ago = update(holders).values(seen=steady.now() - GONE - 1)
        await hub.store.change(lambda connection: connection.execute(long_ago))
        assert await offers.sweep(hub) == 1
        assert [seat.kind for seat in (await hub.table(table)).seats] == ["open", "open"]
        assert await shown(hub) == set()
        assert await offers.sweep(hub) == 0

    with_hub(tmp_path, work)


def test_who_is_connected_stays(tmp_path: Path) -> None:
    class Watcher:
        seat, seen = 0, 0

        def show(self, _: bytes) -> None: ...

        def dropped(self, _: str) -> None: ...

    async def work(hub: Hub) -> None:
        table = await offered(hub, CALM)
        await hub.watch(table, Watcher(), 0)
        long_ago = update(holders).values(seen=steady.now() - GONE - 1)
        await hub.store.change(lambda connection: connection.execute(long_ago))
        await offers.touch(hub)
        assert await offers.sweep(hub) == 0
        assert await shown(hub) == {table}

    with_hub(tmp_path, work)


def test_tables_over_days_are_offered_for_some_days(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        table = await offered(hub, SLOW)
        await hub.store.change(lambda connection: connection.execute(update(holders).values(seen=steady.now() - 10 * GONE)))
        assert await offers.sweep(hub) == 0
        assert await shown(hub) == {table}
        await hub.store.change(lambda connection: connection.execute(update(tables).values(created=steady.now() - OFFERED - 1)))
        assert await shown(hub) == set()

    with_hub(tmp_path, work)


def test_what_differs_from_the_usual_is_said(tmp_path: Path) -> None:
    assert offers.unusual("tuareg", 2, {"goods": "B"}) == {"goods": "B"}


def test_a_pair_that_feeds_itself_is_reported_and_everything_recomputes(tmp_path: Path) -> None:
    """Counted game by game or all from the beginning: the same bits. ``a`` beats ``b`` again and again, ``b`` and ``c`` win in turn."""

    async def work(hub: Hub) -> None:
        store = hub.store
        everybody = {"a": "fox", "b": "wren", "c": "oryx"}

        def claimed(connection: Any) -> None:
            for person, handle in everybody.items():
                connection.execute(insert(people).values(id=person, handle=handle, likeness=handle, created=1.0))

        await store.change(claimed)
        for number in range(RECENT + 10):
            pair = {3: ("b", "c"), 7: ("c", "b")}.get(number % 8, ("a", "b"))
            await store.change(lambda connection, n=number, p=pair: _played(connection, n, p))
            assert await rating.count(store) == 1
        before = await rating.of_people(store, list(everybody))
        damped = await store.change(rating.feeding)
        assert [(game, handle) for game, handle, _ in damped] == [("tuareg", "fox"), ("tuareg", "wren")]
        again = await store.change(rating.recompute)
        assert (again.games, again.people, again.different) == (RECENT + 10, 3, 0)
        assert await rating.of_people(store, list(everybody)) == before
        leaders = await rating.leaders(store, "tuareg")
        assert leaders[0]["handle"] == "fox"
        assert "oryx" not in {leader["handle"] for leader in leaders}, "too few games"

    with_hub(tmp_path, work)


def _played(connection: Any, number: int, pair: tuple[str, str]) -> None:
    """A rated game that has ended, with its holders."""
    table = f"t{number:015}"
    facts = {"game": "tuareg", "rules": 1, "players": 2, "options": "{}", "seed": "", "casual": False, "spectators": True}
    kept = {"created": float(number), "phase": "finished", "status": "{}", "changed": float(number), "rated": True}
    connection.execute(insert(tables).values(id=table, **facts, **kept))
    for seat, person in enumerate(pair):
        connection.execute(insert(holders).values(token=f"{table} {seat}", table_id=table, seat=seat, person_id=person))
    connection.execute(insert(results).values(table_id=table, game="tuareg", at=float(number), ranks=orjson.dumps([1, 2]).decode()))
