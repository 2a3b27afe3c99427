"""Open tables and ratings in one process: seats of those who are gone, offers that expire, pairs that feed each other."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import orjson
import pytest
from sqlalchemy import insert, update

from sandtable.kernel import seeds
from sandtable.server import keys, steady
from sandtable.server.errors import Denied
from sandtable.server.hub import Hub
from sandtable.server.lobby import live, offers, pairing
from sandtable.server.lobby.live import Lobby
from sandtable.server.lobby.models import Seek
from sandtable.server.lobby.offers import GONE, OFFERED
from sandtable.server.lobby.room import Room
from sandtable.server.models.requests import DaysClock, LiveClock, MySeat, NewTable, OpenSeat, Sitting
from sandtable.server.people import rating
from sandtable.server.people.ladder import RECENT
from sandtable.server.schema import holders, people, results, tables
from sandtable.server.settings import Settings
from sandtable.server.store import Store
from sandtable.server.tables import drawing, making
from sandtable.server.tables.leaving import leave

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

        def lost(self) -> None: ...

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


def test_who_lets_all_others_wait_for_a_part_of_the_deal_has_left_the_seat(tmp_path: Path) -> None:
    """Connected or not: Ben and Cid sit down, Cid never shows the part."""

    async def work(hub: Hub) -> None:
        parts = [secrets.token_hex(32) for _ in range(3)]
        prints = [seeds.part_commitment(part) for part in parts]
        seats = [MySeat(kind="me", name="Ann", commitment=prints[0]), OpenSeat(kind="open"), OpenSeat(kind="open")]
        _, made = await making.create(hub, NewTable(game="tuareg", seats=seats, clock=CALM, listed=True))
        table = made["table"]
        for seat, name in ((1, "Ben"), (2, "Cid")):
            await offers.sit(hub, table, Sitting(name=name, seat=seat, commitment=prints[seat]), None)
        for seat in (0, 1):
            await hub.act(table, seat, partial(drawing.reveal, seat=seat, part=parts[seat]))
        assert await offers.sweep(hub) == 0, "there is time to show it"
        await hub.store.change(lambda connection: connection.execute(update(tables).values(changed=steady.now() - GONE - 1)))
        assert await offers.sweep(hub) == 1
        assert [seat.name for seat in (await hub.table(table)).seats] == ["Ann", "Ben", None]
        assert await shown(hub) == {table}, "somebody else may come"

    with_hub(tmp_path, work)


def test_nobody_fills_the_lobby(tmp_path: Path) -> None:
    """However many are wished for at once; whoever's tables have begun or are given up has room again."""

    async def work(hub: Hub) -> None:
        room, most = Room(hub), hub.settings.limits.offers

        async def one(client: str) -> str | None:
            try:
                async with room.of(client) as made:
                    made.add(table := await offered(hub, SLOW))
                    return table
            except Denied:
                return None

        made = [table for table in await asyncio.gather(*(one("eve") for _ in range(3 * most))) if table]
        assert len(made) == most
        assert await one("ann") is not None
        await offers.sit(hub, made[0], Sitting(name="Ben"), None)
        await hub.act(made[1], 0, lambda table: leave(table, 0, None))
        assert [await one("eve") is not None for _ in range(3)] == [True, True, False]

    with_hub(tmp_path, work)


def test_who_sits_elsewhere_keeps_nobody_from_being_found(tmp_path: Path) -> None:
    """Eve looks, takes a seat with the same token, and is the longest in the queue: Ann and Ben find each other all the same."""

    async def work(hub: Hub) -> None:
        eve, ann, ben = (keys.new_secret() for _ in range(3))

        async def looks(token: str) -> Any:
            return await pairing.look(hub, Seek(token=token, name="x", game="tuareg", players=2, clock="calm"), None)

        assert (await looks(eve))["found"] is None
        await making.create(hub, NewTable(game="tuareg", seats=[MySeat(kind="me", name="Eve", token=eve), OpenSeat(kind="open")]))
        assert (await looks(ann))["found"] is None
        found = [(await looks(token))["found"] for token in (ben, ann)]
        assert found[0]["table"] == found[1]["table"]

    with_hub(tmp_path, work)


def test_who_comes_and_goes_makes_the_server_talk_to_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How many are here is told from time to time; what changes at the tables at once. All who ask at once are answered by one look."""

    async def work(hub: Hub) -> None:
        lobby, looks, told = Lobby(hub, lambda news: None), 0, asyncio.Queue[bytes]()

        async def look(of: Hub) -> list[Any]:
            nonlocal looks
            looks += 1
            await asyncio.sleep(0)
            return await found(of)

        found = offers.offers
        monkeypatch.setattr(offers, "offers", look)
        monkeypatch.setattr(live, "COUNTED", 10**6)
        monkeypatch.setattr(live, "FRESH", 10**6)

        class Guest:
            def send(self, message: bytes) -> None:
                told.put_nowait(message)

        await asyncio.gather(*(lobby.state() for _ in range(20)))
        assert looks == 1
        await lobby.enter(Guest())
        assert orjson.loads(told.get_nowait())["tables"] == []
        await lobby._show()
        assert told.qsize() == 1
        for _ in range(20):
            lobby.came(Guest())
            await lobby._show()
        assert (told.qsize(), looks, (await lobby.state())["here"]) == (1, 1, 20)
        told.get_nowait()
        table = await offered(hub, CALM)
        lobby.changed()
        await lobby._show()
        shown = orjson.loads(told.get_nowait())
        assert ([offer["table"] for offer in shown["tables"]], shown["here"], looks) == ([table], 20, 2)

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
