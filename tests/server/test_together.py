"""People among themselves on real servers: what is public, following, blocking, challenging, talking, reporting; and what a host can do."""

from __future__ import annotations

import asyncio
import subprocess
from typing import Any

import httpx
import pytest

from sandtable.kernel.words import LANGUAGES, catalogue
from sandtable.server.errors import Denied
from sandtable.server.people import circle_models
from sandtable.server.people import models as people
from sandtable.server.talk import models as talk
from sandtable.server.talk import texts
from sandtable.server.talk.phrases import KNOWN
from tests.commands import run
from tests.server.players import BOT, JSON, ME, OPEN, bearer, create, http, join, live, tokens
from tests.server.processes import Server
from tests.server.test_lobby import new_token, offer, rated_game, recomputed, seek, sit
from tests.server.test_models import conforms
from tests.server.test_people import claim, new_handle, post, refused


async def get(client: httpx.AsyncClient, path: str, person: JSON | None = None) -> Any:
    answer = await client.get(f"/api/people{path}", headers=bearer(person["token"]) if person else {})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def put(client: httpx.AsyncClient, path: str, person: JSON, **body: Any) -> httpx.Response:
    return await client.put(f"/api/people{path}", json=body, headers=bearer(person["token"]))


async def page(client: httpx.AsyncClient, person: JSON, visitor: JSON | None = None) -> JSON:
    return conforms(people.Profile, await get(client, f"/{person['handle']}", visitor))


async def say(client: httpx.AsyncClient, table: str, token: str, kind: str, said: str) -> httpx.Response:
    return await client.post(f"/api/tables/{table}/say", json={"kind": kind, "said": said}, headers=bearer(token))


def admin(server: Server, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run("admin", *arguments, "--database", server.database)


# ---- a person's page --------------------------------------------------------------------------------------------------------------


def test_the_page_tells_what_the_person_shows(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            ann, ben = await claim(client), await claim(client)
            made = await offer(client, ann, rated=True)
            held = tokens(made, (await sit(client, made["table"], ben)).json())
            await client.post(f"/api/tables/{made['table']}/resign", json={"id": "r"}, headers=bearer(held[1]))
            game = await rated_game(client, ann["handle"], "tuareg")
            assert (game["played"], game["won"], game["scores"]) == (1, 1, []), "a game that was given up has no score"
            shown = await page(client, ann)
            assert (shown["hidden"], shown["between"], shown["last"][0]["kept"]) == ([], None, True)
            between = (await page(client, ann, ben))["between"]
            assert (between["won"], between["lost"], [each["table"] for each in between["games"]]) == (0, 1, [made["table"]])

            parts = ("ratings", "results", "accuracy", "favourites", "games", "here", "challenges")
            chosen = conforms(people.Chosen, (await put(client, "/me/public", ann, **dict.fromkeys(parts, False))).json())
            assert not any(chosen.values())
            hidden = await page(client, ann)
            assert (hidden["hidden"], hidden["here"], hidden["last"]) == (list(parts), None, [])
            only = hidden["games"][0]
            assert (only["rating"], only["won"], only["curve"], only["results"], only["scores"]) == (None, None, [], [], [])
            own = await page(client, ann, ann)
            assert (own["hidden"], own["games"][0]["won"], len(own["last"])) == ([], 1, 1)
            assert await refused(put(client, "/me/public", ann, secrets=True)) == (400, "BAD_REQUEST")

    asyncio.run(work())


def test_favourites_are_counted_in_the_words_of_the_game(sqlite_server: Server) -> None:
    async def work() -> None:
        async with http(sqlite_server.base) as client:
            ann, ben = await claim(client), await claim(client)
            made = await offer(client, ann, rated=True, game="targui")
            held = tokens(made, (await sit(client, made["table"], ben)).json())
            await client.post(f"/api/tables/{made['table']}/resign", json={"id": "r"}, headers=bearer(held[0]))
            [favourite] = (await rated_game(client, ben["handle"], "targui"))["favourites"]
            assert favourite["times"] == 1
            assert all(favourite["names"][language] for language in LANGUAGES)

    asyncio.run(work())


# ---- following, blocking, challenging ---------------------------------------------------------------------------------------------


def test_who_follows_sees_when_the_other_is_here_and_is_challenged_live(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client, live(server.base) as ann_socket, live(server.base) as ben_socket:
            ann, ben = await claim(client), await claim(client)
            await ann_socket.send(type="me", token=ann["token"])
            assert conforms(circle_models.Circle, await ann_socket.kind("circle"))["people"] == []
            bond = conforms(people.Bond, (await put(client, f"/me/people/{ben['handle']}", ann, follows=True, note="bids low")).json())
            assert (bond["follows"], bond["note"]) == (True, "bids low")
            away = await ann_socket.until(lambda m: m["type"] == "circle" and m["people"])
            assert away["people"] == [{"handle": ben["handle"], "here": False, "plays": None, "tables": []}]
            await ben_socket.send(type="me", token=ben["token"])
            await ann_socket.until(lambda m: m["type"] == "circle" and m["people"][0]["here"])
            assert (await page(client, ben))["here"] is True
            opened = await offer(client, ben, spectators=True)
            await ann_socket.until(lambda m: m["type"] == "circle" and m["people"][0]["tables"] == [opened["table"]])
            assert [each["table"] for each in (await page(client, ben))["tables"]] == [opened["table"]]

            # once somebody sits down one sees what the other plays, and may watch; a table among friends stays among them
            assert (await sit(client, opened["table"])).status_code == 200
            at = {"game": "tuareg", "table": opened["table"]}
            await ann_socket.until(lambda m: m["type"] == "circle" and m["people"][0]["plays"] == at)
            assert (await page(client, ben, ann))["plays"] == at
            private = await client.post("/api/tables", json={"game": "tuareg", "seats": [ME, BOT]}, headers=bearer(ben["token"]))
            assert private.status_code == 201, private.text
            await ann_socket.until(lambda m: m["type"] == "circle" and m["people"][0]["plays"] == {**at, "table": None})
            assert not (await put(client, "/me/public", ben, here=False)).json()["here"]
            await ann_socket.until(lambda m: m["type"] == "circle" and m["people"][0]["plays"] is None)
            await put(client, "/me/public", ben, here=True)

            wanted = {"game": "tuareg", "clock": "calm", "rated": True, "token": new_token()}
            made = await post(client, f"/{ben['handle']}/challenge", wanted, ann["token"])
            assert made.status_code == 201, made.text
            asked = await ben_socket.until(lambda m: m["type"] == "circle" and m["challenges"])
            challenge = conforms(circle_models.Circle, asked)["challenges"][0]
            assert (challenge["by"], challenge["game"], challenge["rated"]) == (ann["handle"], "tuareg", True)
            more = {"game": "targui", "clock": "slow"}
            assert await refused(post(client, f"/{ben['handle']}/challenge", more, ann["token"])) == (409, "CHALLENGED_ALREADY")
            path = f"/me/challenges/{challenge['table']}"
            eve = await claim(client)
            assert await refused(post(client, path, {"name": "x"}, eve["token"])) == (404, "NO_CHALLENGE")
            seated = await post(client, path, {"name": "x", "token": new_token()}, ben["token"])
            assert (seated.json()["status"]["phase"], seated.json()["status"]["rated"]) == ("playing", True)
            await ben_socket.until(lambda m: m["type"] == "circle" and not m["challenges"])

            # Ann's page is closed: a challenge with a live clock of hers does not wait any more, and can be declined
            again = (await post(client, f"/{ann['handle']}/challenge", wanted | {"token": new_token()}, ben["token"])).json()
            await ann_socket.until(lambda m: m["type"] == "circle" and m["challenges"])
            gone = await client.delete(f"/api/people/me/challenges/{again['table']}", headers=bearer(ann["token"]))
            assert gone.status_code == 200
            await ann_socket.until(lambda m: m["type"] == "circle" and not m["challenges"])

    asyncio.run(work())


def test_blocked_people_never_meet(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            ann, ben, eve = [await claim(client) for _ in range(3)]
            await put(client, f"/me/people/{ann['handle']}", ben, follows=True)
            blocked = (await put(client, f"/me/people/{ben['handle']}", ann, blocks=True)).json()
            assert (blocked["blocks"], blocked["follows"]) == (True, False)
            assert await get(client, "/me/people", ben) == [], "following ends, and nobody is told why"
            wish = {"clock": "brisk", "game": "tuareg"}
            mine, theirs = new_token(), new_token()
            for _ in range(2):
                assert (await seek(client, ann, mine, **wish))["found"] is None
                assert (await seek(client, ben, theirs, **wish))["found"] is None
            found = (await seek(client, eve, new_token(), **wish))["found"]
            assert found is not None, "whoever blocks nobody meets either"
            made = await offer(client, ann)
            assert await refused(sit(client, made["table"], ben)) == (403, "NOT_REACHED")
            second = await offer(client, ben)
            assert await refused(sit(client, second["table"], ann)) == (403, "NOT_REACHED")
            for one, other in ((ann, ben), (ben, ann)):
                asked = post(client, f"/{other['handle']}/challenge", {"game": "tuareg"}, one["token"])
                assert await refused(asked) == (403, "NOT_REACHED")
            assert await refused(put(client, f"/me/people/{ann['handle']}", ben, follows=True)) == (403, "NOT_REACHED")
            assert await refused(put(client, f"/me/people/{ann['handle']}", ann, follows=True)) == (403, "NOT_REACHED")
            for token in (mine, theirs):
                await client.post("/api/lobby/stop", json={"token": token})

    asyncio.run(work())


# ---- talking ----------------------------------------------------------------------------------------------------------------------


def test_every_phrase_has_words_in_every_language() -> None:
    for language in LANGUAGES:
        words = catalogue(language, "people")
        assert words["phrases"].keys() == KNOWN["phrase"]
        assert words["reactions"].keys() == KNOWN["reaction"]


def test_phrases_are_heard_at_the_table_and_nowhere_else(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client, live(server.base) as ann, live(server.base) as ben, live(server.base) as eve:
            made = await create(client, ME, OPEN)
            held = tokens(made, await join(client, made["invite"], "Ben"))
            table = made["table"]
            await ann.send(type="watch", table=table, token=held[0])
            await ben.send(type="watch", table=table, token=held[1])
            await eve.send(type="watch", table=table)
            for socket in (ann, ben, eve):
                await socket.kind("update")
            message = {"type": "say", "table": table, "seat": 0, "id": "one", "kind": "phrase", "said": "luck"}
            await ann.send(**message)
            await ann.send(**message)  # the same again is said once
            heard = conforms(talk.TalkSaid, await ben.kind("talk"))
            assert [(line["seat"], line["kind"], line["said"]) for line in heard["lines"]] == [(0, "phrase", "luck")]
            assert (await say(client, table, held[1], "reaction", "bravo")).status_code == 200
            heard = await ben.kind("talk")
            assert heard["lines"][0]["said"] == "bravo"
            so_far = await client.get(f"/api/tables/{table}/talk", headers=bearer(held[0]))
            assert [line["said"] for line in conforms(talk.TalkSoFar, so_far.json())["lines"]] == ["luck", "bravo"]
            assert await refused(client.get(f"/api/tables/{table}/talk")) == (401, "BAD_TOKEN")
            await eve.send(type="ping", id="p")
            assert (await eve.until(lambda m: m["type"] in ("pong", "talk")))["type"] == "pong", "spectators hear nothing"
            assert await refused(say(client, table, held[1], "reaction", "ouch")) == (429, "TALK_RESTS")
            assert await refused(say(client, table, held[1], "phrase", "buy_gold")) == (400, "NO_PHRASE")
            assert await refused(say(client, table, held[1], "text", "hello")) == (403, "TEXT_OFF")
            codes = [(await say(client, table, held[1], "phrase", "think")).status_code for _ in range(4)]
            assert codes == [200, 200, 200, 429]
            quiet = await create(client, ME, OPEN, quiet=True)
            assert await refused(say(client, quiet["table"], tokens(quiet)[0], "phrase", "hello")) == (403, "TALK_OFF")

    asyncio.run(work())


def test_free_text_needs_everybody_and_anybody_ends_it(sqlite_server: Server) -> None:
    async def work() -> None:
        async with http(sqlite_server.base) as client:
            made = await create(client, ME, OPEN, OPEN)
            held = tokens(made, await join(client, made["invite"], "Ben"), await join(client, made["invite"], "Eve"))
            table = made["table"]

            async def act(seat: int, kind: str, **body: Any) -> JSON:
                answer = await client.post(f"/api/tables/{table}/{kind}", json={"id": new_token(), **body}, headers=bearer(held[seat]))
                assert answer.status_code == 200, answer.text
                return (await client.get(f"/api/tables/{table}", headers=bearer(held[seat]))).json()["status"]

            [ask] = (await act(0, "free_text", on=True))["asks"]
            assert (ask["kind"], ask["waiting"]) == ("talk", [1, 2])
            await act(1, "answer", ask=ask["ask"], agree=True)
            assert await refused(say(client, table, held[0], "text", "hello")) == (403, "TEXT_OFF")
            assert (await act(2, "answer", ask=ask["ask"], agree=True))["talk"] == {"on": True, "text": True}
            said = await say(client, table, held[0], "text", "  <b>Well</b> \u202e played  ")
            assert said.json()["said"] == "bWell/b played"
            for link in ("see example.com", "https://x", "me@x", "example\u3002org", "ｗｗｗ．x．de", "spam[dot]net"):
                assert await refused(say(client, table, held[1], "text", link)) == (400, "NO_LINKS"), link
            assert (await act(1, "free_text", on=False))["talk"]["text"] is False
            assert await refused(say(client, table, held[0], "text", "hello")) == (403, "TEXT_OFF")

    asyncio.run(work())


@pytest.mark.parametrize("text", ["Good game. Thanks!", "3.5 to 2", "really...", "a. b. c."])
def test_ordinary_sentences_are_no_links(text: str) -> None:
    assert texts.checked(text) == text


def test_nothing_is_left_of_invisible_text() -> None:
    with pytest.raises(Denied, match="BAD_REQUEST"):
        texts.checked("\u200b\u202e")


def test_whoever_blocks_somebody_does_not_hear_them(sqlite_server: Server) -> None:
    async def work() -> None:
        async with http(sqlite_server.base) as client, live(sqlite_server.base) as socket:
            ann, ben = await claim(client), await claim(client)
            made = await offer(client, ann)
            held = tokens(made, (await sit(client, made["table"], ben)).json())
            await socket.send(type="watch", table=made["table"], token=held[0])
            await socket.kind("update")
            await put(client, f"/me/people/{ben['handle']}", ann, blocks=True)
            await say(client, made["table"], held[1], "phrase", "hello")
            await say(client, made["table"], held[0], "phrase", "bye")
            assert (await socket.kind("talk"))["lines"][0]["said"] == "bye"
            shown = (await client.get(f"/api/tables/{made['table']}/talk", headers=bearer(held[0]))).json()
            assert [line["said"] for line in shown["lines"]] == ["bye"]

    asyncio.run(work())


# ---- reports, and the host ----------------------------------------------------------------------------------------------------------


def test_a_host_reads_reports_renames_bans_and_deletes(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            ann, ben = await claim(client), await claim(client)
            made = await offer(client, ann, rated=True)
            held = tokens(made, (await sit(client, made["table"], ben)).json())
            table = made["table"]
            await say(client, table, held[1], "phrase", "your_turn")
            body = {"reported": 1, "reason": "talk", "words": "All the time <script>"}
            reported = await client.post(f"/api/tables/{table}/report", json=body, headers=bearer(held[0]))
            assert reported.status_code == 200, reported.text
            own = client.post(f"/api/tables/{table}/report", json={**body, "reported": 0}, headers=bearer(held[0]))
            assert await refused(own) == (400, "BAD_REQUEST")
            assert (await post(client, f"/{ben['handle']}/report", {"reason": "name"}, ann["token"])).status_code == 200

            told = admin(server, "reports").stdout
            assert f"{ben['handle']} for talk, by {ann['handle']}" in told
            assert "said (phrase): your_turn" in told
            assert "<script>" not in told
            number = next(line.partition(":")[0] for line in told.splitlines() if f"{ben['handle']} for talk" in line)
            assert admin(server, "reports", "--close", number).returncode == 0
            assert f"{ben['handle']} for talk" not in admin(server, "reports").stdout

            listed = admin(server, "list", ben["handle"]).stdout
            assert ben["handle"] in listed
            assert "1 open report" in listed
            name = new_handle("oryx")
            assert admin(server, "rename", ben["handle"], name).returncode == 0
            taken = admin(server, "rename", name, ann["handle"])
            assert (taken.returncode, "Traceback" in taken.stderr) == (2, False)
            seat = await called(client, table, held[0], name)
            assert seat["name"] == name
            assert (await get(client, "/me", {**ben, "handle": name}))["handle"] == name

            assert admin(server, "ban", name).returncode == 0
            assert await refused(client.get(f"/api/people/{name}")) == (404, "NO_PERSON")
            wanted = {"game": "tuareg", "seats": [ME, OPEN]}
            assert await refused(client.post("/api/tables", json=wanted, headers=bearer(ben["token"]))) == (403, "BANNED")
            looking = {"token": new_token(), "name": "x", "game": "tuareg", "players": 2, "clock": "calm"}
            assert await refused(client.post("/api/lobby/seek", json=looking, headers=bearer(ben["token"]))) == (403, "BANNED")
            assert await refused(say(client, table, held[1], "phrase", "bye")) == (403, "BANNED")
            assert (await get(client, "/me", ben))["handle"] == name, "the own data stay within reach"
            assert "banned" in admin(server, "list", "--banned").stdout
            assert admin(server, "unban", name).returncode == 0
            assert (await page(client, {"handle": name}))["handle"] == name

            assert admin(server, "delete", name, "--yes").returncode == 0
            assert await refused(client.get("/api/people/me", headers=bearer(ben["token"]))) == (401, "NOT_ENTERED")
            assert (await called(client, table, held[0], None))["name"].startswith("Guest ")
            assert admin(server, "ban", name).returncode == 2
        recomputed(server)

    asyncio.run(work())


async def called(client: httpx.AsyncClient, table: str, token: str, handle: str | None) -> JSON:
    """The second seat, once the server has heard of its new name."""
    for _ in range(200):
        status = (await client.get(f"/api/tables/{table}", headers=bearer(token))).json()["status"]
        if status["seats"][1]["handle"] == handle:
            seat: JSON = status["seats"][1]
            return seat
        await asyncio.sleep(0.1)
    raise AssertionError("the server still has the old name")


def test_a_notice_is_shown_to_everybody_at_once_and_taken_down(server: Server) -> None:
    async def work() -> None:
        async with live(server.base) as socket:
            assert admin(server, "notice", "Back at noon", "--de", "Mittags wieder da").returncode == 0
            up = conforms(talk.Notice, await socket.kind("notice"))
            assert up["words"] == {"en": "Back at noon", "de": "Mittags wieder da"}
            async with live(server.base) as late:
                assert (await late.kind("notice"))["words"]["en"] == "Back at noon"
            assert admin(server, "notice").returncode == 0
            assert (await socket.kind("notice"))["words"] is None

    asyncio.run(work())


# ---- pages of others ----------------------------------------------------------------------------------------------------------------


def test_pages_of_other_sites_can_do_nothing(sqlite_server: Server) -> None:
    """What a browser sends without asking first is refused, what it asks first for is not allowed, and no answer can be read."""

    async def work() -> None:
        async with http(sqlite_server.base) as client:
            person = await claim(client)
            foreign = {"Origin": "https://evil.example"}
            body = f'{{"handle": "{new_handle()}", "device": "x"}}'
            for path in ("/api/people", "/api/lobby/seek", f"/api/people/{person['handle']}/report"):
                plain = await client.post(path, content=body, headers={**foreign, "Content-Type": "text/plain"})
                assert plain.status_code in (400, 401), path
                assert "access-control-allow-origin" not in plain.headers
            preflight = {**foreign, "Access-Control-Request-Method": "PUT", "Access-Control-Request-Headers": "authorization"}
            asked = await client.options("/api/people/me/public", headers=preflight)
            assert (asked.status_code, "access-control-allow-origin" in asked.headers) == (405, False)
            read = await client.get("/api/people/me", headers={**foreign, **bearer(person["token"])})
            assert "access-control-allow-origin" not in read.headers
            assert "set-cookie" not in read.headers, "nothing that a browser would send along by itself"

    asyncio.run(work())
