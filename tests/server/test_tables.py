"""Tables, seats and live play on real servers: SQLite, and PostgreSQL with two workers."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from sandtable.kernel import seeds
from sandtable.kernel.record import Record
from sandtable.kernel.words import LANGUAGES
from sandtable.server import keys
from tests.server.players import BOT, ME, OPEN, PATIENCE, Stubborn, bearer, create, http, join, live, tokens, told
from tests.server.processes import Server
from tests.server.test_coach import late

BEN = {"kind": "me", "name": "Ben"}


def test_a_game_from_the_invitation_to_the_record(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            made = await create(client, ME, OPEN, BOT)
            table = made["table"]
            assert made["status"]["phase"] == "waiting"
            looked = (await client.post("/api/invite", json={"invite": made["invite"]})).json()
            assert looked["table"] == table
            joined = await join(client, made["invite"])
            assert joined["status"]["phase"] == "playing"
            assert joined["invite"] is None
            early = await client.get(f"/api/tables/{table}/record")
            assert (early.status_code, early.json()["code"]) == (403, "GAME_RUNNING")
            player = Stubborn([server.base], table, tokens(made, joined), 1)
            await player.run()
            text = (await client.get(f"/api/tables/{table}/record")).text
            record = Record.parse(text)
            assert record.seed is not None
            assert seeds.commitment(record.seed) == made["status"]["commitment"]
            assert record.final().scores == player.result["scores"]  # type: ignore[index]
            assert record.seats == ["Ann", "Ben", "random"]
            frames = (await client.get(f"/api/tables/{table}/replay?seat=all&from=3&count=4")).json()["frames"]
            assert [frame["decisions"] for frame in frames] == [3, 4, 5, 6]
            again = await client.post(
                f"/api/tables/{table}/play", json={"id": "z", "number": 10**6, "decision": 0}, headers=bearer(tokens(made)[0])
            )
            assert (again.status_code, again.json()["code"]) == (409, "TABLE_FINISHED")

    asyncio.run(work())


def test_a_resend_makes_nothing_twice(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            mine, theirs = "a" * 30 + str(random.random())[2:12], "b" * 30 + str(random.random())[2:12]
            wanted = {"game": "tuareg", "seats": [{**ME, "token": mine}, OPEN, OPEN]}
            first, second = [await client.post("/api/tables", json=wanted) for _ in range(2)]
            assert (first.status_code, second.status_code) == (201, 200)
            assert first.json()["table"] == second.json()["table"]
            invite = first.json()["invite"]
            one, two = [await join(client, invite, token=theirs) for _ in range(2)]
            assert one["seats"] == two["seats"]
            other = await create(client, ME, OPEN)
            crossed = await client.post("/api/join", json={"invite": other["invite"], "name": "B", "token": theirs})
            assert crossed.json()["code"] == "ID_REUSED"

    asyncio.run(work())


def test_one_seat_is_taken_once(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            made = await create(client, ME, OPEN, OPEN)
            answers = await asyncio.gather(*(client.post("/api/join", json={"invite": made["invite"], "name": f"N{i}"}) for i in range(8)))
            seats = [a.json()["seats"][0]["seat"] for a in answers if a.status_code == 200]
            assert sorted(seats) == [1, 2]
            assert {a.json()["code"] for a in answers if a.status_code != 200} <= {"TABLE_FULL", "SEAT_TAKEN"}

    asyncio.run(work())


def test_my_tables_and_hot_seat(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            hot = await create(client, ME, BEN)
            waiting = await create(client, ME, OPEN)
            held = [seat["token"] for made in (hot, waiting) for seat in made["seats"]]
            listed = (await client.post("/api/mine", json={"tokens": ["x" * 30, *held]})).json()
            assert {(item["table"], item["seat"], item["token"]) for item in listed} == {
                (hot["table"], 0, 1),
                (hot["table"], 1, 2),
                (waiting["table"], 0, 3),
            }
            async with live(server.base) as socket:
                views = [(await socket.watch(hot["table"], token)) for token in tokens(hot).values()]
                assert [view["seat"] for view in views] == [0, 1]
                assert views[0]["position"]["view"] != views[1]["position"]["view"]

    asyncio.run(work())


def test_leaving_before_the_game_frees_the_seat_for_good(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client, live(server.base) as socket:
            made = await create(client, ME, OPEN, OPEN)
            table = made["table"]
            ben = await join(client, made["invite"])
            seat, token = next(iter(tokens(ben).items()))
            assert (await socket.watch(table, token))["invite"] == ben["invite"] != made["invite"], "every seat has its own"
            assert (await client.post("/api/invite", json={"invite": ben["invite"]})).json()["table"] == table
            left = await client.post(f"/api/tables/{table}/leave", json={"id": "1"}, headers=bearer(token))
            assert left.status_code == 200
            act = {"type": "undo", "table": table, "seat": seat, "number": 0, "to": 0}
            async with asyncio.timeout(PATIENCE):
                while (answer := await socket.ask(id=keys.new_secret(), **act))["code"] != "WATCHING_NOT":
                    assert answer["code"] == "NOT_STARTED", "the other worker has not heard yet"
            stays = await socket.ask(type="fill", id="2", table=table, seat=seat, open=2, level="random")
            assert stays["code"] == "WATCHING_NOT"
            assert (await client.get(f"/api/tables/{table}", headers=bearer(token))).status_code == 401
            assert (await client.post("/api/invite", json={"invite": ben["invite"]})).json()["code"] == "BAD_INVITE", (
                "it went with the seat"
            )
            eve = await join(client, made["invite"], "Eve")
            assert seat in tokens(eve)

    asyncio.run(work())


def test_catching_up_tells_the_same_as_being_there(server: Server) -> None:
    """Whoever comes back with any number seen gets exactly the entries that the one who stayed got."""

    async def work() -> None:
        async with http(server.base) as client:
            made = await create(client, ME, BEN)
            held = tokens(made)
            async with live(server.base) as stayed:
                there: list[Any] = (await stayed.watch(made["table"], held[0]))["entries"]
                player = Stubborn([server.base], made["table"], {1: held[1]}, 5)
                task = asyncio.create_task(player.run())
                mover = Stubborn([server.base], made["table"], {0: held[0]}, 6)
                other = asyncio.create_task(mover.run())
                last = 0
                while last < 60:
                    update = await stayed.kind("update")
                    there += update["entries"]
                    last = update["number"]
                task.cancel()
                other.cancel()
            for seen in (0, 1, 2, 17, last - 1):
                late = await told(client, made["table"], held[0], last, seen)
                want = [entry for entry in there if seen < entry["number"] <= last]
                assert [entry for entry in late["entries"] if entry["number"] <= last] == want

    asyncio.run(work())


async def deciding(client: httpx.AsyncClient, made: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """The seat to decide and its update."""
    held = tokens(made)
    update = (await client.get(f"/api/tables/{made['table']}", headers=bearer(held[0]))).json()
    seat = update["status"]["to_decide"]
    return seat, (await client.get(f"/api/tables/{made['table']}", headers=bearer(held[seat]))).json()


def test_resend_conflict_and_refusal(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client, live(server.base) as one, live(server.base) as two:
            made = await create(client, ME, BEN)
            table = made["table"]
            seat, update = await deciding(client, made)
            for socket in (one, two):
                await socket.watch(table, tokens(made)[seat])
            choice = update["position"]["legal"][0]["id"]
            act = {"type": "play", "id": "m1", "table": table, "seat": seat, "number": update["number"], "decision": choice}
            acks = await asyncio.gather(one.ask(**act), two.ask(**act))
            assert [ack["type"] for ack in acks] == ["ack", "ack"]
            assert acks[0]["number"] == acks[1]["number"] == update["number"] + 1
            assert (await one.ask(**{**act, "decision": "end_turn"}))["code"] == "ID_REUSED"
            stale = await two.ask(**{**act, "id": "m2"})
            assert stale["type"] == "conflict"
            assert [entry["number"] for entry in stale["update"]["entries"]] == [update["number"] + 1]
            fresh = stale["update"]["number"]
            refused = await two.ask(**{**act, "id": "m3", "number": fresh, "decision": "steal_hand 4"})
            assert refused["type"] == "refused"
            assert refused["rule"] is None or refused["rule"].startswith("TU-")
            assert set(refused["words"]) == set(LANGUAGES)
            by_http = await client.post(
                f"/api/tables/{table}/play",
                json={"id": "m4", "number": update["number"], "decision": choice},
                headers=bearer(tokens(made)[seat]),
            )
            assert (by_http.status_code, by_http.json()["type"]) == (409, "conflict")

    asyncio.run(work())


def test_races_have_one_winner(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            made = await create(client, ME, BEN)
            seat, update = await deciding(client, made)
            decisions = [item["id"] for item in update["position"]["legal"]]
            answers = await asyncio.gather(
                *(
                    client.post(
                        f"/api/tables/{made['table']}/play",
                        json={"id": f"r{i}", "number": update["number"], "decision": decisions[i % len(decisions)]},
                        headers=bearer(tokens(made)[seat]),
                    )
                    for i in range(12)
                )
            )
            assert sorted(a.status_code for a in answers) == [200] + [409] * 11

    asyncio.run(work())


def test_waiting_for_news_by_http(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            made = await create(client, ME, BEN)
            seat, update = await deciding(client, made)
            other = bearer(tokens(made)[1 - seat])
            waiting = asyncio.create_task(client.get(f"/api/tables/{made['table']}?seen={update['number']}&wait=20", headers=other))
            await asyncio.sleep(0.2)
            assert not waiting.done()
            choice = update["position"]["legal"][0]["id"]
            act = {"id": "1", "number": update["number"], "decision": choice}
            await client.post(f"/api/tables/{made['table']}/play", json=act, headers=bearer(tokens(made)[seat]))
            news = (await waiting).json()
            assert [entry["kind"] for entry in news["entries"]][:1] == ["played"]
            none = (await client.get(f"/api/tables/{made['table']}?seen={news['number']}&wait=0.1", headers=other)).json()
            assert none["entries"] == []

    asyncio.run(work())


def test_consent_takeover_and_return_live(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client, live(server.base) as ann, live(server.base) as ben:
            made = await create(client, ME, OPEN)
            joined = await join(client, made["invite"])
            table, held = made["table"], tokens(made, joined)
            await ann.watch(table, held[0])
            await ben.watch(table, held[1])
            asked = await ann.ask(type="leave", id="1", table=table, seat=0, level="random")
            assert asked["type"] == "ack"
            update = await ben.until(lambda m: m["type"] == "update" and m["status"]["asks"])
            ask = update["status"]["asks"][0]["ask"]
            assert (await ben.ask(type="answer", id="1", table=table, seat=1, ask=ask, agree=True))["type"] == "ack"
            gone = await ann.until(lambda m: m["type"] == "update" and m["status"]["seats"][0]["away"] == "left")
            assert gone["status"]["seats"][0]["level"] == "random"
            back = await ann.ask(type="return", id="2", table=table, seat=0)
            assert back["type"] == "ack"
            await ben.until(lambda m: m["type"] == "update" and m["status"]["seats"][0]["away"] is None)

    asyncio.run(work())


def test_a_program_that_does_not_answer_is_replaced(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client, live(server.base) as ann:
            made = await create(client, ME, OPEN, position=late("tuareg", 40, 2).position())
            await ann.watch(made["table"], tokens(made)[0])
            joined = await join(client, made["invite"], "Robo", program=True)
            assert joined["status"]["seats"][1]["kind"] == "program"
            player = asyncio.create_task(Stubborn([server.base], made["table"], tokens(made), 3).run())
            update = await ann.until(lambda m: m["type"] == "update" and m["status"]["seats"][1]["away"])
            assert update["status"]["seats"][1]["away"] == "clock"
            await asyncio.wait_for(player, 120)

    asyncio.run(work())


def test_rematch(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client, live(server.base) as ben:
            made = await create(client, ME, OPEN)
            joined = await join(client, made["invite"])
            table, held = made["table"], tokens(made, joined)
            await ben.watch(table, held[1])
            running = await client.post(f"/api/tables/{table}/rematch", json={"id": "0"}, headers=bearer(held[0]))
            assert running.json()["code"] == "NOT_FINISHED"
            assert (await client.post(f"/api/tables/{table}/resign", json={"id": "1"}, headers=bearer(held[0]))).status_code == 200
            first, same = [
                (
                    await client.post(f"/api/tables/{table}/rematch", json={"id": "2", "token": "r" * 40 + table}, headers=bearer(held[0]))
                ).json()
                for _ in range(2)
            ]
            assert first["rematch"] == same["rematch"]
            told = await ben.until(lambda m: m["type"] == "update" and m["status"]["rematch"])
            assert told["status"]["rematch"] == first["rematch"]["table"]
            second = await ben.ask(type="rematch", id="3", table=table, seat=1)
            assert second["rematch"]["table"] == first["rematch"]["table"]
            assert second["rematch"]["seat"] == 1
            update = (await client.get(f"/api/tables/{first['rematch']['table']}", headers=bearer(second["rematch"]["token"]))).json()
            assert update["status"]["phase"] == "playing"
            assert [seat["name"] for seat in update["status"]["seats"]] == ["Ann", "Ben"]

    asyncio.run(work())


def test_undo_live(server: Server) -> None:
    """A free undo happens at once; nobody hears of the branch any more."""

    async def work() -> None:
        async with http(server.base) as client, live(server.base) as socket:
            made = await create(client, ME, BEN)
            table, held = made["table"], tokens(made)
            for number in range(60):
                seat, update = await deciding(client, made)
                plain = [item for item in update["position"]["legal"] if not item["reveals"]]
                pick = (plain or update["position"]["legal"])[0]
                await socket.watch(table, held[seat])
                act = {"table": table, "seat": seat}
                done = await socket.ask(type="play", id=f"p{number}", number=update["number"], decision=pick["id"], **act)
                after = await told(client, table, held[seat], done["number"])
                if after["position"]["undo"]["free"] is None:
                    continue
                back = await socket.ask(type="undo", id=f"u{number}", number=after["number"], to=update["position"]["decisions"], **act)
                assert back["type"] == "ack"
                now = await told(client, table, held[seat], back["number"])
                assert now["position"]["view"] == update["position"]["view"]
                assert done["number"] not in [entry["number"] for entry in now["entries"]]
                assert now["entries"][-1]["kind"] == "undone"
                return
            pytest.fail("no free undo in 60 decisions")

    asyncio.run(work())


def test_players_of_one_table_on_different_servers_see_each_other(new_database: Callable[[], str]) -> None:
    """Ann on one server, Ben on another, one PostgreSQL: each move reaches both, and who is here too."""
    database = new_database()

    async def work(bases: list[str]) -> None:
        async with http(bases[0]) as client, live(bases[0]) as ann, live(bases[1]) as ben:
            made = await create(client, ME, BEN)
            table, held = made["table"], tokens(made)
            sockets = [ann, ben]
            for seat, socket in enumerate(sockets):
                await socket.watch(table, held[seat])
            await ann.until(lambda m: m["type"] == "here" and m["seats"] == [0, 1])
            for _ in range(10):
                seat, update = await deciding(client, made)
                number, pick = update["number"], update["position"]["legal"][0]["id"]
                await sockets[seat].send(type="play", id=str(number), table=table, seat=seat, number=number, decision=pick)
                for socket in sockets:
                    seen = await socket.until(lambda m, n=number: m["type"] == "update" and m["number"] > n)
                    assert seen["entries"][0]["kind"] == "played"

    with Server(database) as one, Server(database) as two:
        asyncio.run(work([one.base, two.base]))


def test_two_workers_share_one_address(postgres_server: Server) -> None:
    assert len({c.pid for c in postgres_server.children("serve")}) == 2


@pytest.mark.parametrize("level", ["level1", "level3"])
def test_levels_take_seats(server: Server, level: str) -> None:
    """A searching bot at a table: the game goes on to its end, and the server answers meanwhile."""

    async def work() -> None:
        async with http(server.base) as client:
            made = await create(client, ME, {"kind": "bot", "level": level}, position=late("tuareg", 80, 2).position())
            player = Stubborn([server.base], made["table"], tokens(made), 4)
            playing = asyncio.create_task(player.run())
            while not playing.done():
                assert (await client.get("/health")).status_code == 200
                await asyncio.sleep(0.2)
            await playing
            assert player.result is not None

    asyncio.run(work())
