"""The lobby on real servers: open tables, sitting down, finding each other, rated games; also with two workers on PostgreSQL."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import httpx
import pytest

from sandtable.server.lobby import models
from sandtable.server.people import models as people
from tests.commands import run
from tests.server.players import JSON, ME, OPEN, Stubborn, bearer, create, http, live, tokens
from tests.server.processes import Server
from tests.server.test_models import conforms
from tests.server.test_people import claim, post, refused

CALM = {"mode": "live", "bank": 1500.0, "increment": 10.0}


async def offer(client: httpx.AsyncClient, person: JSON | None = None, **more: Any) -> JSON:
    wanted = {"game": "tuareg", "seats": [ME, OPEN], "clock": CALM, "listed": True, **more}
    answer = await client.post("/api/tables", json=wanted, headers=bearer(person["token"]) if person else {})
    assert answer.status_code == 201, answer.text
    made: JSON = answer.json()
    return made


async def sit(client: httpx.AsyncClient, table: str, person: JSON | None = None, **more: Any) -> httpx.Response:
    headers = bearer(person["token"]) if person else {}
    return await client.post("/api/lobby/sit", json={"table": table, "name": "Ben", **more}, headers=headers)


async def seek(client: httpx.AsyncClient, person: JSON | None, token: str, **more: Any) -> JSON:
    wanted = {"token": token, "name": "Ann", "game": "tuareg", "players": 2, "clock": "calm", **more}
    answer = await client.post("/api/lobby/seek", json=wanted, headers=bearer(person["token"]) if person else {})
    assert answer.status_code == 200, answer.text
    return conforms(models.Looking, answer.json())


def new_token() -> str:
    return secrets.token_urlsafe(24)


# ---- open tables ------------------------------------------------------------------------------------------------------------------


def test_an_open_table_is_seen_live_and_taken_once(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client, live(server.base) as socket:
            await socket.send(type="lobby")
            assert conforms(models.LobbyState, await socket.kind("lobby"))["here"] >= 1
            ann = await claim(client)
            made, hidden = await offer(client, ann, rated=True), await create(client, ME, OPEN)
            state = await socket.until(lambda m: m["type"] == "lobby" and made["table"] in {t["table"] for t in m["tables"]})
            shown = next(table for table in conforms(models.LobbyState, state)["tables"] if table["table"] == made["table"])
            assert (shown["rated"], shown["options"], shown["clock"]["bank"]) == (True, {}, 1500.0)
            assert (shown["seats"][0]["handle"], shown["seats"][0]["rating"]["points"]) == (ann["handle"], 1500)
            assert hidden["table"] not in {table["table"] for table in state["tables"]}
            assert await refused(sit(client, hidden["table"])) == (409, "NOT_LISTED")
            assert await refused(sit(client, made["table"])) == (409, "RATED_NAME")
            assert await refused(sit(client, made["table"], ann)) == (409, "SIT_ONCE")
            others = [await claim(client) for _ in range(5)]
            answers = await asyncio.gather(*(sit(client, made["table"], other) for other in others))
            assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409]
            await socket.until(lambda m: m["type"] == "lobby" and made["table"] not in {t["table"] for t in m["tables"]})

    asyncio.run(work())


def test_conditions_of_rated_tables_are_fixed(sqlite_server: Server) -> None:
    async def work() -> None:
        async with http(sqlite_server.base) as client:
            ann, ben = await claim(client), await claim(client)
            unfair: list[JSON] = [
                {"clock": None},
                {"options": {"goods": "B"}},
                {"seats": [ME, {"kind": "bot", "level": "level1"}]},
                {"seats": [ME, ME]},
            ]
            for more in unfair:
                wanted = {"game": "tuareg", "seats": [ME, OPEN], "clock": CALM, "rated": True, **more}
                asked = client.post("/api/tables", json=wanted, headers=bearer(ann["token"]))
                assert await refused(asked) == (409, "RATED_CONDITIONS"), more
            wanted = {"game": "tuareg", "seats": [ME, OPEN], "clock": CALM, "rated": True}
            assert await refused(client.post("/api/tables", json=wanted)) == (409, "RATED_NAME")
            made = await offer(client, ann, rated=True, casual=True, coach={"hints": True, "analysis": True, "aids": True})
            assert (made["status"]["casual"], set(made["status"]["coach"].values())) == (False, {False})
            path, token = f"/api/tables/{made['table']}", tokens(made)[0]

            async def act(kind: str, token: str = token, **body: Any) -> tuple[int, str]:
                return await refused(client.post(f"{path}/{kind}", json={"id": new_token(), **body}, headers=bearer(token)))

            assert await act("fill", open=1, level="level1") == (409, "RATED_CONDITIONS")
            assert await refused(client.post("/api/join", json={"invite": made["invite"], "name": "Eve"})) == (409, "RATED_NAME")
            assert await refused(sit(client, made["table"], ann)) == (409, "SIT_ONCE"), "nobody wins against oneself"
            joined = (await sit(client, made["table"], ben)).json()
            assert joined["status"]["phase"] == "playing"
            assert await act("coach", coach={"hints": True}) == (409, "RATED_CONDITIONS")
            deciding = joined["status"]["to_decide"]
            held = tokens(made, joined)
            update = (await client.get(path, headers=bearer(held[deciding]))).json()
            assert update["position"]["undo"]["ask"] is None

    asyncio.run(work())


# ---- finding each other -----------------------------------------------------------------------------------------------------------


def test_two_people_find_each_other_and_both_ratings_change(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            ann, ben = await claim(client), await claim(client)
            mine, theirs = new_token(), new_token()
            # games that others of this module look for do not matter: this clock is looked for here alone
            alone = await seek(client, ann, mine, clock="brisk", game="targui")
            assert alone["found"] is None
            assert alone["window"] == [1440, 1560]
            found = (await seek(client, ben, theirs, clock="brisk", game="targui"))["found"]
            again = (await seek(client, ann, mine, clock="brisk", game="targui"))["found"]
            assert found["table"] == again["table"]
            assert {found["seat"], again["seat"]} == {0, 1}
            update = (await client.get(f"/api/tables/{found['table']}", headers=bearer(theirs))).json()
            assert (update["status"]["rated"], update["status"]["phase"], update["seat"]) == (True, "playing", found["seat"])
            headers = bearer(ann["token"])
            assert (await client.post(f"/api/tables/{found['table']}/resign", json={"id": "r"}, headers=headers)).status_code == 200
            winner = await rated_game(client, ben["handle"], "targui")
            loser = await rated_game(client, ann["handle"], "targui")
            assert winner["rating"]["points"] > 1500 > loser["rating"]["points"]
            assert (winner["won"], loser["won"]) == (1, 0)
            page = conforms(people.Profile, (await client.get(f"/api/people/{ann['handle'].upper()}")).json())
            assert page["last"][0]["table"] == found["table"]
            assert (page["last"][0]["others"], page["last"][0]["rank"]) == ([ben["handle"]], 2)
            assert page["last"][0]["change"] == loser["rating"]["points"] - 1500
            board = conforms(models.Leaderboard, (await client.get("/api/ratings/targui")).json())
            assert board["people"] == [], "one game is not enough for the leaderboard"
            assert [bot["level"] for bot in board["bots"]] == [f"level{i}" for i in range(1, 6)]
        recomputed(server)

    asyncio.run(work())


async def rated_game(client: httpx.AsyncClient, handle: str, game: str) -> JSON:
    """The person's page about a game, once the first result is counted."""
    for _ in range(200):
        page = conforms(people.Profile, (await client.get(f"/api/people/{handle}")).json())
        if page["games"]:
            found: JSON = next(each for each in page["games"] if each["game"] == game)
            return found
        await asyncio.sleep(0.1)
    raise AssertionError("the result was not counted")


def recomputed(server: Server) -> None:
    """Everything comes out again, bit for bit."""
    ran = run("ratings", "--recompute", "--database", server.database)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert " 0 different." in ran.stdout


def test_many_at_once_are_each_found_once(server: Server) -> None:
    """Twenty people look at the same moment, on both workers, one of which is killed meanwhile: ten tables of two, nobody sits twice,
    nobody is left over."""

    async def work() -> None:
        async with http(server.base) as client:
            persons = await asyncio.gather(*(claim(client) for _ in range(20)))
            own = {person["handle"]: new_token() for person in persons}

            async def until_found(person: JSON) -> tuple[str, int]:
                wanted = {"token": own[person["handle"]], "name": "x", "game": "tuareg", "players": 2, "clock": "slow"}
                while True:
                    try:
                        state = await client.post("/api/lobby/seek", json=wanted, headers=bearer(person["token"]))
                    except httpx.TransportError:  # the worker is gone; another answers
                        await asyncio.sleep(0.05)
                        continue
                    assert state.status_code in (200, 503), state.text
                    if state.status_code == 200 and state.json()["found"]:
                        return state.json()["found"]["table"], state.json()["found"]["seat"]
                    await asyncio.sleep(0.05)

            async def kill_one() -> None:
                workers = server.children("serve")
                if len(workers) > 1:
                    workers[0].kill()

            async with asyncio.timeout(120):
                *places, _ = await asyncio.gather(*map(until_found, persons), kill_one())
            assert len(set(places)) == 20
            assert len({table for table, _ in places}) == 10
        async with http(server.base) as client:
            for person in persons:
                assert len((await client.get("/api/people/me/tables", headers=bearer(person["token"]))).json()) == 1

    asyncio.run(work())


def test_guests_find_guests_unrated_and_stopping_stops(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            wish = {"game": "five-tribes", "clock": "brisk"}
            gone, mine, theirs = new_token(), new_token(), new_token()
            await seek(client, None, gone, **wish)
            assert (await client.post("/api/lobby/stop", json={"token": gone})).status_code == 200
            assert (await seek(client, None, mine, **wish))["found"] is None
            person = await claim(client)
            assert (await seek(client, person, new_token(), **wish))["found"] is None
            found = (await seek(client, None, theirs, **wish))["found"]
            update = (await client.get(f"/api/tables/{found['table']}", headers=bearer(mine))).json()
            assert (update["status"]["rated"], update["status"]["phase"]) == (False, "playing")
            bad = client.post("/api/lobby/seek", json={"token": new_token(), "name": "A", "game": "targui", "players": 9, "clock": "calm"})
            assert await refused(bad) == (400, "BAD_REQUEST")
            await post(client, "/me/forget", {"handle": person["handle"]}, person["token"])

    asyncio.run(work())


# ---- leaving ----------------------------------------------------------------------------------------------------------------------


def test_leaving_a_rated_game_loses_and_the_others_play_on(sqlite_server: Server) -> None:
    """Of three, one leaves: a bot plays on for the table, but the place is the last; there is no way back."""

    async def work() -> None:
        async with http(sqlite_server.base) as client:
            persons = [await claim(client) for _ in range(3)]
            made = await offer(client, persons[0], rated=True, seats=[ME, OPEN, OPEN])
            joined = [(await sit(client, made["table"], person)).json() for person in persons[1:]]
            held, path = tokens(made, *joined), f"/api/tables/{made['table']}"
            left = await client.post(f"{path}/leave", json={"id": "l"}, headers=bearer(held[1]))
            assert left.status_code == 200, left.text
            back = client.post(f"{path}/return", json={"id": "b"}, headers=bearer(held[1]))
            assert await refused(back) == (409, "RATED_CONDITIONS")
            await Stubborn([sqlite_server.base], made["table"], {0: held[0], 2: held[2]}, 6).run()
            await rated_game(client, persons[1]["handle"], "tuareg")
            page = (await client.get(f"/api/people/{persons[1]['handle']}")).json()
            assert (page["last"][0]["rank"], page["last"][0]["players"]) == (3, 3)
            assert page["last"][0]["change"] < 0
            scores = (await rated_game(client, persons[0]["handle"], "tuareg"))["scores"]
            assert (scores[0]["players"], scores[0]["games"], scores[0]["mean"]) == (3, 1, float(scores[0]["best"]))

    asyncio.run(work())


@pytest.mark.parametrize("kind", ["leave", "resign"])
def test_of_two_the_one_who_stays_has_won(sqlite_server: Server, kind: str) -> None:
    async def work() -> None:
        async with http(sqlite_server.base) as client:
            ann, ben = await claim(client), await claim(client)
            made = await offer(client, ann, rated=True)
            joined = (await sit(client, made["table"], ben)).json()
            held = tokens(made, joined)
            await client.post(f"/api/tables/{made['table']}/{kind}", json={"id": "x"}, headers=bearer(held[1]))
            status = (await client.get(f"/api/tables/{made['table']}", headers=bearer(held[0]))).json()["status"]
            assert (status["phase"], status["result"]["reason"], status["result"]["winners"]) == ("finished", "resigned", [0])
            assert status["result"]["ranks"] == [1, 2]

    asyncio.run(work())
