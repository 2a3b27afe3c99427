"""The HTTP side of the contract in ``docs/5-server-api.md``."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, cast

from fastapi import Depends, Path, Query, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from sandtable.server import commands, metrics, routing
from sandtable.server.deals import sealing
from sandtable.server.errors import Denied, Stale
from sandtable.server.hub import Hub
from sandtable.server.limits import Buckets, Places, counted_as
from sandtable.server.models import answers, requests
from sandtable.server.models.basics import Refusal, SeatNumber
from sandtable.server.openapi import named
from sandtable.server.people import persons
from sandtable.server.people.figures import figures
from sandtable.server.people.persons import Person
from sandtable.server.tables import making, updates
from sandtable.server.tables.access import may_act, may_watch
from sandtable.server.tables.messages import encode
from sandtable.server.tables.status import status as public_facts

Table16 = Annotated[str, Path(pattern=r"^[a-z0-9]{16}$", description="The id of a table.")]
FRAMES = 100
LONGEST_WAIT = 25.0


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals of a route, for OpenAPI. By name: FastAPI would make a model of each, five hundred times at every start."""
    return {status: {"content": {"application/json": {"schema": named(Refusal)}}} for status in (400, 429, 503, *statuses)}


router = routing.router(prefix="/api")
operating = routing.router()
bearer = HTTPBearer(auto_error=False, description="The token of a seat, or of a device that is signed in.")


def hub_of(request: Request) -> Hub:
    return cast(Hub, request.app.state.hub)


def client_of(request: Request) -> str:
    """The address a client is known by."""
    return counted_as(request.client.host if request.client else "?")


def token_of(credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]) -> str | None:
    return credentials.credentials if credentials else None


TheHub = Annotated[Hub, Depends(hub_of)]
Token = Annotated[str | None, Depends(token_of)]


async def visitor_of(hub: TheHub, token: Token) -> Person | None:
    """Who asks, if a device that is signed in shows its token; None for a guest."""
    person = None if token is None else await persons.entered(hub.store, token)
    if person is not None and person.banned:
        raise Denied("BANNED")
    return person


Visitor = Annotated[Person | None, Depends(visitor_of)]
GUESTS_TOO: dict[str, Any] = {"security": [{}]}
"""For OpenAPI: the token may be left out."""


def answer(body: Any, status: int = 200) -> Response:
    return Response(encode(body), status, media_type="application/json", headers={"Cache-Control": "no-store"})


# ---- tables -----------------------------------------------------------------------------------------------------------------------


@router.post(
    "/tables",
    status_code=201,
    response_model=answers.Seated,
    responses={200: {"model": answers.Seated}, **refusals(401, 403, 404, 409, 413)},
    tags=["tables"],
    openapi_extra=GUESTS_TOO,
)
async def create_table(request: Request, hub: TheHub, person: Visitor, wanted: requests.NewTable) -> Response:
    """Make a table. With tokens that already hold seats: the same table again. The bearer token, if any, is that of one's device."""
    creating: Buckets = request.app.state.creating
    creating.check(client_of(request))
    if not wanted.listed:
        new, body = await making.create(hub, wanted, person)
    else:
        async with request.app.state.lobby.room.of(client_of(request)) as made:
            new, body = await making.create(hub, wanted, person)
            made.add(body["table"])
    return answer(body, 201 if new else 200)


@router.post("/invite", response_model=answers.Invited, responses=refusals(404, 413), tags=["tables"])
async def look_up_invitation(hub: TheHub, wanted: requests.Invitation) -> Response:
    """What one is invited to."""
    table = await making.invited(hub, wanted.invite)
    return answer({"table": table.id, "status": public_facts(table, table.changed, hub.presence.here(table.id))})


@router.post("/join", response_model=answers.Seated, responses=refusals(401, 403, 404, 409, 413), tags=["tables"], openapi_extra=GUESTS_TOO)
async def join_table(hub: TheHub, person: Visitor, wanted: requests.Joining) -> Response:
    """Take an open seat. The bearer token, if any, is that of one's device."""
    return answer(await making.join(hub, wanted, person))


@router.post("/mine", response_model=list[answers.MyTable], responses=refusals(413), tags=["tables"])
async def my_tables(hub: TheHub, wanted: requests.Mine) -> Response:
    """The tables of these tokens."""
    return answer(await making.mine(hub, wanted.tokens))


@dataclass(eq=False)
class Waiting:
    """A request that waits for something new."""

    seat: int | None
    seen: int
    new: asyncio.Event = field(default_factory=asyncio.Event)
    message: bytes = b""

    def show(self, message: bytes) -> None:
        if message.startswith(b'{"type":"update"'):
            self.message = message
            self.new.set()

    def dropped(self, table: str) -> None:
        self.new.set()

    def lost(self) -> None:
        self.new.set()


@router.get("/tables/{table}", response_model=answers.Update, responses=refusals(401, 403, 404), tags=["play"])
async def get_table(
    request: Request,
    hub: TheHub,
    token: Token,
    table: Table16,
    seen: Annotated[int, Query(ge=0, le=2**53)] = 0,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0.0,
) -> Response:
    """All that a seat (or a spectator) needs to go on from what it has seen; with `wait`, once there is something new."""
    found, seat = await may_watch(hub, table, token)
    known = found.number
    if found.number < seen:
        found = await hub.table(table, seen)
    if found.number > seen or wait == 0:
        async with hub.turns.of(client_of(request)):
            message = await hub.told(found, seat, seen)
        return Response(message, media_type="application/json", headers={"Cache-Control": "no-store"})
    waiting: Places = request.app.state.waiting
    with waiting.place(client_of(request)):
        watcher = Waiting(seat, seen)
        await hub.watch(table, watcher, known)
        try:
            if watcher.seen <= seen:
                watcher.new.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(until(watcher.new, request.app.state.stopping), min(wait, hub.settings.limits.wait_seconds))
        finally:
            hub.unwatch(table, watcher)
        return Response(watcher.message, media_type="application/json", headers={"Cache-Control": "no-store"})


async def until(*events: asyncio.Event) -> None:
    """Until one of them is set."""
    tasks = [asyncio.ensure_future(event.wait()) for event in events]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()


# ---- acts -------------------------------------------------------------------------------------------------------------------------


async def act(hub: Hub, table: str, token: str | None, wanted: requests.Act) -> Response:
    _, seat = await may_act(hub, table, token)
    try:
        return answer(await commands.carry_out(hub, table, seat, wanted))
    except Stale as stale:
        metrics.REFUSED.labels("CONFLICT").inc()
        return answer(await commands.conflict(hub, table, seat, wanted, stale), 409)


ACT: dict[str, Any] = {
    "response_model": answers.Ack,
    "responses": {**refusals(401, 404, 413, 422), 409: {"model": answers.Conflict | Refusal}},
    "tags": ["play"],
}


@router.post("/tables/{table}/play", **ACT)
async def play(hub: TheHub, token: Token, table: Table16, wanted: requests.Play) -> Response:
    """Play a decision."""
    return await act(hub, table, token, wanted)


@router.post("/tables/{table}/undo", **ACT)
async def undo(hub: TheHub, token: Token, table: Table16, wanted: requests.Undo) -> Response:
    """Take back, freely or by asking the others."""
    return await act(hub, table, token, wanted)


@router.post("/tables/{table}/answer", **ACT)
async def give_answer(hub: TheHub, token: Token, table: Table16, wanted: requests.Answer) -> Response:
    """Answer a question."""
    return await act(hub, table, token, wanted)


@router.post("/tables/{table}/leave", **ACT)
async def leave(hub: TheHub, token: Token, table: Table16, wanted: requests.Leave) -> Response:
    """Leave the table."""
    return await act(hub, table, token, wanted)


@router.post("/tables/{table}/return", **ACT)
async def come_back(hub: TheHub, token: Token, table: Table16, wanted: requests.Return) -> Response:
    """Come back to one's seat."""
    return await act(hub, table, token, wanted)


@router.post("/tables/{table}/resign", **ACT)
async def resign(hub: TheHub, token: Token, table: Table16, wanted: requests.Resign) -> Response:
    """Give up."""
    return await act(hub, table, token, wanted)


@router.post("/tables/{table}/fill", **ACT)
async def fill(hub: TheHub, token: Token, table: Table16, wanted: requests.Fill) -> Response:
    """Give an open seat to a bot."""
    return await act(hub, table, token, wanted)


@router.post("/tables/{table}/commit", **ACT)
async def commit(hub: TheHub, token: Token, table: Table16, wanted: requests.Commit) -> Response:
    """Show the fingerprint of a new part of the deal."""
    return await act(hub, table, token, wanted)


@router.post("/tables/{table}/reveal", **ACT)
async def reveal(hub: TheHub, token: Token, table: Table16, wanted: requests.Reveal) -> Response:
    """Show one's part of the deal."""
    return await act(hub, table, token, wanted)


@router.post("/tables/{table}/rematch", **ACT)
async def rematch(hub: TheHub, token: Token, table: Table16, wanted: requests.Rematch) -> Response:
    """The next table, and one's seat there."""
    return await act(hub, table, token, wanted)


@router.post("/tables/{table}/coach", **ACT)
async def change_coach(hub: TheHub, token: Token, table: Table16, wanted: requests.ChangeCoach) -> Response:
    """What the coach may do at this table: at once, or by asking the other persons."""
    return await act(hub, table, token, wanted)


@router.post("/tables/{table}/free_text", **{**ACT, "responses": {**ACT["responses"], **refusals(403)}})
async def change_free_text(hub: TheHub, token: Token, table: Table16, wanted: requests.FreeText) -> Response:
    """Write freely at this table: asks the others for it, or ends it."""
    return await act(hub, table, token, wanted)


# ---- after the end ----------------------------------------------------------------------------------------------------------------


@router.get(
    "/tables/{table}/record",
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}, **refusals(401, 403, 404)},
    response_class=Response,
    tags=["after the end"],
)
async def get_record(hub: TheHub, token: Token, table: Table16) -> Response:
    """The record with the seed; closed until the end."""
    found, _ = await may_watch(hub, table, token)
    if found.phase != "finished":
        raise Denied("GAME_RUNNING")
    await sealing.check_open(hub.store, found.setup)
    name = f'attachment; filename="{found.setup.game}-{table}.txt"'
    return Response(f"{found.record()}\n", media_type="text/plain; charset=utf-8", headers={"Content-Disposition": name})


@router.get("/tables/{table}/replay", response_model=answers.Replay, responses=refusals(401, 403, 404, 409), tags=["after the end"])
async def get_replay(
    request: Request,
    hub: TheHub,
    token: Token,
    table: Table16,
    first: Annotated[int, Query(alias="from", ge=0, le=2**31)] = 0,
    count: Annotated[int, Query(ge=1, le=FRAMES)] = 50,
    seat: Annotated[Literal["all", "spectator"] | SeatNumber | None, Query()] = None,
) -> Response:
    """The game decision by decision: during the game as one's own seat (or a spectator) saw it, afterwards as anybody did."""
    found, own = await may_watch(hub, table, token)
    if found.state is None:
        raise Denied("NOT_STARTED")
    if isinstance(seat, int) and seat >= found.setup.players:
        raise Denied("BAD_REQUEST", "seat")
    viewer = seat if isinstance(seat, int) else None if seat == "spectator" else own
    if found.phase != "finished" and (seat == "all" or viewer not in (own, None)):
        raise Denied("GAME_RUNNING")
    async with hub.turns.of(client_of(request)):
        frames = await asyncio.to_thread(updates.frames, found, viewer, seat == "all", first, count)
    return answer({"decisions": found.decisions, "frames": frames})


# ---- operating --------------------------------------------------------------------------------------------------------------------


@operating.get("/health", responses={503: {"model": Refusal}}, tags=["operating"])
async def health(request: Request) -> dict[str, str]:
    """Does the server work, with its database: can it be read and written, and is it whole?"""
    if request.app.state.stopping.is_set():
        raise Denied("BUSY")
    await request.app.state.machine.soundness.check()
    return {"status": "ok"}


@operating.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}}, tags=["operating"])
async def get_metrics(hub: TheHub, request: Request) -> Response:
    """Figures for Prometheus."""
    with suppress(Denied):
        metrics.ANALYSES_WAITING.set(await request.app.state.machine.analyses.waiting())
        await figures(hub.store)
    metrics.TABLES.set(hub.tables_in_memory)
    return Response(metrics.page(), media_type="text/plain; version=0.0.4; charset=utf-8")
