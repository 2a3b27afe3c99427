"""The same deal for everybody on real servers: the deal of the day, beating a game, events; and who may see what when."""

from __future__ import annotations

import asyncio
import secrets
from datetime import date, timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from sandtable.kernel import seeds
from sandtable.server.coach import models as coach
from sandtable.server.deals import daily, events, models, swiss
from sandtable.server.deals.plays import Play
from sandtable.server.schema import deals
from sandtable.server.store import Store
from tests.server.players import BOT, JSON, ME, OPEN, Stubborn, bearer, create, http, join, live, tokens
from tests.server.processes import Server
from tests.server.test_models import conforms, get, post
from tests.server.test_people import claim, refused
from tests.server.test_people import post as post_people

GAME = "tuareg"


def new_guest() -> str:
    return secrets.token_urlsafe(24)


async def begin(client: httpx.AsyncClient, token: str, path: str = f"/daily/{GAME}", **more: Any) -> JSON:
    return await post(client, models.Begun, f"/api/deals{path}", more, token)


async def play_out(server: Server, begun: JSON, token: str, seed: int = 1) -> None:
    await Stubborn([server.base], begun["table"], {begun["seat"]: token}, seed).run()


async def give_up(client: httpx.AsyncClient, begun: JSON, token: str) -> None:
    answer = await client.post(f"/api/tables/{begun['table']}/resign", json={"id": "r"}, headers=bearer(token))
    assert answer.status_code == 200, answer.text


async def today(client: httpx.AsyncClient, token: str | None = None, game: str = GAME, **more: Any) -> JSON:
    answer = await client.get(f"/api/deals/daily/{game}", params=more, headers=bearer(token) if token else {})
    assert answer.status_code == 200, answer.text
    return conforms(models.DailyDeal, answer.json())


# ---- days in a row ----------------------------------------------------------------------------------------------------------------


def test_days_in_a_row() -> None:
    now = date(2026, 11, 16)
    days = [now - timedelta(days=n) for n in (1, 2, 3, 7, 8, 9, 10, 11)]
    assert daily.streaks([], now) == (0, 0)
    assert daily.streaks(days, now) == (3, 5)
    assert daily.streaks([*days, now], now) == (4, 5)
    assert daily.streaks(days, now + timedelta(days=1)) == (0, 5)


# ---- the deal of the day ----------------------------------------------------------------------------------------------------------


def test_the_deal_of_the_day(server: Server) -> None:
    """Everybody gets the same deal and bots, sees nothing of others before the own end, and everything of them after it."""

    async def work() -> None:
        async with http(server.base) as client:
            ann, ben = await claim(client), await claim(client)
            before = await today(client, ann["token"])
            assert (before["mine"], before["results"], before["seed"]) == (None, None, None)
            assert {before["commitment"], before["next_commitment"]} & {None} == set()
            first = await begin(client, ann["token"])
            assert await begin(client, ann["token"]) == first
            second = await begin(client, ben["token"])
            seen = [await update_of(client, one["table"], who["token"]) for one, who in ((first, ann), (second, ben))]
            assert [one["status"]["commitment"] for one in seen] == [before["commitment"]] * 2
            assert [one["status"]["deal"] for one in seen] == [before["deal"]] * 2
            assert seen[0]["position"]["view"] == seen[1]["position"]["view"]
            await play_out(server, first, ann["token"])
            await nothing_before_the_own_end(client, first["table"], ben, second)
            follow = await client.put(f"/api/people/me/people/{ann['handle']}", json={"follows": True}, headers=bearer(ben["token"]))
            assert follow.status_code == 200, follow.text
            followed = {"handle": ann["handle"], "state": "finished", "points": None, "table": None}
            assert (await today(client, ben["token"]))["friends"] == [followed], "not a word about points before the own end"
            done = await today(client, ann["token"])
            assert done["mine"]["state"] == "finished"
            assert done["mine"]["words"]["de"].startswith(str(done["mine"]["points"]))
            assert ann["handle"] in {line["name"] for line in done["results"]["best"]}
            assert done["calendar"]["now"] == 1
            since = date.fromisoformat(done["calendar"]["since"])
            assert (await today(client, day=since.isoformat()))["day"] == since.isoformat()
            before_all = client.get(f"/api/deals/daily/{GAME}", params={"day": (since - timedelta(days=1)).isoformat()})
            assert await refused(before_all) == (404, "NO_DEAL")
            assert done["seed"] is None
            await play_out(server, second, ben["token"], 2)
            assert (await client.get(f"/api/tables/{first['table']}/replay", headers=bearer(ben["token"]))).status_code == 200
            known = {**followed, "points": done["mine"]["points"], "table": first["table"]}
            assert (await today(client, ben["token"]))["friends"] == [known]
            path = f"/api/deals/compare/{second['table']}/{first['table']}"
            both = await get(client, models.SideBySide, path, ben["token"])
            assert both["parted"] is not None
            assert [side["name"] for side in both["sides"]] == [ben["handle"], ann["handle"]]
            assert not both["turns"][-1]["same"]
            assert all(turn[side] is None or turn[side]["words"]["en"] for turn in both["turns"] for side in ("first", "second"))
            report = {"kind": "report", "table": first["table"], "eyes": "all", "depth": "quick"}
            asked = await post(client, coach.AnalysisState, "/api/analysis", report, ben["token"])
            await client.delete(f"/api/analysis/{asked['analysis']}", headers=bearer(ben["token"]))
            assert await refused(client.get(f"/api/tables/{first['table']}/record", headers=bearer(ann["token"]))) == (403, "DEAL_SEALED")
            shown = await get(client, list[models.DealOfToday], "/api/deals/daily", ben["token"])
            assert {one["game"]: one["state"] for one in shown}[GAME] == "finished"

    asyncio.run(work())


async def update_of(client: httpx.AsyncClient, table: str, token: str) -> JSON:
    """Once it is one's turn (bots may begin)."""
    while True:
        answer = await client.get(f"/api/tables/{table}", params={"wait": 5}, headers=bearer(token))
        assert answer.status_code == 200, answer.text
        found: JSON = answer.json()
        if found["position"]["to_decide"] == found["seat"]:
            return found


async def nothing_before_the_own_end(client: httpx.AsyncClient, table: str, who: JSON, own: JSON) -> None:
    """Nobody who has not played the deal to its end reads somebody's game of it, on any way; nor does a second device, nor a guest."""
    linked = (await post_people(client, "/me/link", token=who["token"])).json()
    phone = (await post_people(client, "/enter/link", {"code": linked["code"], "device": "Phone"})).json()["token"]
    quitter = new_guest()
    await give_up(client, await begin(client, quitter, name="Zoe"), quitter)
    for token in (None, who["token"], phone, new_guest(), quitter):
        headers = bearer(token) if token else {}
        asked = {"kind": "report", "table": table, "eyes": "all", "depth": "quick"}
        position = {"kind": "position", "table": table, "eyes": "all", "decisions": 3, "depth": "quick"}
        ways = [
            client.get(f"/api/tables/{table}", headers=headers),
            client.get(f"/api/tables/{table}/replay", headers=headers),
            client.get(f"/api/tables/{table}/replay?seat=all", headers=headers),
            client.get(f"/api/tables/{table}/record", headers=headers),
            client.post("/api/analysis", json=asked, headers=headers),
            client.post("/api/analysis", json=position, headers=headers),
            client.post("/api/board", json={"table": table, "moves": []}, headers=headers),
            client.get(f"/api/deals/compare/{table}/{own['table']}", headers=headers),
            client.post("/api/deals/again", json={"table": table, "seat": own["seat"]}, headers=headers),
        ]
        assert {await refused(way) for way in ways} == {(403, "DEAL_SEALED")}
        assert (await today(client, token))["results"] is None or token == quitter
        assert all(line["table"] is None for line in ((await today(client, token))["results"] or {"best": []})["best"])
    assert await begin(client, phone) == own
    # neither a coach in the own game, nor a look from outside at a running one
    coached = {"kind": "position", "table": own["table"], "depth": "quick"}
    assert await refused(client.post("/api/analysis", json=coached, headers=bearer(phone))) == (403, "COACH_OFF")
    allow = {"id": "c", "coach": {"analysis": True}}
    assert (await refused(client.post(f"/api/tables/{own['table']}/coach", json=allow, headers=bearer(phone))))[1] == "RATED_CONDITIONS"
    assert await refused(client.get(f"/api/tables/{own['table']}")) == (403, "NO_SPECTATORS")
    assert await refused(client.get("/api/deals/daily/" + GAME, params={"day": (daily.today() + timedelta(days=1)).isoformat()})) == (
        404,
        "NO_DEAL",
    )
    async with live(str(client.base_url)) as socket:
        assert (await socket.watch(table, who["token"]))["code"] == "DEAL_SEALED"


def test_a_day_that_is_over_is_open_and_its_seed_was_committed_to(tmp_path: Any) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"

    async def a_day_later() -> None:
        store = Store(database)
        await store.open()
        yesterday = (daily.today() - timedelta(days=1)).isoformat()
        moved = update(deals).where(deals.c.game == GAME, deals.c.day == daily.today().isoformat())
        await store.change(lambda connection: connection.execute(moved.values(day=yesterday, opens=0.0)))
        await store.close()

    async def work(server: Server) -> JSON:
        async with http(server.base) as client:
            guest = new_guest()
            begun = await begin(client, guest, name="Ann")
            await play_out(server, begun, guest)
            before = await today(client, guest)
            assert before["mine"]["place"] == 1
            assert before["results"]["points"] == []  # a guest's does not count
            ann = await claim(client)
            taken = await post(client, models.TakenDeals, "/api/deals/mine", {"guest": guest}, ann["token"])
            assert taken == {"plays": 1}
            after = await today(client, ann["token"])
            assert after["results"]["points"] == [before["mine"]["points"]]
            assert (await client.get(f"/api/tables/{begun['table']}", headers=bearer(ann["token"]))).json()["seat"] == begun["seat"]
            return {**before, "table": begun["table"]}

    async def later(server: Server, before: JSON) -> None:
        async with http(server.base) as client:
            past = await today(client, day=(daily.today() - timedelta(days=1)).isoformat())
            assert seeds.commitment(bytes.fromhex(past["seed"])) == past["commitment"] == before["commitment"]
            assert (await client.get(f"/api/tables/{before['table']}/replay?seat=all")).status_code == 200
            record = (await client.get(f"/api/tables/{before['table']}/record")).text
            assert past["seed"] in record
            assert (await today(client))["deal"] != past["deal"]

    with Server(database) as server:
        before = asyncio.run(work(server))
    asyncio.run(a_day_later())
    with Server(database) as server:
        asyncio.run(later(server, before))


# ---- beat my game -----------------------------------------------------------------------------------------------------------------


def test_a_game_is_played_again_from_the_same_seat_against_the_same_bots(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            made = await create(client, ME, {"kind": "bot", "level": "level1"})
            assert await refused(client.post("/api/deals/again", json={"table": made["table"], "seat": 0})) == (409, "NOT_FINISHED")
            await Stubborn([server.base], made["table"], tokens(made), 5).run()
            old = await decisions(client, made["table"])
            link = await post(client, models.DealId, "/api/deals/again", {"table": made["table"], "seat": 0})
            assert link == await post(client, models.DealId, "/api/deals/again", {"table": made["table"], "seat": 0})
            path = f"/again/{link['deal']}"
            shown = await get(client, models.GameToBeat, f"/api/deals{path}")
            assert (shown["name"], shown["table"], shown["bots"]) == ("Ann", None, [None, "level1"])
            guest = new_guest()
            begun = await begin(client, guest, path, name="Ben")
            assert begun["seat"] == 0
            same = await repeat(client, begun["table"], guest, old[:12])
            assert same >= 6
            await play_out(server, begun, guest, 6)
            shown = await get(client, models.GameToBeat, f"/api/deals{path}", guest)
            assert (shown["table"], shown["mine"]["state"]) == (made["table"], "finished")
            both = await get(client, models.SideBySide, f"/api/deals/compare/{begun['table']}/{made['table']}", guest)
            assert both["parted"] is None or both["parted"] >= same
            assert both["turns"][0]["same"]
            other = await create(client, ME, BOT)
            await give_up(client, other, tokens(other)[0])
            path = f"/api/deals/compare/{begun['table']}/{other['table']}"
            assert await refused(client.get(path, headers=bearer(guest))) == (409, "OTHER_DEAL")

    asyncio.run(work())


async def decisions(client: httpx.AsyncClient, table: str) -> list[str]:
    """Of a finished game, as its record tells them."""
    record = (await client.get(f"/api/tables/{table}/record")).text
    return [line.partition(" ")[2].rpartition(" #")[0] for line in record.splitlines() if line[:1].isdigit()]


async def repeat(client: httpx.AsyncClient, table: str, token: str, texts: list[str]) -> int:
    """Plays as in another game as long as the bots do so as well; after how many decisions it ended."""
    while True:
        update = await update_of(client, table, token)
        number = update["position"]["decisions"]
        if number >= len(texts):
            return number
        body = {"id": f"again-{number}", "number": update["number"], "decision": texts[number]}
        answer = await client.post(f"/api/tables/{table}/play", json=body, headers=bearer(token))
        assert answer.status_code == 200, answer.text


def test_a_deal_drawn_by_several_people_is_played_again_as_it_was(sqlite_server: Server) -> None:
    async def work() -> None:
        async with http(sqlite_server.base) as client:
            parts = [secrets.token_hex(32) for _ in range(2)]
            made = await create(client, {**ME, "commitment": seeds.part_commitment(parts[0])}, OPEN)
            held = tokens(made, await join(client, made["invite"], commitment=seeds.part_commitment(parts[1])))
            table = made["table"]
            for seat, part in enumerate(parts):
                await client.post(f"/api/tables/{table}/reveal", json={"id": "p", "part": part}, headers=bearer(held[seat]))
            first = (await client.get(f"/api/tables/{table}", headers=bearer(held[0]))).json()
            mover = first["position"]["to_decide"]
            first = (await client.get(f"/api/tables/{table}", headers=bearer(held[mover]))).json()
            played = {"id": "1", "number": first["number"], "decision": first["position"]["legal"][0]["text"]}
            await client.post(f"/api/tables/{table}/play", json=played, headers=bearer(held[mover]))
            await give_up(client, {"table": table}, held[0])
            guest = new_guest()
            link = await post(client, models.DealId, "/api/deals/again", {"table": table, "seat": 1 - mover})
            begun = await begin(client, guest, f"/again/{link['deal']}", name="Ben")
            update = await update_of(client, begun["table"], guest)
            assert update["position"]["decisions"] >= 1
            opening = {"from": 0, "count": 2, "seat": 1 - mover}
            views = [
                [frame["view"] for frame in (await client.get(f"/api/tables/{t}/replay", params=opening, headers=h)).json()["frames"]]
                for t, h in ((table, {}), (begun["table"], bearer(guest)))
            ]
            assert views[0] == views[1]

    asyncio.run(work())


# ---- events -----------------------------------------------------------------------------------------------------------------------


def a_play(player: str, points: int | None, table: str | None = "t", rank: int = 1, gave_up: bool = False) -> Play:
    return Play("d", player, player, table, 0, 0.0, None if points is None else 1.0, points, 0, rank, gave_up)


def test_duplicate_scoring_compares_with_everybody_else() -> None:
    plays = [a_play("a", 50), a_play("b", 40), a_play("c", 40), a_play("d", 90, gave_up=True), a_play("e", None)]
    assert [events.compared(one, plays) for one in plays] == [1.0, 0.5, 0.5, 0.0, None]
    assert events.compared(plays[0], plays[:1]) is None


def test_swiss_pairs_equals_who_have_not_met_and_everybody_rests_once() -> None:
    people = {f"p{n}": swiss.Entrant(f"p{n}") for n in range(7)}
    for number in range(1, 7):
        together, resting = swiss.pairs("event", number, list(people.values()))
        assert swiss.pairs("event", number, list(reversed(people.values()))) == (together, resting)
        assert len({key for pair in together for key in pair} | {resting}) == 7
        assert resting is not None
        people[resting].rests += 1
        people[resting].score += 1
        for first, second in together:
            assert second not in people[first].met
            people[first].met.add(second)
            people[second].met.add(first)
            people[first].first += 1
            people[min(first, second)].score += 1
    assert {one.rests for one in people.values()} <= {0, 1}
    assert max(one.first for one in people.values()) - min(one.first for one in people.values()) <= 3


async def open_event(client: httpx.AsyncClient, host: str, **more: Any) -> str:
    wanted = {"name": "Friday", "host": "Hanna", "game": GAME, "scoring": "duplicate", "deals": 2, "hours": 1, "level": "random"}
    made = await post(client, models.EventId, "/api/events", {**wanted, **more}, host, 201)
    return str(made["event"])


async def event_of(client: httpx.AsyncClient, event: str, token: str | None = None) -> JSON:
    return await get(client, models.EventState, f"/api/events/{event}", token)


def test_a_duplicate_event_runs_to_its_end_by_itself(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            host, guest, ann = new_guest(), new_guest(), await claim(client)
            deals = 2 if server.database.startswith("sqlite") else 1  # what differs is who carries on with the event, not its length
            event = await open_event(client, host, most=3, deals=deals)
            for token, name in ((guest, "Gus"), (ann["token"], "?")):
                await post(client, Any, f"/api/events/{event}/join", {"name": name}, token)
            late = client.post(f"/api/events/{event}/join", json={"name": "Zoe"}, headers=bearer(new_guest()))
            assert await refused(late) == (409, "EVENT_FULL")
            shown = await event_of(client, event, guest)
            assert (shown["phase"], shown["me"], shown["host"], shown["deals"][0]["seed"]) == ("running", True, False, None)

            async def play(number: int, token: str, seed: int) -> None:
                begun = await post(client, models.Begun, f"/api/events/{event}/play", {"number": number}, token)
                await play_out(server, begun, token, seed)

            begun = await post(client, models.Begun, f"/api/events/{event}/play", {"number": 1}, guest)
            await asyncio.gather(*(play(number, host, 0) for number in range(1, deals + 1)))
            seen = await event_of(client, event, guest)  # the host has finished all deals: the games are sealed for who has not
            assert [cell["table"] for line in seen["table"] if not line["me"] for cell in line["cells"]] == [None] * 2 * deals
            await asyncio.gather(
                play_out(server, begun, guest, 1),
                *(play(number, guest, 1) for number in range(2, deals + 1)),
                *(play(number, ann["token"], 2) for number in range(1, deals + 1)),
            )
            while (shown := await event_of(client, event))["phase"] != "finished":
                await asyncio.sleep(0.1)
            assert {line["name"] for line in shown["table"]} == {"Hanna", "Gus", ann["handle"]}
            assert sum(line["total"] for line in shown["table"]) == pytest.approx(150, abs=0.1)
            assert all(cell["table"] and cell["state"] == "finished" for line in shown["table"] for cell in line["cells"])
            assert [seeds.commitment(bytes.fromhex(deal["seed"])) for deal in shown["deals"]] == [d["commitment"] for d in shown["deals"]]

    asyncio.run(work())


def test_a_swiss_event_pairs_round_after_round(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            host = new_guest()
            people = {host: "Hanna", new_guest(): "Gus", (await claim(client))["token"]: "?"}
            event = await open_event(client, host, scoring="swiss")
            assert await refused(client.post(f"/api/events/{event}/start", headers=bearer(host))) == (409, "EVENT_FEW")
            for token, name in list(people.items())[1:]:
                await post(client, Any, f"/api/events/{event}/join", {"name": name}, token)
            other = list(people)[1]
            assert await refused(client.post(f"/api/events/{event}/start", headers=bearer(other))) == (403, "NOT_HOST")
            await client.post(f"/api/events/{event}/start", headers=bearer(host))
            played: set[str] = set()
            while (shown := await event_of(client, event))["phase"] != "finished":
                for token in people:
                    mine = next(line for line in (await event_of(client, event, token))["table"] if line["me"])
                    running = [cell["table"] for cell in mine["cells"] if cell["state"] == "playing"]
                    if running and running[0] not in played:
                        played.add(running[0])
                        await give_up(client, {"table": running[0]}, token)
                await asyncio.sleep(0.1)
            assert len(played) == 2
            assert sorted(line["total"] for line in shown["table"]) in ([0, 2, 2], [1, 1, 2])
            assert sum(cell["state"] == "rest" for line in shown["table"] for cell in line["cells"]) == 2

    asyncio.run(work())
