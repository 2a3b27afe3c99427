"""For hosts: health, figures, headers, graceful stops, backups, exports, migrations."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, insert, inspect

from sandtable.kernel.record import Record
from sandtable.kernel.words import LANGUAGES
from sandtable.server import backup, migrations, web
from sandtable.server.models.answers import Bye
from sandtable.server.schema import metadata
from sandtable.server.settings import Limits
from sandtable.server.store import Store, address
from tests.commands import run
from tests.server.players import BOT, JSON, ME, OPEN, PATIENCE, Stubborn, bearer, create, http, live, tokens
from tests.server.processes import Server, free_port
from tests.server.test_models import conforms
from tests.server.test_people import claim

BEN = {"kind": "me", "name": "Ben"}


def test_pages_and_headers(sqlite_server: Server) -> None:
    for path in ("/", "/join/abc", "/table/xyz", "/api/games", "/health", "/metrics"):
        answer = httpx.get(sqlite_server.base + path)
        assert answer.status_code == 200, path
        for header in ("content-security-policy", "x-content-type-options", "referrer-policy", "x-frame-options"):
            assert answer.headers[header], (path, header)
    page = httpx.get(f"{sqlite_server.base}/")
    assert page.headers["cache-control"] == "no-cache"
    assert "text/html" in page.headers["content-type"]
    missing = httpx.get(f"{sqlite_server.base}/assets/none-12345678.js")
    assert (missing.status_code, missing.json()["code"]) == (404, "NOT_FOUND")
    assert httpx.get(f"{sqlite_server.base}/api/none").json()["code"] == "NOT_FOUND"
    assert httpx.delete(f"{sqlite_server.base}/api/games").status_code == 405
    paths = (f"embed/{'a' * 16}", "embed/a/b", "embed/", "embed", f"replay/{'a' * 16}", "")
    framed = [path for path in paths if web.FRAMED.fullmatch(path)]
    assert framed == [paths[0]], "for an address that the app does not know it shows its first page: not in a frame"


def test_games_words_and_bots(sqlite_server: Server) -> None:
    games = httpx.get(f"{sqlite_server.base}/api/games").json()
    tuareg = next(game for game in games if game["game"] == "tuareg")
    assert tuareg["players"] == [2, 3, 4, 5]
    goods = next(option for option in tuareg["options"] if option["name"] == "goods")
    assert goods["words"]["de"]["label"]
    assert goods["default"] in goods["values"]
    words = httpx.get(f"{sqlite_server.base}/api/games/tuareg/words/de")
    assert "refusals" in words.json()
    again = httpx.get(f"{sqlite_server.base}/api/games/tuareg/words/de", headers={"If-None-Match": words.headers["etag"]})
    assert again.status_code == 304
    levels = httpx.get(f"{sqlite_server.base}/api/bots").json()
    assert levels[0]["level"] == "random"
    assert set(levels[0]["words"]) == set(LANGUAGES)


def test_figures_of_all_workers(server: Server) -> None:
    async def work() -> str:
        async with http(server.base) as client:
            made = await create(client, ME, BOT)
            async with live(server.base) as socket:
                await socket.watch(made["table"], tokens(made)[0])
                return (await client.get("/metrics")).text

    text = asyncio.run(work())
    assert 'sandtable_entries_total{kind="dealt"}' in text
    assert "sandtable_sockets" in text
    assert "sandtable_request_seconds_bucket" in text


def test_a_bot_worker_serves_its_own_figures(new_database: Callable[[], str]) -> None:
    port = free_port()
    with Server(new_database(), "--bot-workers=0") as server, httpx.Client(timeout=60) as client:
        worker = server.command("bot-worker", f"--metrics-port={port}")
        try:
            made = client.post(f"{server.base}/api/tables", json={"game": "tuareg", "seats": [ME, BOT, BOT]}).json()
            path, headers = f"{server.base}/api/tables/{made['table']}", bearer(tokens(made)[0])
            update = client.get(path, headers=headers).json()
            while not any(entry.get("bot") for entry in update["entries"]):
                if update["status"]["to_decide"] == 0:
                    act = {"id": f"{update['number']}", "number": update["number"], "decision": update["position"]["legal"][0]["id"]}
                    client.post(f"{path}/play", json=act, headers=headers)
                update = client.get(f"{path}?seen={update['number']}&wait=25", headers=headers).json()
            text, until = "", time.monotonic() + PATIENCE
            while 'sandtable_entries_total{kind="played"}' not in text:  # the row may be heard of before its author has counted it
                assert time.monotonic() < until, text
                text = client.get(f"http://127.0.0.1:{port}/metrics").text
            assert "sandtable_analyses " in text
            taken = run("bot-worker", f"--metrics-port={port}", "--database", server.database)
            assert (taken.returncode, "cannot serve figures" in taken.stderr) == (2, True)
        finally:
            worker.terminate()
            assert worker.wait(30) == 0


def test_stopping_and_going_on(tmp_path: Path) -> None:
    """A deployment: clients are told, waiting requests answered, the process ends with 0; then everything goes on."""
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    server = Server(database).start()

    async def before() -> tuple[str, dict[int, str], int]:
        async with http(server.base) as client, live(server.base) as socket:
            made = await create(client, ME, BEN)
            update = await socket.watch(made["table"], tokens(made)[0])
            ben = bearer(tokens(made)[1])
            waiting = asyncio.create_task(client.get(f"/api/tables/{made['table']}?seen={update['number']}&wait=25", headers=ben))
            await socket.until(lambda m: m["type"] == "here" and 1 in m["seats"])
            stopping = asyncio.create_task(asyncio.to_thread(server.stop))
            assert conforms(Bye, await socket.kind("bye"))["reason"] == "stopping"
            assert (await waiting).status_code == 200
            assert await stopping == 0
            return made["table"], tokens(made), update["number"]

    async def after(table: str, held: dict[int, str], number: int) -> None:
        async with live(server.base) as socket:
            update = await socket.watch(table, held[0], seen=number)
            assert (update["entries"], update["number"]) == ([], number)
        player = Stubborn([server.base], table, held, 1)
        await player.run()
        assert player.result is not None

    table, held, number = asyncio.run(before())
    server.start()
    asyncio.run(after(table, held, number))
    exported = tmp_path / "game.txt"
    done = run("export", table, str(exported), "--database", database)
    assert done.returncode == 0, done.stderr
    assert Record.load(exported).final().over
    assert server.stop() == 0
    again = run("export", table, str(exported), "--database", database)
    assert again.returncode == 2
    assert "exists already" in again.stderr


def test_backup_of_a_running_server(server: Server, tmp_path: Path) -> None:
    """The copy is consistent while games go on, and can be served itself: tokens still hold their seats."""
    copy = tmp_path / "copy.db"

    async def during() -> tuple[list[tuple[str, dict[int, str]]], JSON]:
        async with http(server.base) as client:
            ann = await claim(client)
            resting, made = await create(client, ME, BEN), await create(client, ME, BEN)
            player = Stubborn([server.base], made["table"], tokens(made), 2)
            playing = asyncio.create_task(player.run())
            await asyncio.sleep(0.2)
            done = await asyncio.to_thread(run, "backup", str(copy), "--database", server.database)
            assert done.returncode == 0, done.stderr
            playing.cancel()
            return [(table["table"], tokens(table)) for table in (resting, made)], ann

    async def from_copy(base: str, tables: list[tuple[str, dict[int, str]]], ann: JSON) -> None:
        async with http(base) as client:
            assert (await client.get("/api/people/me", headers=bearer(ann["token"]))).json()["handle"] == ann["handle"]
            phases = []
            for table, held in tables:
                update = (await client.get(f"/api/tables/{table}", headers=bearer(held[0]))).json()
                phases.append(update["status"]["phase"])
                assert update["position"]["decisions"] == sum(entry["kind"] == "played" for entry in update["entries"])
            assert phases[0] == "playing"
            assert phases[1] in ("playing", "finished")

    tables, ann = asyncio.run(during())
    with Server(f"sqlite:///{copy}") as second:
        asyncio.run(from_copy(second.base, tables, ann))


def test_a_backup_has_all_that_is_kept(tmp_path: Path) -> None:
    """One row of everything there is, names and ratings as well; only what is of the moment is left out."""
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    kept = [table for table in metadata.sorted_tables if table not in backup.OF_THE_MOMENT]
    assert {"people", "devices", "passkeys", "results", "ratings", "rating_steps"} <= {table.name for table in kept}

    async def fill() -> None:
        store = Store(database)
        await store.open()
        rows = {table: {column.name: VALUES[column.type.python_type] for column in table.columns} for table in metadata.sorted_tables}
        await store.change(lambda connection: [connection.execute(insert(table).values(row)) for table, row in rows.items()])
        await store.close()

    asyncio.run(fill())
    assert backup.copy(database, tmp_path / "copy.db") == (1, 1)
    with closing(sqlite3.connect(tmp_path / "copy.db")) as made, closing(sqlite3.connect(tmp_path / "tables.db")) as original:
        for table in kept:
            assert (
                made.execute(f"SELECT * FROM {table.name}").fetchall() == original.execute(f"SELECT * FROM {table.name}").fetchall() != []
            )


VALUES = {str: "1", int: 1, float: 1.0, bool: True}


def test_a_backup_is_one_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written while the copy is being made is in it as a whole or not at all."""
    database = f"sqlite:///{tmp_path / 'tables.db'}"

    async def two_tables(base: str) -> None:
        async with http(base) as client:
            await create(client, ME, BEN)
            await create(client, ME, BEN)

    with Server(database) as server:
        asyncio.run(two_tables(server.base))
    inserted = 0

    def one_more(table: Any) -> Any:
        """The first time something is copied, a further table with its log comes into being."""
        nonlocal inserted
        inserted += 1
        if inserted == 1:
            with closing(sqlite3.connect(tmp_path / "tables.db")) as other, other:
                for name, key in (("tables", "id"), ("log", "table_id")):
                    columns = [row[1] for row in other.execute(f"PRAGMA table_info({name})")]
                    chosen = ", ".join(
                        "'zzzzzzzzzzzzzzzz'" if column == key else "NULL" if column == "invite" else column for column in columns
                    )
                    first = other.execute("SELECT id FROM tables ORDER BY id").fetchone()[0]
                    other.execute(f"INSERT INTO {name} SELECT {chosen} FROM {name} WHERE {key} = ?", [first])
        return insert(table)

    monkeypatch.setattr(backup, "insert", one_more)
    counts = backup.copy(database, tmp_path / "copy.db")
    assert inserted > 1
    with closing(sqlite3.connect(tmp_path / "copy.db")) as made:
        for name, key in (("tables", "id"), ("log", "table_id")):
            assert made.execute(f"SELECT COUNT(*) FROM {name} WHERE {key} = 'zzzzzzzzzzzzzzzz'").fetchone() == (0,)
    assert counts[0] == 2


@pytest.fixture(scope="module")
def behind_a_proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that believes its proxy, and lets one address do things once."""
    database = f"sqlite:///{tmp_path_factory.mktemp('proxied') / 'tables.db'}"
    with Server(database, "--trust-proxy", limits={"tables_per_hour": 1, "sits_per_minute": 1}) as server:
        yield server


def asked_from(client: str, server: Server, path: str, body: JSON) -> httpx.Response:
    return httpx.post(f"{server.base}{path}", json=body, headers={"X-Forwarded-For": client}, timeout=PATIENCE)


def test_a_client_cannot_choose_its_address(behind_a_proxy: Server) -> None:
    """Behind a proxy that appends to X-Forwarded-For, limits count the address the proxy saw."""
    codes = []
    for spoofed, seen in (("198.51.100.1", "203.0.113.9"), ("198.51.100.2", "203.0.113.9"), ("198.51.100.2", "203.0.113.10")):
        made = asked_from(f"{spoofed}, {seen}", behind_a_proxy, "/api/tables", {"game": "tuareg", "seats": [ME, BEN]})
        codes.append(made.status_code)
    assert codes == [201, 429, 201]


def test_nobody_takes_all_seats_of_the_lobby(behind_a_proxy: Server) -> None:
    """``sits_per_minute``: one address takes so many; others find the seat it did not get."""
    offer = {"game": "tuareg", "seats": [ME, OPEN], "listed": True}
    open_tables = [asked_from(f"203.0.113.{20 + n}", behind_a_proxy, "/api/tables", offer).json()["table"] for n in range(2)]

    def sit(client: str, table: str) -> tuple[int, str | None]:
        answer = asked_from(client, behind_a_proxy, "/api/lobby/sit", {"table": table, "name": "Eve"})
        return answer.status_code, answer.json().get("code")

    greedy, other = "203.0.113.30", "203.0.113.31"
    assert sit(greedy, open_tables[0]) == (200, None)
    assert sit(greedy, open_tables[1]) == (429, "TOO_MANY")
    assert sit(f"{other}, {greedy}", open_tables[1]) == (429, "TOO_MANY"), "whatever it says of itself"
    assert sit(other, open_tables[1]) == (200, None)


def test_migrations_make_the_schema(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'new.db'}")
    for _ in range(2):
        with engine.begin() as connection:
            migrations.upgrade(connection)
    found = inspect(engine)
    for table in metadata.sorted_tables:
        assert {column["name"] for column in found.get_columns(table.name)} == {column.name for column in table.columns}
    assert {u["name"] for u in found.get_unique_constraints("log")} == {"log_client"}


def test_two_servers_start_on_one_empty_postgresql(new_database: Callable[[], str]) -> None:
    """Migrations wait for each other."""
    from sandtable.server.store import Store

    database = new_database()

    async def work() -> None:
        stores = [Store(database) for _ in range(4)]
        await asyncio.gather(*(store.open() for store in stores))
        for store in stores:
            await store.ping()
            await store.close()

    asyncio.run(work())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["serve", "--workers=2", "--database=sqlite:///x.db"], "SQLite serves one process"),
        (["serve", "--database=mysql://x"], "sqlite:///FILE or postgresql://"),
        (["serve", "--limit=none=3"], "there is no limit 'none'"),
        (["serve", "--limit=sockets=many"], "the limit sockets is a number"),
        (["bot-worker", "--database=sqlite:///x.db"], "bot workers need PostgreSQL"),
        (["serve", "--host=203.0.113.1", "--port=80"], "cannot listen on 203.0.113.1 port 80"),
    ],
)
def test_wrong_arguments_get_a_sentence(arguments: list[str], said: str) -> None:
    ran = run(*arguments)
    assert ran.returncode == 2
    assert said in ran.stderr
    assert "Traceback" not in ran.stderr


def test_limits_are_read() -> None:
    assert Limits.given(["sockets=3", "bot_seconds=0.5"]) == Limits(sockets=3, bot_seconds=0.5)
    assert address("postgresql://u:p@h/d").startswith("postgresql+asyncpg://")
    with pytest.raises(ValueError, match="above 0"):
        Limits.given(["sockets=0"])


def test_open_seat_needs_a_person(sqlite_server: Server) -> None:
    nobody = httpx.post(f"{sqlite_server.base}/api/tables", json={"game": "tuareg", "seats": [BOT, BOT]})
    assert (nobody.status_code, nobody.json()["code"]) == (400, "BAD_REQUEST")
    unknown = httpx.post(f"{sqlite_server.base}/api/tables", json={"game": "tuareg", "seats": [ME, {"kind": "bot", "level": "genius"}]})
    assert unknown.json()["code"] == "NO_BOT"
    option = httpx.post(f"{sqlite_server.base}/api/tables", json={"game": "tuareg", "seats": [ME, OPEN], "options": {"goods": "Z"}})
    assert option.status_code == 400
    assert option.json()["rule"].startswith("TU-")
    alone = httpx.post(f"{sqlite_server.base}/api/tables", json={"game": "tuareg", "seats": [ME]})
    assert (alone.status_code, alone.json()["code"]) == (400, "PLAYER_COUNT")
