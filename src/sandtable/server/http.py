"""The HTTP side of the contract in ``docs/5-server-api.md``."""

from __future__ import annotations

import asyncio
import hashlib
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, Literal, cast

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from sandtable.kernel.game import JSON
from sandtable.kernel.registry import games, load
from sandtable.kernel.words import LANGUAGES
from sandtable.server import acts, bots, metrics, models, tables, updates
from sandtable.server.denied import Denied, Stale
from sandtable.server.hub import Hub
from sandtable.server.limits import Buckets, Places
from sandtable.server.table import Table

Table16 = Annotated[str, Path(pattern=r"^[a-z0-9]{16}$", description="The id of a table.")]
FRAMES = 100
LONGEST_WAIT = 25.0


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals of a route, for OpenAPI."""
    return {status: {"model": models.Refusal} for status in (400, 429, 503, *statuses)}


router = APIRouter(prefix="/api")
operating = APIRouter()
bearer = HTTPBearer(auto_error=False, description="The token of a seat.")


def hub_of(request: Request) -> Hub:
    return cast(Hub, request.app.state.hub)


def client_of(request: Request) -> str:
    """The address a client is known by."""
    return request.client.host if request.client else "?"


def token_of(credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]) -> str | None:
    return credentials.credentials if credentials else None


TheHub = Annotated[Hub, Depends(hub_of)]
Token = Annotated[str | None, Depends(token_of)]


def answer(body: Any, status: int = 200) -> Response:
    return Response(updates.encode(body), status, media_type="application/json", headers={"Cache-Control": "no-store"})


# ---- what there is ----------------------------------------------------------------------------------------------------------------


@cache
def games_listed() -> bytes:
    listed: list[JSON] = []
    for name in games():
        game = load(name)
        words = {language: game.words(language).get("options", {}) for language in LANGUAGES}
        options = [
            {
                "name": option.name,
                "values": list(option.values),
                "default": option.default,
                "rule": option.rule,
                "words": {language: texts[option.name] for language, texts in words.items() if option.name in texts},
            }
            for option in game.options
        ]
        players = list(game.players)
        listed.append(
            {"game": name, "name": game.name, "players": players, "rules": game.rules_version, "options": options, "bots": bots.levels()}
        )
    return orjson.dumps(listed)


@cache
def catalogue_bytes(language: str, game: str) -> tuple[bytes, str]:
    body = orjson.dumps(load(game).words(language))
    return body, f'"{hashlib.sha256(body).hexdigest()[:20]}"'


def cached(request: Request, body: bytes, tag: str) -> Response:
    """An answer that changes with the installed version only."""
    headers = {"ETag": tag, "Cache-Control": "public, max-age=86400, stale-while-revalidate=86400"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


@router.get("/games", response_model=list[models.GameInfo], responses=refusals(), tags=["what there is"])
async def get_games(request: Request) -> Response:
    """The games with their options."""
    body = games_listed()
    return cached(request, body, f'"{hashlib.sha256(body).hexdigest()[:20]}"')


@router.get("/games/{game}/words/{language}", response_model=dict[str, Any], responses=refusals(404), tags=["what there is"])
async def get_words(request: Request, game: Annotated[str, Path(max_length=40)], language: Annotated[str, Path(max_length=8)]) -> Response:
    """All texts of a game in one language."""
    if game not in games():
        raise Denied("NO_GAME")
    if language not in LANGUAGES:
        raise Denied("NOT_FOUND", f"languages: {', '.join(LANGUAGES)}")
    return cached(request, *catalogue_bytes(language, game))


@router.get("/bots", response_model=list[models.BotInfo], responses=refusals(), tags=["what there is"])
async def get_bots() -> Response:
    """The levels of bots, weakest first."""
    return answer([{"level": level, "words": bots.words(level)} for level in bots.levels()])


# ---- tables -----------------------------------------------------------------------------------------------------------------------


@router.post(
    "/tables",
    status_code=201,
    response_model=models.Seated,
    responses={200: {"model": models.Seated}, **refusals(404, 409, 413)},
    tags=["tables"],
)
async def create_table(request: Request, hub: TheHub, wanted: models.NewTable) -> Response:
    """Make a table. With tokens that already hold seats: the same table again."""
    creating: Buckets = request.app.state.creating
    creating.check(client_of(request))
    new, body = await tables.create(hub, wanted)
    return answer(body, 201 if new else 200)


@router.post("/invite", response_model=models.Invited, responses=refusals(404, 413), tags=["tables"])
async def look_up_invitation(hub: TheHub, wanted: models.Invitation) -> Response:
    """What one is invited to."""
    table = await tables.invited(hub, wanted.invite)
    return answer({"table": table.id, "status": updates.status(table, table.changed, hub.presence.here(table.id))})


@router.post("/join", response_model=models.Seated, responses=refusals(404, 409, 413), tags=["tables"])
async def join_table(hub: TheHub, wanted: models.Joining) -> Response:
    """Take an open seat."""
    return answer(await tables.join(hub, wanted))


@router.post("/mine", response_model=list[models.MyTable], responses=refusals(413), tags=["tables"])
async def my_tables(hub: TheHub, wanted: models.Mine) -> Response:
    """The tables of these tokens."""
    return answer(await tables.mine(hub, wanted.tokens))


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


async def allowed(hub: Hub, table: str, token: str | None) -> tuple[Table, int | None]:
    """The table and the seat of whoever asks (None: a spectator)."""
    found = await hub.table(table)
    seat = await tables.holder(hub, table, token)
    if seat is None and not found.open_to_watch:
        raise Denied("NO_SPECTATORS")
    return found, seat


@router.get("/tables/{table}", response_model=models.Update, responses=refusals(401, 403, 404), tags=["play"])
async def get_table(
    request: Request,
    hub: TheHub,
    token: Token,
    table: Table16,
    seen: Annotated[int, Query(ge=0, le=2**53)] = 0,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0.0,
) -> Response:
    """All that a seat (or a spectator) needs to go on from what it has seen; with `wait`, once there is something new."""
    found, seat = await allowed(hub, table, token)
    if found.number < seen:
        found = await hub.table(table, seen)
    if found.number > seen or wait == 0:
        return Response(hub.update(found, seat, seen), media_type="application/json", headers={"Cache-Control": "no-store"})
    waiting: Places = request.app.state.waiting
    with waiting.place(client_of(request)):
        watcher = Waiting(seat, seen)
        await hub.watch(table, watcher)
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


async def act(hub: Hub, table: str, token: str | None, wanted: models.Act) -> Response:
    await hub.table(table)
    seat = await tables.holder(hub, table, token)
    if seat is None:
        raise Denied("BAD_TOKEN")
    try:
        return answer(await acts.carry_out(hub, table, seat, wanted))
    except Stale as stale:
        metrics.REFUSED.labels("CONFLICT").inc()
        return answer(acts.conflict(hub, await hub.table(table), seat, wanted, stale), 409)


ACT: dict[str, Any] = {
    "response_model": models.Ack,
    "responses": {**refusals(401, 404, 413, 422), 409: {"model": models.Conflict | models.Refusal}},
    "tags": ["play"],
}


@router.post("/tables/{table}/play", **ACT)
async def play(hub: TheHub, token: Token, table: Table16, wanted: models.Play) -> Response:
    """Play a decision."""
    return await act(hub, table, token, wanted)


@router.post("/tables/{table}/undo", **ACT)
async def undo(hub: TheHub, token: Token, table: Table16, wanted: models.Undo) -> Response:
    """Take back, freely or by asking the others."""
    return await act(hub, table, token, wanted)


@router.post("/tables/{table}/answer", **ACT)
async def give_answer(hub: TheHub, token: Token, table: Table16, wanted: models.Answer) -> Response:
    """Answer a question."""
    return await act(hub, table, token, wanted)


@router.post("/tables/{table}/leave", **ACT)
async def leave(hub: TheHub, token: Token, table: Table16, wanted: models.Leave) -> Response:
    """Leave the table."""
    return await act(hub, table, token, wanted)


@router.post("/tables/{table}/return", **ACT)
async def come_back(hub: TheHub, token: Token, table: Table16, wanted: models.Return) -> Response:
    """Come back to one's seat."""
    return await act(hub, table, token, wanted)


@router.post("/tables/{table}/resign", **ACT)
async def resign(hub: TheHub, token: Token, table: Table16, wanted: models.Resign) -> Response:
    """Give up."""
    return await act(hub, table, token, wanted)


@router.post("/tables/{table}/fill", **ACT)
async def fill(hub: TheHub, token: Token, table: Table16, wanted: models.Fill) -> Response:
    """Give an open seat to a bot."""
    return await act(hub, table, token, wanted)


@router.post("/tables/{table}/rematch", **ACT)
async def rematch(hub: TheHub, token: Token, table: Table16, wanted: models.Rematch) -> Response:
    """The next table, and one's seat there."""
    return await act(hub, table, token, wanted)


@router.post("/tables/{table}/coach", **ACT)
async def change_coach(hub: TheHub, token: Token, table: Table16, wanted: models.ChangeCoach) -> Response:
    """What the coach may do at this table: at once, or by asking the other persons."""
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
    found, _ = await allowed(hub, table, token)
    if found.phase != "finished":
        raise Denied("GAME_RUNNING")
    name = f'attachment; filename="{found.setup.game}-{table}.txt"'
    return Response(f"{found.record()}\n", media_type="text/plain; charset=utf-8", headers={"Content-Disposition": name})


@router.get("/tables/{table}/replay", response_model=models.Replay, responses=refusals(401, 403, 404, 409), tags=["after the end"])
async def get_replay(
    hub: TheHub,
    token: Token,
    table: Table16,
    first: Annotated[int, Query(alias="from", ge=0, le=2**31)] = 0,
    count: Annotated[int, Query(ge=1, le=FRAMES)] = 50,
    seat: Annotated[Literal["all", "spectator", "0", "1", "2", "3", "4", "5", "6", "7"] | None, Query()] = None,
) -> Response:
    """The game decision by decision: during the game as one's own seat (or a spectator) saw it, afterwards as anybody did."""
    found, own = await allowed(hub, table, token)
    if found.state is None:
        raise Denied("NOT_STARTED")
    viewer: int | None = own
    if seat is not None and seat.isdecimal():
        viewer = int(seat)
        if viewer >= found.setup.players:
            raise Denied("BAD_REQUEST", "seat")
    elif seat == "spectator":
        viewer = None
    if found.phase != "finished" and (seat == "all" or viewer not in (own, None)):
        raise Denied("GAME_RUNNING")
    frames = await asyncio.to_thread(updates.frames, found, viewer, seat == "all", first, count)
    return answer({"decisions": found.decisions, "frames": frames})


# ---- operating --------------------------------------------------------------------------------------------------------------------


@operating.get("/health", responses={503: {"model": models.Refusal}}, tags=["operating"])
async def health(hub: TheHub, request: Request) -> dict[str, str]:
    """Does the server work, with its database?"""
    if request.app.state.stopping.is_set():
        raise Denied("BUSY")
    await hub.store.ping()
    return {"status": "ok"}


@operating.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}}, tags=["operating"])
async def get_metrics(hub: TheHub, request: Request) -> Response:
    """Figures for Prometheus."""
    with suppress(Denied):
        metrics.ANALYSES_WAITING.set(await request.app.state.machine.analyses.waiting())
    metrics.TABLES.set(hub.counts["tables"])
    return Response(metrics.page(), media_type="text/plain; version=0.0.4; charset=utf-8")
