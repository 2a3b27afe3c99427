"""The coach on real servers: SQLite, and PostgreSQL with web and bot workers."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from sandtable.kernel.record import Record
from sandtable.kernel.registry import load
from tests.server.players import BOT, JSON, ME, OPEN, PATIENCE, Stubborn, bearer, create, http, join, live, tokens
from tests.server.processes import Server

BEN = {"kind": "me", "name": "Ben"}


async def finished(client: httpx.AsyncClient, url: str, body: JSON, token: str | None = None) -> tuple[JSON, list[JSON]]:
    """Asks, and follows the analysis to its end: the last answer and all of them."""
    headers = bearer(token) if token else {}
    answer = await client.post(url, json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    told = [answer.json()]
    async with asyncio.timeout(3 * PATIENCE):
        while told[-1]["state"] in ("queued", "working"):
            path = f"/api/analysis/{told[0]['analysis']}?version={told[-1]['version']}&wait=20"
            answer = await client.get(path, headers=headers)
            assert answer.status_code == 200, answer.text
            told.append(answer.json())
    return told[-1], told


def late(game: str, decisions: int, players: int | None = None, seed: int = 7) -> Any:
    """A state so many decisions before the end of a random game."""
    rng = random.Random(seed)
    state = load(game).new(players, seed=seed)
    while not state.over:
        state.play(rng.choice(state.legal.ids.tolist()))
    moves = state.moves[:-decisions]
    again = load(game).new(players, seed=seed)
    for move in moves:
        again.play(move.action.id)
    return again


# ---- analyses ---------------------------------------------------------------------------------------------------------------------


def test_a_running_game_from_the_own_seat(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            made = await create(client, ME, BOT)
            token = tokens(made)[0]
            assert made["status"]["coach"] == {"analysis": True, "hints": True, "aids": True}
            body = {"kind": "position", "table": made["table"], "depth": "quick"}
            for headers in ({}, bearer("x" * 32)):
                assert (await client.post("/api/analysis", json=body, headers=headers)).status_code == 401
            last, told = await finished(client, "/api/analysis", body, token)
            assert last["state"] == "done", last
            assert [item["version"] for item in told] == sorted(item["version"] for item in told)
            result = last["result"]
            assert (result["eyes"], result["game"], result["done"]) == (0, "tuareg", True)
            assert sum(chance["mean"] for chance in result["chances"]) == pytest.approx(1.0, abs=0.01)
            path = f"/api/analysis/{last['analysis']}"
            assert (await client.get(path)).json()["code"] == "BAD_TOKEN"
            assert (await client.get(path, headers=bearer(token))).json() == last
            for wrong, code in (({"eyes": 1}, 403), ({"eyes": "all"}, 403), ({"decisions": 999}, 409), ({"moves": ["draw"]}, 403)):
                refused = await client.post("/api/analysis", json={**body, **wrong}, headers=bearer(token))
                assert refused.status_code == code, wrong

    asyncio.run(work())


def test_a_finished_table(server: Server) -> None:
    """Its positions with all cards open or through anybody's eyes, and its report; all of it kept."""

    async def work() -> None:
        async with http(server.base) as client:
            state = late("tuareg", 8, 2)
            made = await create(client, ME, BEN, position=state.position())
            await Stubborn([server.base], made["table"], tokens(made), 3).run()
            record = Record.parse((await client.get(f"/api/tables/{made['table']}/record")).text)
            for eyes in ("all", 0, 1):
                body = {"kind": "position", "table": made["table"], "decisions": 1, "eyes": eyes, "depth": "quick"}
                last, _ = await finished(client, "/api/analysis", body)
                assert last["state"] == "done"
                assert (last["result"]["eyes"], last["result"]["decisions"]) == (eyes, 1)
                assert last["result"]["played"]["texts"][0] == record.decisions[1][0].text
                again = (await client.post("/api/analysis", json=body)).json()
                assert again == last
            body = {"kind": "report", "table": made["table"], "depth": "quick"}
            last, told = await finished(client, "/api/analysis", body)
            assert last["state"] == "done"
            report = last["result"]
            assert (report["done"], report["players"], report["decisions"]) == (True, 2, len(record.decisions))
            assert report["turns"][-1]["last"] == len(record.decisions)
            same, _ = await finished(client, "/api/analysis", {"kind": "report", "record": str(record), "depth": "quick"})
            assert same["result"]["curve"] == report["curve"]
            assert [item["version"] for item in told] == sorted(item["version"] for item in told)

    asyncio.run(work())


def test_a_free_position_and_stopping(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            state = late("five-tribes", 40, 2)
            body = {"kind": "position", "game": "five-tribes", "position": state.position(), "eyes": "all", "depth": "quick"}
            last, _ = await finished(client, "/api/analysis", body)
            assert last["result"]["to_decide"] == state.seat
            assert last["result"]["turns"]
            first = last["result"]["turns"][0]["texts"][0]
            moved, _ = await finished(client, "/api/analysis", {**body, "moves": [first]})
            assert moved["analysis"] != last["analysis"]
            deep = (await client.post("/api/analysis", json={**body, "depth": "deep"})).json()
            stopped = (await client.delete(f"/api/analysis/{deep['analysis']}")).json()
            assert stopped["state"] == "stopped"
            assert stopped["version"] > deep["version"]
            assert (await client.get(f"/api/analysis/{'z' * 16}")).json()["code"] == "NO_ANALYSIS"
            illegal = await client.post("/api/analysis", json={**body, "moves": ["fly"]})
            assert illegal.status_code == 422
            bad = await client.post("/api/analysis", json={**body, "position": {"players": 9}})
            assert (bad.status_code, bad.json()["code"]) == (400, "BAD_POSITION")

    asyncio.run(work())


# ---- at a table -------------------------------------------------------------------------------------------------------------------


def test_the_coach_needs_everybodys_consent(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client, live(server.base) as ann, live(server.base) as ben:
            made = await create(client, ME, OPEN)
            assert made["status"]["coach"] == {"analysis": False, "hints": False, "aids": True}
            joined = await join(client, made["invite"])
            table, held = made["table"], tokens(made, joined)
            closed = await client.post("/api/analysis", json={"kind": "position", "table": table}, headers=bearer(held[0]))
            assert (closed.status_code, closed.json()["code"]) == (403, "COACH_OFF")
            await ann.watch(table, held[0])
            await ben.watch(table, held[1])
            asked = await ann.ask(type="coach", id="c1", table=table, seat=0, coach={"analysis": True})
            assert asked["type"] == "ack"
            update = await ben.until(lambda m: m["type"] == "update" and m["status"]["asks"])
            ask = update["status"]["asks"][0]
            assert (ask["kind"], ask["coach"]) == ("coach", {"analysis": True, "hints": False, "aids": True})
            assert update["status"]["coach"]["analysis"] is False
            second = await ann.ask(type="coach", id="c2", table=table, seat=0, coach={"hints": True})
            assert second["code"] == "ASK_OPEN"
            await ben.ask(type="answer", id="b1", table=table, seat=1, ask=ask["ask"], agree=True)
            update = await ann.until(lambda m: m["type"] == "update" and m["status"]["coach"]["analysis"])
            assert [entry["kind"] for entry in update["entries"]][-1] == "coach_changed"
            assert update["status"]["asks"] == []
            asked = await ben.ask(type="coach", id="b2", table=table, seat=1, coach={"hints": True})
            update = await ann.until(lambda m: m["type"] == "update" and m["status"]["asks"])
            await ann.ask(type="answer", id="a3", table=table, seat=0, ask=update["status"]["asks"][0]["ask"], agree=False)
            update = await ben.until(lambda m: m["type"] == "update" and not m["status"]["asks"] and m["number"] > update["number"])
            assert update["status"]["coach"] == {"analysis": True, "hints": False, "aids": True}

    asyncio.run(work())


def test_alone_the_coach_changes_at_once(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            made = await create(client, ME, BOT, coach={"hints": False, "analysis": False, "aids": False})
            path, headers = f"/api/tables/{made['table']}", bearer(tokens(made)[0])
            assert made["status"]["coach"] == {"analysis": False, "hints": False, "aids": False}
            assert (await client.get(f"{path}/turns", headers=headers)).json()["code"] == "COACH_OFF"
            done = await client.post(f"{path}/coach", json={"id": "1", "coach": {"aids": True}}, headers=headers)
            assert done.status_code == 200
            update = (await client.get(path, headers=headers)).json()
            assert update["status"]["coach"] == {"analysis": False, "hints": False, "aids": True}

    asyncio.run(work())


def test_hints_are_recorded(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            state = late("tuareg", 12, 2)
            seats = [BOT, BOT]
            seats[state.seat] = ME
            made = await create(client, *seats, position=state.position())
            path, headers = f"/api/tables/{made['table']}", bearer(tokens(made)[state.seat])
            for step in (1, 2, 3):
                answer = await client.post(f"{path}/hint", json={"id": f"h{step}", "step": step}, headers=headers)
                assert answer.status_code == 200, answer.text
                hint = answer.json()
                assert hint["step"] == step
                assert hint["words"]["de"]
                assert (hint["turn"] is not None) == (step == 3)
            told = (await client.get("/metrics")).text
            assert (
                server.database.startswith("postgresql")
                or 'sandtable_analysis_seconds_count{depth="hint",kind="hint",state="done"} 1.0' in told
            )
            again = await client.post(f"{path}/hint", json={"id": "h3", "step": 3}, headers=headers)
            assert again.json() == hint
            other = await client.post(f"{path}/hint", json={"id": "h3", "step": 2}, headers=headers)
            assert other.json()["code"] == "ID_REUSED"
            update = (await client.get(path)).json()
            hinted = [entry for entry in update["entries"] if entry["kind"] == "hinted"]
            assert [(entry["seat"], entry["step"]) for entry in hinted] == [(state.seat, step) for step in (1, 2, 3)]
            serious = await create(client, *seats, position=state.position(), casual=False)
            refused = await client.post(
                f"/api/tables/{serious['table']}/hint",
                json={"id": "h", "step": 1},
                headers=bearer(tokens(serious)[state.seat]),
            )
            assert (refused.status_code, refused.json()["code"]) == (403, "COACH_OFF")

    asyncio.run(work())


def test_whole_turns(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            state = load("five-tribes").new(2, seed=4)
            while state.legal[0].kind == "bid":
                state.play(state.legal.ids[0].item())
            made = await create(client, ME, BEN, game="five-tribes", position=state.position())
            path = f"/api/tables/{made['table']}/turns"
            assert (await client.get(path)).status_code == 401
            told = (await client.get(path, headers=bearer(tokens(made)[state.seat]))).json()
            worths = [turn["worth"] for turn in told["turns"]]
            assert worths
            assert worths == sorted(worths, reverse=True)
            assert {"start", "final", "marks", "texts"} <= set(told["turns"][0])
            waiting = (await client.get(path, headers=bearer(tokens(made)[1 - state.seat]))).json()
            assert waiting["turns"] == []

    asyncio.run(work())


# ---- boards, studies, puzzles -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["tuareg", "targui", "five-tribes"])
def test_a_free_board(sqlite_server: Server, game: str) -> None:
    async def work() -> None:
        async with http(sqlite_server.base) as client:
            setup = (await client.get(f"/api/games/{game}/setup?players=2&seed=ab&position=true")).json()
            body: JSON = {"game": game, "position": setup["position"], "moves": []}
            rng = random.Random(2)
            for number in range(12):
                board = (await client.post("/api/board", json=body)).json()
                assert (board["moves"], board["over"]) == (number, False)
                assert board["view"] == load(game).position(board["position"]).view("all")
                body["moves"].append(rng.choice(board["legal"])["text"])
            twice = [(await client.post("/api/board", json=body)).json() for _ in range(2)]
            assert twice[0] == twice[1]
            assert twice[0]["events"]
            on = (await client.post("/api/board", json={"game": game, "position": twice[0]["position"], "eyes": 1})).json()
            assert on["legal"] == twice[0]["legal"]
            assert load(game).position(on["position"]).view(1) == on["view"]
            refused = await client.post("/api/board", json={**body, "moves": ["fly away"]})
            assert refused.status_code == 422
            assert refused.json()["rule"]

    asyncio.run(work())


def test_a_board_from_a_table_or_record(sqlite_server: Server) -> None:
    async def work() -> None:
        async with http(sqlite_server.base) as client:
            made = await create(client, ME, BEN)
            running = await client.post("/api/board", json={"table": made["table"]}, headers=bearer(tokens(made)[0]))
            assert (running.status_code, running.json()["code"]) == (403, "GAME_RUNNING")
            await Stubborn([sqlite_server.base], made["table"], tokens(made), 4).run()
            text = (await client.get(f"/api/tables/{made['table']}/record")).text
            record = Record.parse(text)
            states = [state.copy() for state in record.states()]
            for start in ({"table": made["table"]}, {"record": text}):
                for number in (0, 5, len(states) - 1):
                    board = (await client.post("/api/board", json={**start, "decisions": number})).json()
                    assert board["position"] == states[number].position()
                    assert board["decisions"] == number
                moves = [action.text for action, _ in record.decisions[5:9]]
                on = (await client.post("/api/board", json={**start, "decisions": 5, "moves": moves})).json()
                assert on["position"] == states[9].position(), "the game's own moves lead to the game's own positions"
            for wrong in (
                {},
                {"record": text, "table": made["table"]},
                {"record": "x"},
                {"position": {}},
                {"record": text, "decisions": 10**6},
            ):
                assert (await client.post("/api/board", json=wrong)).status_code == 400, wrong

    asyncio.run(work())


def test_studies(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            state = late("tuareg", 20, 3)
            moves = [state.legal[0].text]
            study = {
                "title": "A <b>thought</b>\u202e",
                "game": "tuareg",
                "start": {"position": state.position()},
                "tree": [{"moves": moves, "note": "one\ntwo"}],
                "eyes": 1,
            }
            made = await client.post("/api/studies", json=study)
            assert made.status_code == 201, made.text
            path, key = f"/api/studies/{made.json()['study']}", made.json()["key"]
            kept = (await client.get(path)).json()
            assert kept["title"] == "A bthought/b"
            assert (kept["tree"], kept["eyes"], kept["start"]) == (study["tree"], 1, study["start"])
            assert key not in str(kept)
            for headers in ({}, bearer("k" * 32)):
                assert (await client.put(path, json=study, headers=headers)).status_code == 401
            changed = await client.put(path, json={**study, "title": "Another"}, headers=bearer(key))
            assert changed.json()["title"] == "Another"
            assert changed.json()["changed"] > kept["changed"]
            wrong = await client.post("/api/studies", json={**study, "tree": [{"moves": ["fly"]}]})
            assert wrong.status_code == 422
            assert "tree.0" in wrong.json()["detail"]
            long = await client.post("/api/studies", json={**study, "tree": [{"moves": moves, "note": "x" * 2000}] * 50})
            assert (long.status_code, long.json()["code"]) == (413, "TOO_LARGE")
            running = await create(client, ME, BEN)
            closed = await client.post("/api/studies", json={**study, "start": {"table": running["table"], "decisions": 0}})
            assert closed.json()["code"] == "GAME_RUNNING"

    asyncio.run(work())


def test_puzzles(sqlite_server: Server) -> None:
    async def work() -> None:
        async with http(sqlite_server.base) as client:
            listed = (await client.get("/api/puzzles")).json()
            assert {puzzle["game"] for puzzle in listed} == {"five-tribes", "targui", "tuareg"}
            today = (await client.get("/api/puzzles/today")).json()
            assert today["id"] in {puzzle["id"] for puzzle in listed}
            for game in {puzzle["game"] for puzzle in listed}:
                of_game = (await client.get(f"/api/puzzles?game={game}")).json()
                path = f"/api/puzzles/{of_game[0]['id']}"
                puzzle = (await client.get(path)).json()
                assert puzzle["board"]["to_decide"] == puzzle["seat"]
                assert not {"best", "accepted", "words", "solution"} & set(puzzle)
                begun = (await client.post(f"{path}/try", json={"moves": []})).json()
                assert (begun["state"], begun["solution"]) == ("going", None)
                given = (await client.post(f"{path}/try", json={"moves": [], "give_up": True})).json()
                solution = given["solution"]["texts"]
                solved = (await client.post(f"{path}/try", json={"moves": solution})).json()
                assert solved["state"] == "right"
                assert solved["words"]["de"]
                assert (await client.post(f"{path}/try", json={"moves": ["fly"]})).status_code == 422
            assert (await client.get("/api/puzzles/none")).json()["code"] == "NO_PUZZLE"

    asyncio.run(work())


# ---- workers that die -------------------------------------------------------------------------------------------------------------


def test_another_worker_takes_over(new_database: Callable[[], str]) -> None:
    """The bot worker that works on a report is killed; the other one (or the one started in its place) ends the report."""

    async def work(server: Server) -> None:
        async with http(server.base) as client:
            state = late("tuareg", 30, 2)
            made = await create(client, ME, BEN, position=state.position())
            await Stubborn([server.base], made["table"], tokens(made), 3).run()
            body = {"kind": "report", "table": made["table"], "depth": "normal"}
            asked = (await client.post("/api/analysis", json=body)).json()
            while asked["state"] == "queued" or not asked["result"]:
                asked = (await client.get(f"/api/analysis/{asked['analysis']}?version={asked['version']}&wait=20")).json()
            assert asked["state"] == "working", "it was over before anybody could be killed"
            for worker in server.children("bot-worker"):
                worker.kill()
            last, told = await finished(client, "/api/analysis", body)
            assert last["state"] == "done"
            assert told[0]["version"] >= asked["version"]

    soon = {f"sandtable.server.coach.{module}.LEASE": 4.0 for module in ("queue", "worker")}
    with Server(new_database(), "--bot-workers=2", constants=soon) as server:
        asyncio.run(work(server))
