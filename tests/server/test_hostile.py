"""A hostile client: each attempt is refused as it should be, nothing leaks, the server lives."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import websockets

from tests.server.players import ME, OPEN, Live, bearer, create, http, join, live, tokens
from tests.server.processes import Server

BEN = {"kind": "me", "name": "Ben"}


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with its ordinary limits, and low ones where the tests press against them."""
    limits = {
        "sockets": 20,
        "tables_per_hour": 60,
        "requests_burst": 150,
        "requests_per_second": 60,
        "messages_burst": 60,
        "messages_per_second": 20,
        "waiting": 3,
        "watches": 8,
    }
    with Server(f"sqlite:///{tmp_path_factory.mktemp('hostile') / 'tables.db'}", limits=limits) as server:
        yield server


async def alive(server: Server) -> None:
    async with http(server.base) as client:
        assert (await client.get("/health")).status_code == 200


async def game_of_two(client: Any) -> tuple[str, dict[int, str], int]:
    made = await create(client, ME, OPEN)
    joined = await join(client, made["invite"])
    held = tokens(made, joined)
    update = (await client.get(f"/api/tables/{made['table']}", headers=bearer(held[0]))).json()
    return made["table"], held, update["status"]["to_decide"]


def test_out_of_turn_other_seat_and_foreign_tokens(strict: Server) -> None:
    async def work() -> None:
        async with http(strict.base) as client, live(strict.base) as socket:
            table, held, turn = await game_of_two(client)
            other_table, other_held, _ = await game_of_two(client)
            act = {"id": "1", "number": 10**6, "decision": 0}
            path = f"/api/tables/{table}/play"
            out_of_turn = await client.post(path, json=act, headers=bearer(held[1 - turn]))
            assert (out_of_turn.status_code, out_of_turn.json()["code"]) == (409, "NOT_YOUR_TURN")
            for headers in ({}, bearer(other_held[0]), bearer("x" * 32), bearer("short"), {"Authorization": "Basic abc"}):
                refused = await client.post(path, json=act, headers=headers)
                assert (refused.status_code, refused.json()["code"]) == (401, "BAD_TOKEN")
            await socket.watch(table, held[1 - turn])
            stolen = await socket.ask(type="play", id="2", table=table, seat=turn, number=10**6, decision=0)
            assert stolen["code"] == "WATCHING_NOT"
            foreign = await socket.watch(other_table, held[0])
            assert foreign["code"] == "BAD_TOKEN"
            spectator = await socket.watch(table)
            assert spectator["seat"] is None
            as_spectator = await socket.ask(type="play", id="3", table=table, seat=turn, number=10**6, decision=0)
            assert as_spectator["code"] == "WATCHING_NOT"

    asyncio.run(work())


def test_a_second_tab_as_spectator_shows_less_not_more(strict: Server) -> None:
    async def work() -> None:
        async with http(strict.base) as client, live(strict.base) as tab:
            table, held, turn = await game_of_two(client)
            watching = await tab.watch(table)
            assert watching["position"]["legal"] == []
            assert watching["invite"] is None
            assert "hand" not in json.dumps(watching["position"]["view"].get("you", ""))
            for seat in (0, 1):
                own = (await client.get(f"/api/tables/{table}", headers=bearer(held[seat]))).json()
                assert own["position"]["view"] != watching["position"]["view"]
                assert (own["position"]["legal"] != []) == (seat == turn)
            closed = await create(client, ME, BEN, spectators=False)
            for path in ("", "/record", "/replay"):
                refused = await client.get(f"/api/tables/{closed['table']}{path}")
                assert (refused.status_code, refused.json()["code"]) == (403, "NO_SPECTATORS")
            assert (await tab.watch(closed["table"]))["code"] == "NO_SPECTATORS"
            resigned = await client.post(f"/api/tables/{closed['table']}/resign", json={"id": "1"}, headers=bearer(tokens(closed)[0]))
            assert resigned.status_code == 200
            for path in ("", "/record", "/replay"):
                assert (await client.get(f"/api/tables/{closed['table']}{path}")).status_code == 200, "after the end a game is open"

    asyncio.run(work())


def test_truth_of_a_running_game_is_closed(strict: Server) -> None:
    """Record, all-open replay, other seats' replays, and addresses that do not exist."""

    async def work() -> None:
        async with http(strict.base) as client:
            table, held, _ = await game_of_two(client)
            for headers in ({}, bearer(held[0])):
                for path in ("record", "replay?seat=all", "replay?seat=1"):
                    refused = await client.get(f"/api/tables/{table}/{path}", headers=headers)
                    assert (refused.status_code, refused.json()["code"]) == (403, "GAME_RUNNING"), path
            own = await client.get(f"/api/tables/{table}/replay?seat=0", headers=bearer(held[0]))
            assert own.status_code == 200
            for path in ("analysis", "state", "seed", "log", "position", "export", "backup"):
                for method in ("GET", "POST"):
                    assert (await client.request(method, f"/api/tables/{table}/{path}", headers=bearer(held[0]))).status_code in (404, 405)

    asyncio.run(work())


def test_guessed_links(strict: Server) -> None:
    async def work() -> None:
        async with http(strict.base) as client:
            table, _, _ = await game_of_two(client)
            near = table[:-1] + ("a" if table[-1] != "a" else "b")
            assert (await client.get(f"/api/tables/{near}")).json()["code"] == "NO_TABLE"
            for invite in ("a", "A" * 32, "' OR 1=1 --", "\u0000", "../../etc/passwd"):
                refused = await client.post("/api/join", json={"invite": invite, "name": "Eve"})
                assert refused.json()["code"] in ("BAD_INVITE", "BAD_REQUEST")
            assert (await client.post("/api/mine", json={"tokens": ["g" * 30, "", "%", "x" * 64]})).json() == []
            for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fpyproject.toml", "/server/store.py", "/.git/config"):
                answer = await client.get(path)
                assert "root:" not in answer.text
                assert "import" not in answer.text

    asyncio.run(work())


def test_replayed_ids_and_stale_races(strict: Server) -> None:
    async def work() -> None:
        async with http(strict.base) as client:
            table, held, turn = await game_of_two(client)
            headers = bearer(held[turn])
            update = (await client.get(f"/api/tables/{table}", headers=headers)).json()
            legal = [item["id"] for item in update["position"]["legal"]]
            act = {"id": "same", "number": update["number"], "decision": legal[0]}
            answers = await asyncio.gather(*(client.post(f"/api/tables/{table}/play", json=act, headers=headers) for _ in range(10)))
            assert {a.status_code for a in answers} == {200}
            assert {a.json()["number"] for a in answers} == {update["number"] + 1}
            other = await client.post(f"/api/tables/{table}/play", json={**act, "decision": legal[-1] + 1}, headers=headers)
            assert other.json()["code"] == "ID_REUSED"
            again = (await client.get(f"/api/tables/{table}", headers=headers)).json()
            assert again["position"]["decisions"] == update["position"]["decisions"] + 1

    asyncio.run(work())


def test_undo_to_peek(strict: Server) -> None:
    """Draw, look, take back: over a revelation the others are asked, and alone nothing is taken back."""

    async def work() -> None:
        async with http(strict.base) as client:
            table, held, _ = await game_of_two(client)
            for number in range(40):
                update = (await client.get(f"/api/tables/{table}", headers=bearer(held[0]))).json()
                turn = update["status"]["to_decide"]
                headers = bearer(held[turn])
                update = (await client.get(f"/api/tables/{table}", headers=headers)).json()
                legal = update["position"]["legal"]
                pick = next((item for item in legal if item["reveals"]), legal[0])
                act = {"id": f"p{number}", "number": update["number"], "decision": pick["id"]}
                assert (await client.post(f"/api/tables/{table}/play", json=act, headers=headers)).status_code == 200
                if not pick["reveals"]:
                    continue
                after = (await client.get(f"/api/tables/{table}", headers=headers)).json()
                assert after["position"]["undo"]["free"] is None
                undo = {"id": "u", "number": after["number"], "to": update["position"]["decisions"]}
                asked = await client.post(f"/api/tables/{table}/undo", json=undo, headers=headers)
                assert asked.status_code == 200
                now = (await client.get(f"/api/tables/{table}", headers=headers)).json()
                assert now["position"]["decisions"] == after["position"]["decisions"]
                assert now["status"]["asks"][0]["waiting"] == [1 - turn]
                own = await client.post(
                    f"/api/tables/{table}/answer", json={"id": "a", "ask": now["status"]["asks"][0]["ask"], "agree": True}, headers=headers
                )
                assert own.json()["code"] == "NO_ASK"
                return
            pytest.fail("nothing was revealed")

    asyncio.run(work())


def test_script_in_names(strict: Server) -> None:
    async def work() -> None:
        async with http(strict.base) as client:
            evil = {"kind": "me", "name": '<b onload="x()">Eve\u202e'}
            made = await create(client, evil, OPEN)
            text = json.dumps(made)
            assert "<" not in text
            assert "\\u202e" not in text
            nameless = await client.post("/api/tables", json={"game": "tuareg", "seats": [{"kind": "me", "name": "\u200b\u200b"}, OPEN]})
            assert (nameless.status_code, nameless.json()["code"]) == (400, "BAD_NAME")
            page = await client.get("/table/<script>alert(1)</script>")
            assert "<script>alert" not in page.text
            assert "script-src 'self'" in page.headers["content-security-policy"]

    asyncio.run(work())


NONSENSE: list[Any] = [
    "",
    "{",
    "null",
    "[]",
    "1e999",
    '"play"',
    "{}",
    '{"type": "fly"}',
    '{"type": "watch"}',
    '{"type": "watch", "table": 5}',
    '{"type": "watch", "table": "' + "a" * 16 + '", "seen": -1}',
    '{"type": "watch", "table": "' + "a" * 16 + '", "seen": 1e30}',
    '{"type": "play", "id": "1", "table": "' + "a" * 16 + '", "seat": true, "number": 0, "decision": 0}',
    '{"type": "play", "id": 1, "table": null, "seat": 0, "number": 0, "decision": {"a": 1}}',
    '{"type": "ping", "id": "1", "more": 1}',
    "[" * 8000,
    '{"a":' * 3000,
    b"\x00\xff\xfe",
    '{"type": "ping", "id": "\\ud800"}',
]


def test_nonsense_is_answered_and_forgotten(strict: Server) -> None:
    async def work() -> None:
        async with live(strict.base) as socket:
            await socket.kind("hello")
            for number, text in enumerate(NONSENSE):
                await socket.ws.send(text)
                answer = await socket.next()
                assert answer["type"] == "refused", text
                assert answer["code"] in ("BAD_REQUEST", "NO_TABLE"), (text, answer)
                pong = await socket.ask(type="ping", id=f"n{number}")
                assert pong["type"] == "pong"
                await asyncio.sleep(0.06)
        async with http(strict.base) as client:
            for body in (b"{", b"[" * 10_000, b'{"a":' * 3000 + b"1", b"\xff", b'"x"', b"{}", b'{"game": "tuareg", "seats": 5}'):
                answer = await client.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
                assert answer.status_code == 400, body[:20]
                assert answer.json()["code"] == "BAD_REQUEST"
        await alive(strict)

    asyncio.run(work())


def test_oversized(strict: Server) -> None:
    async def work() -> None:
        async with http(strict.base) as client:
            large = await client.post("/api/mine", json={"tokens": ["x" * 60] * 1000})
            assert (large.status_code, large.json()["code"]) == (413, "TOO_LARGE")

            async def endless() -> Any:
                for _ in range(100):
                    yield b"x" * 1000

            streamed = await client.post("/api/mine", content=endless(), headers={"Content-Type": "application/json"})
            assert (streamed.status_code, streamed.json()["code"]) == (413, "TOO_LARGE")
        async with live(strict.base) as socket:
            await socket.kind("hello")
            await socket.ws.send("x" * 100_000)
            with pytest.raises(websockets.ConnectionClosed):
                await socket.kind("never")
        await alive(strict)

    asyncio.run(work())


def test_floods(strict: Server) -> None:
    """Messages, watches, sockets, waiting requests, tables: each has its limit, and the others go on."""

    async def work() -> None:
        async with http(strict.base) as client:
            table, held, turn = await game_of_two(client)
            async with live(strict.base) as good:
                await good.watch(table, held[turn])
                async with live(strict.base) as flood:
                    for number in range(200):
                        await flood.send(type="ping", id=str(number))
                    bye = await flood.kind("bye")
                    assert bye["reason"] == "too_many"
                assert (await good.ask(type="ping", id="x"))["type"] == "pong"
            many = [await _open(strict.base) for _ in range(30)]
            opened = [socket for socket, _ in many if socket is not None]
            assert len(opened) <= 20
            for _, context in many:
                if context is not None:
                    await context.__aexit__(None, None, None)
            waits = [client.get(f"/api/tables/{table}?seen=999&wait=2") for _ in range(8)]
            codes = sorted(answer.status_code for answer in await asyncio.gather(*waits))
            assert codes == [200] * 3 + [429] * 5
            answers = await asyncio.gather(*(client.post("/api/tables", json={"game": "tuareg", "seats": [ME, OPEN]}) for _ in range(80)))
            assert {a.status_code for a in answers} == {201, 429}
            assert all(a.headers["retry-after"] for a in answers if a.status_code == 429)
        await alive(strict)

    asyncio.run(work())


async def _open(base: str) -> tuple[Live | None, Any]:
    context = live(base)
    socket = await context.__aenter__()
    try:
        await socket.kind("hello")
    except websockets.ConnectionClosed:
        return None, None
    return socket, context


def test_nothing_secret_is_logged(strict: Server) -> None:
    """After everything above: no token, invitation or table id in the log, no traceback of a bug."""

    async def work() -> list[str]:
        async with http(strict.base) as client:
            for _ in range(20):
                answer = await client.post("/api/join", json={"invite": "no-such-invitation-abcdef", "name": "Eve"})
                if answer.status_code == 404:
                    break
                await asyncio.sleep(0.5)
            token = "T" * 40
            await client.get("/api/tables/" + "q" * 16, headers=bearer(token))
        return ["no-such-invitation-abcdef", token, "q" * 16]

    said = asyncio.run(work())
    log = Path(strict.log).read_text()
    assert log
    for secret in said:
        assert secret not in log
    for line in log.splitlines()[1:]:
        assert json.loads(line)["level"] in ("debug", "info", "warning"), line
