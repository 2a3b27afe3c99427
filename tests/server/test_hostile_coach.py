"""A hostile client and the coach: nothing of a running game comes out through it, garbage is refused, floods are held."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel.registry import games, load
from sandtable.kernel.words import LANGUAGES
from tests.server.players import BOT, JSON, ME, OPEN, bearer, create, http, tokens
from tests.server.processes import Server
from tests.server.test_hostile import alive, game_of_two

CLOSED = ("GAME_RUNNING", "COACH_OFF", "BAD_TOKEN", "CONFLICT")


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The ordinary limits of the coach, and no bots' or clients' limits in the way."""
    with Server(f"sqlite:///{tmp_path_factory.mktemp('hostile') / 'tables.db'}", limits={"studies_per_hour": 20}) as server:
        yield server


def test_a_running_game_cannot_be_analysed_by_others(strict: Server) -> None:
    async def work() -> None:
        async with http(strict.base) as client:
            made = await create(client, ME, OPEN, coach={"analysis": True, "hints": True})
            joined = (await client.post("/api/join", json={"invite": made["invite"], "name": "Ben"})).json()
            table, held = made["table"], tokens(made, joined)
            foreign = tokens(await create(client, ME, BOT))[0]
            bodies: list[JSON] = [{"kind": "position", "table": table, **more} for more in ({}, {"eyes": 0}, {"eyes": 1}, {"eyes": "all"})]
            for body in bodies:
                for headers in ({}, bearer("x" * 32), bearer(foreign)):
                    refused = await client.post("/api/analysis", json=body, headers=headers)
                    assert (refused.status_code, refused.json()["code"]) == (401, "BAD_TOKEN"), body
            for seat in (0, 1):
                for more in ({"eyes": 1 - seat}, {"eyes": "all"}, {"moves": ["draw"]}, {"decisions": 1}, {"played": ["draw"]}):
                    refused = await client.post(
                        "/api/analysis", json={"kind": "position", "table": table, **more}, headers=bearer(held[seat])
                    )
                    assert refused.json()["code"] in CLOSED, more
            for path, body in (
                ("/api/analysis", {"kind": "report", "table": table}),
                ("/api/board", {"table": table}),
                ("/api/board", {"table": table, "decisions": 0}),
                ("/api/studies", {"title": "t", "game": "tuareg", "start": {"table": table}}),
            ):
                for headers in ({}, bearer(held[0])):
                    refused = await client.post(path, json=body, headers=headers)
                    assert (refused.status_code, refused.json()["code"]) == (403, "GAME_RUNNING"), path
            own = (
                await client.post("/api/analysis", json={"kind": "position", "table": table, "depth": "quick"}, headers=bearer(held[0]))
            ).json()
            for method in ("GET", "DELETE"):
                for headers in ({}, bearer(held[1]), bearer(foreign)):
                    refused = await client.request(method, f"/api/analysis/{own['analysis']}", headers=headers)
                    assert (refused.status_code, refused.json()["code"]) == (401, "BAD_TOKEN")
                    assert "result" not in refused.json()

    asyncio.run(work())


def test_people_against_people_play_without_the_coach(strict: Server) -> None:
    async def work() -> None:
        async with http(strict.base) as client:
            table, held, turn = await game_of_two(client)
            path = f"/api/tables/{table}"
            for seat in (0, 1):
                body = {"kind": "position", "table": table}
                refused = await client.post("/api/analysis", json=body, headers=bearer(held[seat]))
                assert (refused.status_code, refused.json()["code"]) == (403, "COACH_OFF")
                refused = await client.post(f"{path}/hint", json={"id": "1", "step": 1}, headers=bearer(held[seat]))
                assert (refused.status_code, refused.json()["code"]) == (403, "COACH_OFF")
            for headers in ({}, bearer("x" * 32)):
                for method, what, body in (
                    ("POST", "hint", {"id": "1", "step": 1}),
                    ("GET", "turns", None),
                    ("POST", "coach", {"id": "1", "coach": {}}),
                ):
                    assert (await client.request(method, f"{path}/{what}", json=body, headers=headers)).status_code == 401, what
            alone = await client.post(f"{path}/coach", json={"id": "c", "coach": {"analysis": True}}, headers=bearer(held[turn]))
            assert alone.status_code == 200
            status = (await client.get(path, headers=bearer(held[turn]))).json()["status"]
            assert status["coach"]["analysis"] is False, "nobody can allow it alone"
            ask = status["asks"][0]["ask"]
            own = await client.post(f"{path}/answer", json={"id": "d", "ask": ask, "agree": True}, headers=bearer(held[turn]))
            assert own.json()["code"] == "NO_ASK"

    asyncio.run(work())


def test_hints_out_of_turn_and_unknown_steps(strict: Server) -> None:
    async def work() -> None:
        async with http(strict.base) as client:
            made = await create(client, ME, {"kind": "me", "name": "Ben"})
            path, held, turn = f"/api/tables/{made['table']}/hint", tokens(made), made["status"]["to_decide"]
            out = await client.post(path, json={"id": "1", "step": 1}, headers=bearer(held[1 - turn]))
            assert out.json()["code"] == "NOT_YOUR_TURN"
            for step in (0, 4, -1, "1", None, 1.5, True):
                assert (await client.post(path, json={"id": "2", "step": step}, headers=bearer(held[turn]))).status_code == 400, step

    asyncio.run(work())


def mangled(position: Any, rng: random.Random) -> Any:
    """The position with one thing in it exchanged, dropped or doubled."""
    odd = [None, -1, 0, 1, 7, 255, 2**31, 2**63, 2**70, -(2**65), 1.5, "", "x", "camel", [], {}, [[]], True, "\u0000", float("inf")]
    copy = json.loads(json.dumps(position))
    place = copy
    while isinstance(place, (dict, list)) and place:
        key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
        if not isinstance(place[key], (dict, list)) or not place[key] or rng.random() < 0.3:
            act = rng.randrange(4)
            if act == 0:
                del place[key]
            elif act == 1 and isinstance(place, list):
                place.append(place[key])
            else:
                place[key] = rng.choice(odd)
            break
        place = place[key]
    return copy


@pytest.mark.parametrize("game", games())
def test_mangled_positions(strict: Server, game: str) -> None:
    """Refused with a reason, or a position one can play on from; never a fault."""

    async def work() -> None:
        async with http(strict.base) as client:
            rng, refused = random.Random(8), 0
            state = load(game).new(3, seed=5)
            for number in range(220):
                if number % 20 == 0:
                    for _ in range(10):
                        state.play(rng.choice(state.legal.ids.tolist()))
                body = {"game": game, "position": mangled(state.position(), rng), "eyes": rng.choice([0, 1, "all"])}
                answer = await client.post("/api/board", content=json.dumps(body), headers={"Content-Type": "application/json"})
                if answer.status_code == 200:
                    legal = answer.json()["legal"]
                    if legal:
                        on = await client.post("/api/board", json={**body, "moves": [rng.choice(legal)["text"]]})
                        assert on.status_code == 200, on.text
                else:
                    code = "BAD_REQUEST" if "\\u0000" in json.dumps(body) else "BAD_POSITION"
                    assert (answer.status_code, answer.json()["code"]) == (400, code), (body, answer.text)
                    assert answer.json()["detail"]
                    refused += 1
            assert refused > 50

    asyncio.run(work())


def test_garbage_everywhere(strict: Server) -> None:
    async def work() -> None:
        async with http(strict.base) as client:
            position = load("tuareg").new(2, seed=1).position()
            start = {"game": "tuareg", "position": position}
            wrong: list[tuple[str, JSON, int]] = [
                ("/api/board", {**start, "moves": ["draw"] * 3000}, 400),
                ("/api/board", {**start, "moves": ["x" * 300]}, 400),
                ("/api/board", {**start, "moves": ["draw"], "chance": ["camel", {"a": 1}, 2**80]}, 400),
                ("/api/board", {**start, "moves": [], "chance": [[1]]}, 400),
                ("/api/board", {**start, "eyes": 7}, 400),
                ("/api/board", {**start, "eyes": "spectator"}, 400),
                ("/api/board", {**start, "game": "chess"}, 404),
                ("/api/board", {"table": "a" * 16}, 404),
                ("/api/board", {"record": "sandtable record 1\ngame: tuareg"}, 400),
                ("/api/analysis", {"kind": "position", **start, "depth": 10**9}, 400),
                ("/api/analysis", {"kind": "fly"}, 400),
                ("/api/analysis", {"kind": "report"}, 400),
                ("/api/analysis", {"kind": "report", "record": "x"}, 400),
                ("/api/studies", {"title": "\u200b", "game": "tuareg", "start": {"position": position}}, 400),
                ("/api/studies", {"title": "t", "game": "tuareg", "start": {}}, 400),
                ("/api/studies", {"title": "t", "game": "tuareg", "start": {"position": position}, "tree": [{"moves": ["fly"]}]}, 422),
                ("/api/puzzles/none/try", {"moves": []}, 404),
            ]
            for path, body, status in wrong:
                answer = await client.post(path, json=body)
                assert answer.status_code == status, (path, body, answer.text)
                assert set(answer.json()["words"]) == set(LANGUAGES)
            nested = b'{"game": "tuareg", "position": {"a":' + b"[" * 50_000 + b"]" * 50_000 + b"}}"
            answer = await client.post("/api/board", content=nested, headers={"Content-Type": "application/json"})
            assert answer.status_code == 400
            large = await client.post("/api/board", json={**start, "record": "x" * 600_000})
            assert (large.status_code, large.json()["code"]) == (413, "TOO_LARGE")
        await alive(strict)

    asyncio.run(work())


def test_a_flood_of_questions(strict: Server) -> None:
    """A client has its few places; stopping gives them back; bots go on playing."""

    async def work() -> None:
        async with http(strict.base) as client:
            rng, state, asked = random.Random(3), load("five-tribes").new(4, seed=2), []
            codes = []
            for _ in range(15):
                state.play(rng.choice(state.legal.ids.tolist()))
                body = {"kind": "position", "game": "five-tribes", "position": state.position(), "depth": "deep"}
                answer = await client.post("/api/analysis", json=body)
                codes.append(answer.status_code)
                if answer.status_code == 200:
                    asked.append(answer.json()["analysis"])
            assert codes[:6] == [200] * 6
            assert 429 in codes
            assert set(codes) == {200, 429}
            made = await create(client, ME, BOT, BOT)
            update = (await client.get(f"/api/tables/{made['table']}", headers=bearer(tokens(made)[0]))).json()
            while update["status"]["to_decide"] != 0:
                path = f"/api/tables/{made['table']}?seen={update['number']}&wait=25"
                update = (await client.get(path, headers=bearer(tokens(made)[0]))).json()
            for analysis in asked:
                assert (await client.delete(f"/api/analysis/{analysis}")).json()["state"] in ("stopped", "done")
            studies = [
                (
                    await client.post("/api/studies", json={"title": "t", "game": "five-tribes", "start": {"position": state.position()}})
                ).status_code
                for _ in range(25)
            ]
            assert set(studies) == {201, 429}
        await alive(strict)

    asyncio.run(work())


def test_nothing_is_logged_and_nothing_broke(strict: Server) -> None:
    for line in Path(strict.log).read_text().splitlines()[1:]:
        assert json.loads(line)["level"] in ("debug", "info", "warning"), line
