"""What a table bears: taking back without end, asking twice at once, other rules; and how long its bots take."""

from __future__ import annotations

import asyncio
import errno
import os
import sys
import time
import tracemalloc
from collections.abc import Callable, Coroutine
from itertools import pairwise
from pathlib import Path
from typing import Any

import orjson
import pytest
from sqlalchemy import text

from sandtable.kernel.game import JSON
from sandtable.server import bots, keys, steady
from sandtable.server.errors import Denied, code_of
from sandtable.server.hub import Hub
from sandtable.server.jobs import Jobs, until_beat
from sandtable.server.lobby import offers
from sandtable.server.models.requests import Joining, NewTable, Sitting
from sandtable.server.settings import Settings
from sandtable.server.store import Store
from sandtable.server.tables import making, undoing, updates, wear
from sandtable.server.tables.facts import usual_coach
from sandtable.server.tables.irrevocable import FREE, reasons
from sandtable.server.tables.leaving import leave, resign
from sandtable.server.tables.messages import encode, kept
from sandtable.server.tables.playing import play
from sandtable.server.tables.status import status as public_facts
from sandtable.server.tables.table import Table
from tests.commands import run
from tests.server.players import ME, OPEN

BEN = {"kind": "me", "name": "Ben"}


def on_a_server(tmp_path: Path, work: Callable[[Hub], Coroutine[Any, Any, None]]) -> str:
    """Runs ``work`` on a new database and returns its address."""
    database = f"sqlite:///{tmp_path / 'tables.db'}"

    async def open_and_work() -> None:
        store = Store(database)
        await store.open()
        try:
            await work(Hub(store, Settings(database)))
        finally:
            await store.close()

    asyncio.run(open_and_work())
    return database


async def made(hub: Hub, *seats: JSON, **more: Any) -> tuple[Table, JSON]:
    _, answer = await making.create(hub, NewTable.model_validate({"game": "tuareg", "seats": list(seats), **more}))
    return await hub.table(answer["table"]), answer


async def with_a_bot_to_decide(hub: Hub) -> tuple[Table, JSON]:
    """Who begins is drawn: the first such table."""
    while True:
        table, answer = await made(hub, {"kind": "bot", "level": "level1"}, ME)
        if table.to_decide == 0:
            return table, answer
        await hub.act(table.id, 1, lambda draft: resign(draft, 1, None))


# ---- taking back --------------------------------------------------------------------------------------------------------------------


def two_at_a_table() -> Table:
    """A game of two persons, without a server around it."""
    setup = making.new_setup(NewTable.model_validate({"game": "five-tribes", "seats": [ME, BEN]}))
    places = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ben"}]
    return making.new_table(setup, places, usual_coach(["person", "person"]))


def play_free(table: Table) -> int:
    """Plays on until a decision can be taken back, and plays that; whose it was."""
    while True:
        state, seat = table.state, table.to_decide
        assert state is not None
        assert seat is not None
        free = [action for action in state.legal.ids.tolist() if reasons(state, [action])[0][1] == FREE]
        play(table, seat, table.number, free[0] if free else int(state.legal.ids[0]))
        if free:
            return seat


def test_playing_and_taking_back_comes_to_an_end() -> None:
    """The log and whatever is made from it stay bounded; the game itself can be played to its end."""
    table = two_at_a_table()
    seat = play_free(table)
    assert table.state is not None
    for _ in range(10_000):
        if undoing.free_undo(table, seat) is None:
            break
        undoing.undo(table, seat, table.number, table.state.number - 1)
        assert play_free(table) == seat
    with pytest.raises(Denied, match="TABLE_WORN"):
        undoing.undo(table, seat, table.number, table.state.number - 1)
    assert wear.MOST <= table.beside <= wear.MOST + 2
    assert len(encode(updates.update(table, seat, 0, public_facts(table, 0.0)))) < 300_000
    undo = updates.position(table, seat)["undo"]  # type: ignore[index]
    assert (undo["free"], undo["ask"], undo["locked"]["code"]) == (None, None, "TABLE_WORN")
    with pytest.raises(Denied, match="TABLE_WORN"):
        leave(table, seat, None)
    while table.phase == "playing":
        assert table.to_decide is not None
        play(table, table.to_decide, table.number, int(table.state.legal.ids[0]))
    assert table.beside <= wear.MOST + 10


# ---- sitting down -------------------------------------------------------------------------------------------------------------------


def test_the_same_token_gets_the_same_seat_however_often_it_asks_at_once(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        table, answer = await made(hub, ME, OPEN)
        wanted = Joining(invite=answer["invite"], name="Ben", token=keys.new_secret())
        seats = [joined["seats"] for joined in await asyncio.gather(*(making.join(hub, wanted) for _ in range(30)))]
        assert seats == [[{"seat": 1, "token": wanted.token}]] * 30
        assert sum(entry.kind == "joined" for entry in (await hub.table(table.id)).log) == 1
        with pytest.raises(Denied, match="TABLE_FULL"):
            await making.join(hub, Joining(invite=answer["invite"], name="Eve"))

    on_a_server(tmp_path, work)


def test_so_it_does_in_the_lobby_and_after_the_game(tmp_path: Path) -> None:
    """A seat at an open table, and one's own seat at the next table of the same players."""

    async def work(hub: Hub) -> None:
        table, _ = await made(hub, ME, OPEN, listed=True)
        wanted = Sitting(name="Ben", token=keys.new_secret())
        sat = await asyncio.gather(*(offers.sit(hub, table.id, wanted, None) for _ in range(30)))
        assert [each["seats"] for each in sat] == [[{"seat": 1, "token": wanted.token}]] * 30
        await hub.act(table.id, 0, lambda draft: resign(draft, 0, None))
        over, token = await hub.table(table.id), keys.new_secret()
        again = await asyncio.gather(*(making.rematch(hub, over, 1, token) for _ in range(30)))
        assert len({each["table"] for each in again}) == 1
        assert {(each["seat"], each["token"]) for each in again} == {(1, token)}
        with pytest.raises(Denied, match="SEAT_TAKEN"):
            await making.rematch(hub, over, 1, keys.new_secret())

    on_a_server(tmp_path, work)


# ---- rules --------------------------------------------------------------------------------------------------------------------------


def test_a_table_of_other_rules_is_not_played_by_these(tmp_path: Path) -> None:
    """It is refused with words, its bots rest, and it is still listed."""
    ids = []

    async def work(hub: Hub) -> None:
        table, answer = await with_a_bot_to_decide(hub)
        ids.append(table.id)
        token = answer["seats"][0]["token"]
        assert [job[0] for job in await hub.store.jobs()] == [table.id]
        await hub.store.change(lambda connection: connection.execute(text("UPDATE tables SET rules = 99")))
        later = Hub(hub.store, hub.settings)
        with pytest.raises(Denied) as refused:
            await later.table(table.id)
        assert refused.value.code == "OTHER_RULES"
        assert "99" in str(refused.value.detail)
        assert await later.store.jobs() == []
        assert [line["table"] for line in await making.mine(later, [token])] == [table.id]
        await hub.store.change(lambda connection: connection.execute(text("UPDATE tables SET game = 'gone'")))
        with pytest.raises(Denied, match="NO_GAME"):
            await later.table(table.id)
        await hub.store.change(lambda connection: connection.execute(text("UPDATE tables SET game = 'tuareg'")))

    database = on_a_server(tmp_path, work)
    exported = run("export", ids[0], str(tmp_path / "game.txt"), "--database", database)
    assert (exported.returncode, "another version of the rules" in exported.stderr) == (2, True)


# ---- bots ---------------------------------------------------------------------------------------------------------------------------


def test_a_bot_answers_on_a_beat_whatever_it_has_to_think(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Decisions that take no time come no sooner than others."""
    beat = bots.beat("level1", 0.2)
    thoughts: list[float] = []

    def choose(level: str, state: Any, seconds: float, *_: Any) -> int:
        thoughts.append(0.0 if len(thoughts) % 2 else beat / 4)
        time.sleep(thoughts[-1])
        return int(state.legal.ids[0])

    monkeypatch.setattr(bots, "choose", choose)

    async def work(hub: Hub) -> None:
        table, _ = await with_a_bot_to_decide(hub)
        jobs = Jobs(hub)
        await jobs.open()
        try:
            async with asyncio.timeout(60):
                while sum(entry.kind == "played" for entry in table.log) < 3 and table.to_decide == 0:
                    await asyncio.sleep(0.02)
                    table = await hub.table(table.id)
        finally:
            await jobs.close()
        times = [entry.at for entry in table.log if entry.kind in ("dealt", "played")]
        assert len(times) >= 2
        assert all(later - before >= beat * 0.99 for before, later in pairwise(times))

    on_a_server(tmp_path, work)


def test_work_in_the_background_ends_even_if_something_comes_at_that_moment(tmp_path: Path) -> None:
    """A server that is told to stop just when a bot has decided, or somebody asks the coach, stops."""

    async def work(hub: Hub) -> None:
        jobs = Jobs(hub)
        await jobs.open()
        await asyncio.sleep(0)  # they wait for something to do
        await asyncio.sleep(0)
        jobs.queue("a" * 16, steady.now() + 3600)
        closing = asyncio.create_task(jobs.close())
        done, _ = await asyncio.wait({closing}, timeout=20)
        assert done, "told to stop, it goes on"

    on_a_server(tmp_path, work)


def test_beats_are_counted_from_the_position() -> None:
    assert until_beat(0.05, 0.2) == pytest.approx(0.15)
    assert until_beat(0.19, 0.2) == pytest.approx(0.01)
    assert until_beat(0.25, 0.2) == pytest.approx(0.15)
    assert until_beat(3.0, 0.0) == 0.0
    assert bots.beat("level5", 0.2) > 1.0 > bots.beat("level4", 0.2) > 0.0 == bots.beat("random", 0.2)


def wrapped(cause: Exception) -> Exception:
    """As a library hands on what another one met with."""
    try:
        raise RuntimeError("it failed") from cause
    except RuntimeError as error:
        return error


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (MemoryError(), "BUSY"),
        (wrapped(MemoryError()), "BUSY"),
        (OSError(errno.ENOMEM, os.strerror(errno.ENOMEM)), "BUSY"),
        (RuntimeError("can't start new thread"), "BUSY"),
        (orjson.JSONDecodeError("Not enough memory to allocate buffer for parsing", "", 0), "BUSY"),
        (wrapped(KeyError("gold")), "BUG"),
    ],
)
def test_who_meets_a_machine_without_memory_may_try_again(error: Exception, code: str) -> None:
    assert code_of(error) == code


def test_what_is_kept_takes_no_more_room_than_its_text() -> None:
    """orjson leaves kilobytes behind every text that it writes."""
    tracemalloc.start()
    try:
        texts = [kept({"table": number}) for number in range(100)]
        room, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert room < 2 * sum(map(sys.getsizeof, texts))
