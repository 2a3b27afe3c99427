"""The coach over HTTP: analyses and reports, hints, whole turns."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from typing import Annotated, cast

import orjson
from fastapi import Path, Query, Request, Response

from sandtable.kernel.game import JSON
from sandtable.kernel.state import State
from sandtable.kernel.verdict import before_name
from sandtable.server import routing
from sandtable.server.coach import models, questions
from sandtable.server.coach.queue import Analyses, Analysis, Question
from sandtable.server.errors import Denied
from sandtable.server.http import LONGEST_WAIT, Table16, TheHub, Token, answer, client_of, refusals, until
from sandtable.server.hub import Hub
from sandtable.server.limits import Buckets, Places
from sandtable.server.tables import hearing
from sandtable.server.tables.access import may_act
from sandtable.server.tables.coach_settings import hint
from sandtable.server.tables.playing import running
from sandtable.server.tables.status import seats as sitting
from sandtable.server.tables.table import Table

router = routing.router(prefix="/api", tags=["the coach"])
Analysis16 = Annotated[str, Path(pattern=r"^[a-z0-9]{16}$", description="The id of an analysis.")]


def analyses_of(request: Request) -> Analyses:
    return cast(Analyses, request.app.state.machine.analyses)


async def put(request: Request, question: Question) -> Analysis:
    """The question, in the queue or answered; only a new one counts against the client's limits."""
    analyses, client = analyses_of(request), client_of(request)
    found = await analyses.find(question, client)
    if found is not None:
        return found
    asked: Buckets = request.app.state.analysing
    asked.check(client)
    bytes_asked: Buckets = request.app.state.analysing_bytes
    bytes_asked.check(client, len(question.kept))
    return await analyses.ask(question, client)


async def newer(request: Request, found: Analysis, version: int, wait: float) -> Analysis:
    """The analysis once its version is newer than ``version``, it is at its end, or time is up."""
    analyses, event, stopping = analyses_of(request), asyncio.Event(), request.app.state.stopping
    waiting: Places = request.app.state.waiting
    until_when = time.monotonic() + min(wait, analyses.limits.wait_seconds)
    with waiting.place(client_of(request)), analyses.waiters.of(found.id, event):
        while True:
            event.clear()
            found = await analyses.read(found.id)
            left = until_when - time.monotonic()
            if not found.open or found.version > version or left <= 0 or stopping.is_set():
                return found
            with suppress(TimeoutError):
                await asyncio.wait_for(until(event, stopping), left)


@router.post("/analysis", response_model=models.AnalysisState, responses=refusals(401, 403, 404, 409, 413, 422))
async def post_analysis(request: Request, hub: TheHub, token: Token, wanted: models.AskAnalysis) -> Response:
    """Ask the coach for a position's chances and best turns, or for the report of a game. The same question finds the same analysis."""
    return answer((await put(request, await questions.question_of(hub, token, wanted))).to_json())


async def read(request: Request, hub: Hub, token: str | None, analysis: str) -> Analysis:
    """An analysis that the client may read."""
    found = await analyses_of(request).read(analysis)
    if found.kind == "hint":
        raise Denied("NO_ANALYSIS")
    await questions.may_read(hub, token, found.table, found.seat)
    return found


@router.get("/analysis/{analysis}", response_model=models.AnalysisState, responses=refusals(401, 404))
async def get_analysis(
    request: Request,
    hub: TheHub,
    token: Token,
    analysis: Analysis16,
    version: Annotated[int, Query(ge=-1, le=2**53)] = -1,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0.0,
) -> Response:
    """What is known so far; with `wait`, as soon as it is newer than `version`."""
    found = await read(request, hub, token, analysis)
    if wait and found.open and found.version <= version:
        found = await newer(request, found, version, wait)
    return answer(found.to_json())


@router.delete("/analysis/{analysis}", response_model=models.AnalysisState, responses=refusals(401, 404))
async def delete_analysis(request: Request, hub: TheHub, token: Token, analysis: Analysis16) -> Response:
    """Stop waiting for an analysis; it ends if nobody else waits for it."""
    await read(request, hub, token, analysis)
    return answer((await analyses_of(request).leave(analysis, client_of(request))).to_json())


# ---- at a table -------------------------------------------------------------------------------------------------------------------


@router.post("/tables/{table}/hint", response_model=models.Hint, responses=refusals(401, 403, 404, 409, 413))
async def post_hint(request: Request, hub: TheHub, token: Token, table: Table16, wanted: models.AskHint) -> Response:
    """A hint in a casual game: 1 a nudge, 2 what and why, 3 the whole turn. Everybody at the table sees that it was asked for."""
    found, seat = await may_act(hub, table, token)
    question, position_number = questions.hint_question(found, seat), found.position_number
    analysis = await put(request, question)
    if analysis.open:
        analysis = await newer(request, analysis, 2**62, LONGEST_WAIT)
    if analysis.state != "done" or analysis.result is None:
        raise Denied("BUSY")
    asked = f'["Hint",{wanted.step},{position_number}]'
    await hub.act(table, seat, lambda t: hint(t, seat, wanted.step, position_number), wanted.id, asked)
    told = orjson.loads(analysis.result)["steps"][wanted.step - 1]
    return answer({**told, "words": {language: named(text, found, language) for language, text in told["words"].items()}})


def named(text: str, table: Table, language: str) -> str:
    """A sentence with the names of the seats filled in."""
    for mark, seat in zip(hearing.seat_marks(table.setup.players), sitting(table.seats, set()), strict=True):
        name = seat["name"] or (seat["names"] or {}).get(language) or "?"
        text = before_name(text, mark, name, language).replace(mark, name)
    return text


@router.get("/tables/{table}/turns", response_model=models.WholeTurns, responses=refusals(401, 403, 404, 409))
async def get_turns(request: Request, hub: TheHub, token: Token, table: Table16) -> Response:
    """The whole turns open to one's seat with what they gain at once, best first, at the start of a turn, where the game lists them."""
    found, seat = await may_act(hub, table, token)
    state = running(found)
    if not found.coach["aids"]:
        raise Denied("COACH_OFF")
    turns: list[JSON] = []
    if state.seat == seat and state.game.coaching.finds_turns:
        aids: ThreadPoolExecutor = request.app.state.aids
        asked = Asked(state, seat, (table, found.position_number, seat))
        async with hub.turns.of(client_of(request)):
            turns = await asyncio.get_running_loop().run_in_executor(aids, whole_turns, asked)
    return answer({"decisions": state.number, "turns": turns})


@router.get("/tables/{table}/plan", response_model=models.Plan, responses=refusals(401, 403, 404, 409))
async def get_plan(request: Request, hub: TheHub, token: Token, table: Table16) -> Response:
    """What one's seat would do at every place in the order of play, while that is still open, where the game plans ahead."""
    found, seat = await may_act(hub, table, token)
    state = running(found)
    if not found.coach["aids"]:
        raise Denied("COACH_OFF")
    aids: ThreadPoolExecutor = request.app.state.aids
    asked = Asked(state, seat, (table, found.position_number, seat))
    async with hub.turns.of(client_of(request)):
        told = await asyncio.get_running_loop().run_in_executor(aids, planned, asked)
    return answer({"decisions": state.number, **(told or {"places": [], "prices": [], "turns": []})})


class Asked:
    """Whose turns: compared by table, position and seat alone."""

    def __init__(self, state: State, seat: int, place: tuple[str, int, int]) -> None:
        self.state, self.seat, self.place = state, seat, place

    def __hash__(self) -> int:
        return hash(self.place)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Asked) and self.place == other.place


@lru_cache(maxsize=64)
def whole_turns(asked: Asked) -> list[JSON]:
    """From a world that looks the same to the seat, so that no secret can be in it."""
    world = asked.state.redeal(asked.seat, 0)
    return world.game.coaching.whole_turns(world, asked.seat)


@lru_cache(maxsize=64)
def planned(asked: Asked) -> JSON | None:
    """From a world that looks the same to the seat, so that no secret can be in it."""
    world = asked.state.redeal(asked.seat, 0)
    return world.game.coaching.plan(world, asked.seat)
