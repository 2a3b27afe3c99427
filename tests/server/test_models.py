"""What a real server says is what the models describe, field by field: so neither can drift from the other."""

from __future__ import annotations

import asyncio
import json
import random
from functools import cache
from typing import Any

import httpx
import pytest
from pydantic import TypeAdapter

from sandtable.kernel.registry import games, load
from sandtable.kernel.words import LANGUAGES
from sandtable.server import openapi
from sandtable.server.coach import models as coach
from sandtable.server.models import answers
from sandtable.server.models import games as about
from sandtable.server.models.basics import Refusal
from tests.server.players import BOT, JSON, ME, OPEN, bearer, create, http, join, live, tokens
from tests.server.processes import Server
from tests.server.test_coach import BEN, finished, late

MESSAGES: Any = answers.ServerMessage
KINDS = ("hello", "update", "here", "ack", "conflict", "refused", "pong")
"""Of what a socket says; `bye` is compared where servers stop."""


@cache
def adapter_of(model: Any) -> TypeAdapter[Any]:
    """Made once for each model, which takes longer than to compare a hundred answers with it."""
    return TypeAdapter(model)


def conforms(model: Any, body: Any) -> Any:
    """Everything that was said is described, and everything that is described was said."""
    adapter = adapter_of(model)
    assert adapter.dump_python(adapter.validate_python(body), mode="json", exclude_unset=True) == body
    return body


async def get(client: httpx.AsyncClient, model: Any, path: str, token: str | None = None) -> Any:
    answer = await client.get(path, headers=bearer(token) if token else {})
    assert answer.status_code == 200, answer.text
    return conforms(model, answer.json())


async def post(client: httpx.AsyncClient, model: Any, path: str, body: Any, token: str | None = None, status: int = 200) -> Any:
    answer = await client.post(path, json=body, headers=bearer(token) if token else {})
    assert answer.status_code == status, answer.text
    return conforms(model, answer.json())


@pytest.mark.parametrize("game", games())
def test_a_table_from_its_making_to_its_replay(sqlite_server: Server, game: str) -> None:
    async def work() -> None:
        rng, heard = random.Random(2), set[str]()
        async with http(sqlite_server.base) as client, live(sqlite_server.base) as socket:

            async def hear(kind: str) -> JSON:
                while True:
                    message = conforms(MESSAGES, await socket.next())
                    heard.add(message["type"])
                    if message["type"] == kind:
                        return message

            await hear("hello")
            clock = {"mode": "live", "bank": 600, "increment": 5}
            made = conforms(answers.Seated, await create(client, ME, OPEN, game=game, clock=clock, casual=True))
            await post(client, answers.Invited, "/api/invite", {"invite": made["invite"]})
            await post(client, Refusal, "/api/invite", {"invite": "none"}, status=404)
            joined = conforms(answers.Seated, await join(client, made["invite"]))
            held, table = tokens(made, joined), made["table"]
            await post(client, list[answers.MyTable], "/api/mine", {"tokens": list(held.values())})
            for seat in held:
                await socket.send(type="watch", table=table, token=held[seat])
                update = await hear("update")
            await socket.send(type="ping", id="p")
            await hear("pong")
            for number in range(40):
                seat = update["status"]["to_decide"]
                if seat is None:
                    break
                position = (await get(client, answers.Update, f"/api/tables/{table}?seen={update['number']}", held[seat]))["position"]
                act = {"type": "play", "id": f"{number}", "table": table, "seat": seat, "decision": rng.choice(position["legal"])["id"]}
                await socket.send(**act, number=update["number"])
                await hear("ack")
                update = await get(client, answers.Update, f"/api/tables/{table}")
            await socket.send(**{**act, "id": "late"}, number=0)
            await hear("conflict")
            await socket.send(type="play", id="never", table=table, seat=0, number=update["number"], decision="fly away")
            await hear("refused")
            await socket.send(type="undo", id="back", table=table, seat=0, number=update["number"], to=0)
            await hear("ack")
            await socket.send(type="coach", id="coach", table=table, seat=0, coach={"hints": True})
            await hear("ack")
            for ask in (await get(client, answers.Update, f"/api/tables/{table}"))["status"]["asks"]:
                answer = {"id": f"yes{ask['ask']}", "ask": ask["ask"], "agree": ask["kind"] == "coach"}
                await post(client, answers.Ack, f"/api/tables/{table}/answer", answer, held[1])
            await get(client, answers.Replay, f"/api/tables/{table}/replay?seat=spectator")
            await post(client, answers.Ack, f"/api/tables/{table}/resign", {"id": "end"}, held[0])
            await post(client, answers.Ack, f"/api/tables/{table}/rematch", {"id": "again"}, held[0])
            for who in ("all", "0", "spectator"):
                await get(client, answers.Replay, f"/api/tables/{table}/replay?count=5&seat={who}")
            await get(client, answers.Update, f"/api/tables/{table}", held[0])
        assert heard == set(KINDS)

    asyncio.run(work())


@pytest.mark.parametrize("game", games())
def test_games_and_the_box_at_home(sqlite_server: Server, game: str) -> None:
    async def work() -> None:
        async with http(sqlite_server.base) as client:
            path = f"/api/games/{game}"
            info = next(info for info in await get(client, list[about.GameInfo], "/api/games") if info["game"] == game)
            await get(client, list[about.BotInfo], "/api/bots")
            assert (await get(client, about.Catalogue, f"{path}/words/de"))["name"] == info["words"]["de"]["name"]
            await get(client, about.Components, f"{path}/components")
            missing = [language for language in ("en", "de", "xx") if (await client.get(f"{path}/rulebook/{language}")).status_code != 200]
            assert missing == (["xx"] if info["parts"]["rulebook"] else ["en", "de", "xx"])
            if info["parts"]["rulebook"]:
                await get(client, about.Rulebook, f"{path}/rulebook/de")
            pad = await get(client, about.ScorePad, f"{path}/scorepad")
            assert info["parts"]["scorepad"] is True
            await post(client, about.ScoreSheet, f"{path}/scorepad", {"seats": [{}] * pad["players"][0]})
            await post(client, Refusal, f"{path}/scorepad", {"seats": [{}] * (pad["players"][-1] + 1)}, status=400)
            setup = await get(client, about.Setup, f"{path}/setup?players={info['players'][0]}&position=true")
            await post(client, coach.Board, "/api/board", {"game": game, "position": setup["position"]})
            broken = {**setup["position"], "players": "many"}
            refused = await post(client, Refusal, "/api/board", {"game": game, "position": broken}, status=400)
            assert set(refused["fault"]["words"]) == set(LANGUAGES)

    asyncio.run(work())


@pytest.mark.parametrize("game", games())
def test_the_coach_studies_and_puzzles(sqlite_server: Server, game: str) -> None:
    async def work() -> None:
        async with http(sqlite_server.base) as client:
            state = late(game, 6, load(game).players[0])
            seats = [ME, BEN, *[BOT] * (state.players - 2)]
            made = await create(client, *seats, game=game, position=state.position())
            table, held = made["table"], tokens(made)
            body = {"kind": "position", "game": game, "position": state.position(), "depth": "quick"}
            for told in (await finished(client, "/api/analysis", body))[1]:
                conforms(coach.AnalysisState, told)
            seat = state.seat
            if seat in held:
                await post(client, coach.Hint, f"/api/tables/{table}/hint", {"id": "h", "step": 3}, held[seat])
                await get(client, coach.WholeTurns, f"/api/tables/{table}/turns", held[seat])
            fresh = await create(client, ME, BEN, *[BOT] * (state.players - 2), game=game)
            await get(client, coach.WholeTurns, f"/api/tables/{fresh['table']}/turns", tokens(fresh)[0])
            record = late(game, 3, state.players)
            line = [record.legal[0].text]
            shown = await post(client, coach.Board, "/api/board", {"game": game, "position": record.position(), "moves": line, "eyes": 0})
            assert shown["moves"] == 1
            tree = [{"moves": line, "note": "so"}, {"moves": [], "chance": None}]
            study = {"title": "One", "game": game, "start": {"position": record.position()}, "tree": tree, "eyes": "all"}
            kept = await post(client, coach.StudyKey, "/api/studies", study, status=201)
            await get(client, coach.Study, f"/api/studies/{kept['study']}")
            puzzles = await get(client, list[coach.PuzzleInfo], f"/api/puzzles?game={game}")
            await get(client, coach.Puzzle, f"/api/puzzles/{puzzles[0]['id']}")
            await post(client, coach.Tried, f"/api/puzzles/{puzzles[0]['id']}/try", {"moves": [], "give_up": True})

    asyncio.run(work())


def test_a_report_and_a_record(sqlite_server: Server) -> None:
    async def work() -> None:
        from sandtable.kernel.record import Record

        state, rng = late("tuareg", 3, 2), random.Random(1)
        start = load("tuareg").position(state.position(), 1)
        while not start.over:
            start.play(rng.choice(start.legal.ids.tolist()))
        text = str(Record.of(start))
        async with http(sqlite_server.base) as client:
            answer = await client.post("/api/verify", content=f"{text}\n", headers={"Content-Type": "text/plain"})
            assert conforms(about.Verified, answer.json())["decisions"] == start.number
            for told in (await finished(client, "/api/analysis", {"kind": "report", "record": text, "depth": "quick"}))[1]:
                conforms(coach.AnalysisState, told)

    asyncio.run(work())


def test_the_description_is_printed_the_same_each_time() -> None:
    described = json.loads(openapi.document())
    assert openapi.document() == json.dumps(described, indent=1, sort_keys=True, ensure_ascii=False)
    schemas = described["components"]["schemas"]
    assert {"View", "Position", "Helps", "Event", "Entry", "Update", "ServerMessage", "LiveMessage", "Report"} <= set(schemas)
    named = {name for name in schemas if name.isidentifier()}
    assert named == set(schemas)
