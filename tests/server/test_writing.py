"""What is written, and what cannot be: poisoned texts, full disks, damaged files, clocks that are set back."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import asyncpg
import httpx
import pytest

from sandtable.server import steady
from sandtable.server.errors import Denied
from sandtable.server.hub import Hub
from sandtable.server.models.requests import NewTable
from sandtable.server.settings import Settings
from sandtable.server.store import Store, is_about_data
from sandtable.server.store_rows import connect
from sandtable.server.tables import making
from sandtable.server.tables.clocks import Clock, Timing
from sandtable.server.tables.facts import Row
from sandtable.server.tables.playing import play
from tests.commands import run
from tests.server.players import ME, OPEN, bearer, create, http, live, tokens
from tests.server.processes import Server

BEN = {"kind": "me", "name": "Ben"}
BAD = ("a\0b", "\ud800")


# ---- poisoned texts ---------------------------------------------------------------------------------------------------------------


def test_texts_that_cannot_be_stored_are_refused_everywhere(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client, live(server.base) as socket:
            made = await create(client, ME, BEN)
            table, held = made["table"], tokens(made)
            update = await socket.watch(table, held[0])
            act = {"number": update["number"], "decision": 0}
            position = (await client.get("/api/games/tuareg/setup?players=2&position=true")).json()["position"]
            study = {"title": "A", "game": "tuareg", "start": {"position": position}}
            for bad in BAD:
                asked = [
                    (f"/api/tables/{table}/play", {"id": bad, **act}),
                    (f"/api/tables/{table}/leave", {"id": "1", "level": bad}),
                    ("/api/tables", {"game": "tuareg", "seats": [{"kind": "me", "name": bad}, OPEN]}),
                    ("/api/tables", {"game": "tuareg", "seats": [ME, OPEN], "options": {bad: 1}}),
                    ("/api/tables", {"game": bad, "seats": [ME, OPEN]}),
                    ("/api/join", {"invite": bad, "name": "Eve"}),
                    ("/api/mine", {"tokens": [bad]}),
                    ("/api/studies", {**study, "title": bad}),
                    ("/api/studies", {**study, "tree": [{"moves": [], "note": bad}]}),
                    ("/api/studies", {**study, "start": {"position": {**position, bad: [bad]}}}),
                    ("/api/board", {"record": bad}),
                    ("/api/analysis", {"kind": "report", "record": bad}),
                ]
                for path, body in asked:
                    token = bearer(held[0]) if path.startswith("/api/tables/") else {}  # elsewhere it would have to say who one is
                    answer = await client.post(path, content=escaped(body), headers=token | JSON_BODY)
                    assert (answer.status_code, answer.json()["code"]) == (400, "BAD_REQUEST"), (path, body)
            refused = await socket.ask(type="ping", id="a\0b")
            assert refused["code"] == "BAD_REQUEST"
            verify = await client.post("/api/verify", content=b"a\0b", headers={"Content-Type": "text/plain"})
            assert (verify.status_code, verify.json()["code"]) == (400, "BAD_REQUEST")

    asyncio.run(work())


JSON_BODY = {"Content-Type": "application/json"}


def escaped(body: object) -> bytes:
    import json

    return json.dumps(body).encode()


@pytest.mark.parametrize("bad", ["\0", "\ud800"])
def test_a_bad_row_hurts_its_author_only(new_database: Callable[[], str], bad: str) -> None:
    """Rows of forty tables that are written together; PostgreSQL does not take one of them."""
    settings = Settings(new_database())

    async def work() -> None:
        store = Store(settings.database)
        hub = Hub(store, settings)
        await store.open()
        try:
            made = [(await making.create(hub, NewTable.model_validate({"game": "tuareg", "seats": [ME, BEN]})))[1] for _ in range(40)]
            found = [await hub.table(each["table"]) for each in made]

            async def write(number: int) -> bool | str:
                table = found[number]
                row = Row(table.number + 1, steady.now(), 0, f"c{bad}" if number == 17 else "c", "r", [{"kind": "hinted", "seat": 0}])
                try:
                    return await store.append(table.id, row, hub.mirror(table))
                except Denied as denied:
                    return denied.code

            written = await asyncio.wait_for(asyncio.gather(*(write(number) for number in range(40))), 120)
            assert written == [True] * 17 + ["BUSY"] + [True] * 22
        finally:
            await store.close()

    asyncio.run(work())


def test_a_number_that_is_taken_hurts_its_author_only(new_database: Callable[[], str]) -> None:
    """Rows of ten tables that are written together; somebody else was faster at one of them."""
    settings = Settings(new_database())

    async def work() -> None:
        store = Store(settings.database)
        hub = Hub(store, settings)
        await store.open()
        try:
            made = [(await making.create(hub, NewTable.model_validate({"game": "tuareg", "seats": [ME, BEN]})))[1] for _ in range(10)]
            found = [await hub.table(each["table"]) for each in made]

            def write(number: int, client: str) -> Awaitable[bool]:
                table = found[number]
                row = Row(table.number + 1, steady.now(), 0, client, "r", [{"kind": "hinted", "seat": 0}])
                return store.append(table.id, row, hub.mirror(table))

            assert await write(3, "first")
            assert await asyncio.gather(*(write(number, "second") for number in range(10))) == [number != 3 for number in range(10)]
            for number, table in enumerate(found):
                assert [row.client for row in await store.rows(table.id, table.number)] == ["first" if number == 3 else "second"]
        finally:
            await store.close()

    asyncio.run(work())


# ---- health -----------------------------------------------------------------------------------------------------------------------


def health(server: Server, wanted: int) -> str:
    """Waits until the health is as wanted; what was said."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        answer = httpx.get(f"{server.base}/health", timeout=60)
        if answer.status_code == wanted:
            return answer.text
        time.sleep(0.2)
    raise AssertionError(f"health is {answer.status_code} {answer.text}")


def test_health_tells_of_a_disk_that_takes_nothing(database: str) -> None:
    with Server(database) as server:
        assert server.process is not None
        before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, before[1]))
        assert "written" in health(server, 503)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)
        health(server, 200)


def spoil(file: Path) -> None:
    """Writes over most of a database, as a failing disk does."""
    with file.open("r+b") as bytes_of:
        bytes_of.seek(4096)
        bytes_of.write(b"\xa5" * (file.stat().st_size - 4096))


def test_a_damaged_database_is_not_served(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with Server(f"sqlite:///{file}") as server:
        assert httpx.post(f"{server.base}/api/tables", json={"game": "tuareg", "seats": [ME, OPEN]}).status_code == 201
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        spoil(file)
        until = time.monotonic() + 30
        while "damaged" not in health(server, 503) and time.monotonic() < until:
            time.sleep(0.2)
        assert "damaged" in health(server, 503)
    refused = run("serve", "--port=0", "--database", f"sqlite:///{file}")
    assert refused.returncode == 2
    assert "damaged" in refused.stderr
    assert "backup" in refused.stderr
    ill = run("doctor", "--database", f"sqlite:///{file}")
    assert ill.returncode == 1
    assert "warning  database" in ill.stdout


def test_the_doctor(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'new.db'}"
    well = run("doctor", "--database", database)
    assert "ok       exposure" in well.stdout
    assert "ok       database" in well.stdout
    assert not (tmp_path / "new.db").exists()
    exposed = run("doctor", "--host=0.0.0.0", "--database", database)
    assert exposed.returncode == 1
    assert "warning  exposure" in exposed.stdout


# ---- clocks -----------------------------------------------------------------------------------------------------------------------


def test_a_clock_set_back_gives_nobody_time(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's clock goes back by an hour between two decisions of a game with clocks."""

    async def work() -> None:
        settings = Settings(database)
        store = Store(database)
        hub = Hub(store, settings)
        await store.open()
        try:
            wanted = {"game": "tuareg", "seats": [ME, BEN], "clock": {"mode": "live", "bank": 600.0, "increment": 0.0}}
            table = await hub.table((await making.create(hub, NewTable.model_validate(wanted)))[1]["table"])
            real = time.time
            monkeypatch.setattr(time, "time", lambda: real() - 3600.0)
            for number in range(12):
                assert table.state is not None
                seat, chosen = table.to_decide, int(table.state.legal.ids[0])
                assert seat is not None
                seen = table.number
                _, table = await hub.act(table.id, seat, lambda t, s=seat, n=seen, c=chosen: play(t, s, n, c), str(number), "r")  # type: ignore[misc]
                deadline = table.timing.deadline(table.setup.clock, table.to_decide or 0)
                assert max(table.timing.left) <= 600.0
                assert deadline is not None
                assert deadline <= real() + 601.0
                assert table.log[-1].at >= table.log[0].at
        finally:
            await store.close()

    asyncio.run(work())


def test_time_that_runs_back_is_no_time() -> None:
    clock = Clock("live", bank=100.0)
    timing = Timing.begin(clock, 2, 1000.0)
    assert timing.after(clock, 0, 1, 400.0, True, True).left == (100.0, 100.0)
    assert timing.after(clock, 0, 1, 1030.0, True, True).left == (70.0, 100.0)


def test_a_start_with_a_clock_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    before = steady.now()
    monkeypatch.setattr(steady, "_began", steady._began - 3600.0)
    assert steady.now() < before
    steady.not_before(before)
    assert before <= steady.now() < before + 60
    steady.not_before(before + 10 * 86_400)
    assert steady.now() < before + 60, "a time far ahead was written by a clock that was wrong"


def test_who_waited_for_each_other_try_again_in_parts() -> None:
    """Nothing of such a statement is written: fewer rows at a time get through."""
    assert is_about_data(asyncpg.DeadlockDetectedError("deadlock detected"))
    assert not is_about_data(asyncpg.ConnectionDoesNotExistError("away"))


@pytest.mark.parametrize(
    ("address", "named"),
    [
        ("ann:secret@there/games", {"host": "there", "user": "ann", "password": "secret", "database": "games"}),
        ("ann@/games?host=/run/pg&port=5433", {"host": "/run/pg", "port": 5433, "user": "ann", "database": "games"}),
        ("ann@/games?host=one:5433&host=two:5434", {"host": ["one", "two"], "port": [5433, 5434], "user": "ann", "database": "games"}),
        ("ann@there/games?ssl=verify-full", {"host": "there", "user": "ann", "database": "games", "ssl": "verify-full"}),
    ],
)
def test_rows_go_to_the_database_that_is_read(address: str, named: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    """All of an address counts: several hosts, ports, certificates."""
    asked: dict[str, object] = {}

    async def connected(**given: object) -> None:
        asked.update(given)

    monkeypatch.setattr(asyncpg, "connect", connected)
    asyncio.run(connect(f"postgresql+asyncpg://{address}"))
    assert {name: value for name, value in asked.items() if "timeout" not in name} == named
