"""The application: routes, limits, headers and logs around them, and what runs beside them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable import __version__
from sandtable.server import games, home_table, http, metrics, openapi, web
from sandtable.server.coach import free_boards, puzzles, studies
from sandtable.server.coach import routes as coach
from sandtable.server.deals import event_routes
from sandtable.server.deals import routes as deals
from sandtable.server.deals.running import Deals
from sandtable.server.errors import Denied, code_of
from sandtable.server.limits import Buckets, Places, counted_as
from sandtable.server.lobby import routes as lobby
from sandtable.server.lobby.live import Lobby
from sandtable.server.machine import Machine
from sandtable.server.people import routes as people
from sandtable.server.protocols import WIRE
from sandtable.server.retention import Retention
from sandtable.server.settings import Settings
from sandtable.server.sockets import GOING_AWAY, POLICY, TRY_LATER, Socket
from sandtable.server.talk import routes as talk
from sandtable.server.talk.talking import Talk
from sandtable.server.telling import routes as telling
from sandtable.server.telling.sender import Sender

logger = logging.getLogger("sandtable.http")


def make_app(settings: Settings) -> FastAPI:
    """The application of one web worker."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        machine = Machine(settings)
        app.state.machine, app.state.hub, app.state.stopping = machine, machine.hub, asyncio.Event()
        await machine.open()
        app.state.lobby = machine.lobby = Lobby(machine.hub, machine.say)
        app.state.talk = machine.talk = Talk(machine.hub, machine.say)
        await machine.lobby.open()
        retention, running, sender = Retention(machine.hub), Deals(machine.hub), Sender(machine.hub)
        for part in (retention, running, sender):
            await part.open()
        try:
            yield
        finally:
            for ending in (sender, running, retention, machine.talk):
                await ending.close()
            await machine.lobby.close()
            await machine.close()

    app = FastAPI(
        title="Sandtable",
        version=__version__,
        summary="Tables for board games: see docs/5-server-api.md for live play.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        separate_input_output_schemas=False,
    )
    limits = settings.limits
    app.state.settings = settings
    app.state.creating = Buckets(limits.tables_per_hour / 3600, limits.tables_per_hour)
    app.state.waiting = Places(limits.waiting)
    app.state.sockets = Places(limits.sockets)
    app.state.analysing = Buckets(limits.analyses_per_minute / 60, limits.analyses_per_minute)
    app.state.analysing_bytes = Buckets(limits.analyses_bytes_per_hour / 3600, limits.analyses_bytes_per_hour)
    app.state.studying = Buckets(limits.studies_per_hour / 3600, limits.studies_per_hour)
    app.state.people = people.Counters(settings)
    app.state.subscribing = Buckets(limits.pushes_per_hour / 3600, limits.pushes_per_hour)
    app.state.opening = Buckets(limits.events_per_hour / 3600, limits.events_per_hour)
    app.state.aids = ThreadPoolExecutor(1, "aids")
    app.state.live = set()
    for part in (games, http, home_table, free_boards, coach, studies, puzzles, people, lobby, talk, deals, event_routes, telling):
        app.router.routes.extend(part.router.routes)  # include_router would build every route a second time
    app.router.routes.extend(http.operating.routes)
    app.add_api_websocket_route("/api/live", live)
    app.router.routes.append(Pages("/{path:path}", web.serve, methods=["GET", "HEAD"]))
    app.add_exception_handler(Denied, said_denied)  # type: ignore[arg-type]
    app.add_exception_handler(RequestValidationError, said_invalid)  # type: ignore[arg-type]
    app.add_exception_handler(HTTPException, said_http)  # type: ignore[arg-type]
    app.add_middleware(Guard, settings=settings)
    openapi.describe(app)
    web.known()
    return app


class Pages(Route):
    """Everything that is not under ``/api``."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if str(scope.get("path", "")).startswith("/api/"):
            return Match.NONE, {}
        return super().matches(scope)


async def live(ws: WebSocket) -> None:
    """A socket for live play."""
    state = ws.app.state
    if not from_own_pages(ws, state.settings):
        metrics.REFUSED.labels("ORIGIN").inc()
        logger.warning("a page of another site wanted a socket; if it is yours, name it with --origin")
        await ws.close(POLICY)
        return
    places: Places = state.sockets
    try:
        with places.place(counted_as(ws.client.host if ws.client else "?")):
            await ws.accept()
            if state.stopping.is_set():
                await ws.close(GOING_AWAY)
                return
            socket = Socket(state.hub, ws, state.lobby, state.talk, ws.scope.get("extensions", {}).get(WIRE))
            state.live.add(socket)
            try:
                await socket.run()
            finally:
                state.live.discard(socket)
    except Denied:
        metrics.REFUSED.labels("TOO_MANY").inc()
        await ws.accept()
        await ws.close(TRY_LATER)


def from_own_pages(ws: WebSocket, settings: Settings) -> bool:
    """Does a page of this server ask, or one that the host named, or no page at all? (Browsers always say whose page it is.)"""
    origin = ws.headers.get("origin")
    if origin is None or origin.lower().rstrip("/") in settings.origins:
        return True
    hosts = {ws.headers.get("host", ""), ws.headers.get("x-forwarded-host", "") if settings.trust_proxy else ""} - {""}
    try:
        site = urlsplit(origin).netloc.lower()
    except ValueError:
        return False
    return site in {host.partition(",")[0].strip().lower() for host in hosts}


async def say_goodbye(app: FastAPI) -> None:
    """Tells every client that the server stops; waiting requests answer at once."""
    app.state.stopping.set()
    for socket in list(app.state.live):
        socket.close("stopping", GOING_AWAY)
    with suppress(TimeoutError):
        async with asyncio.timeout(3):
            while app.state.live:
                await asyncio.sleep(0.02)


# ---- refusals ---------------------------------------------------------------------------------------------------------------------


def refusal(denied: Denied) -> Response:
    metrics.REFUSED.labels(denied.code).inc()
    response = http.answer(denied.body(), denied.status)
    if denied.status == 429:
        response.headers["Retry-After"] = "1"
    if denied.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


async def said_denied(_request: Request, denied: Denied) -> Response:
    return refusal(denied)


async def said_invalid(_request: Request, error: RequestValidationError) -> Response:
    first = error.errors()[0]
    return refusal(Denied("BAD_REQUEST", f"{'.'.join(map(str, first['loc']))}: {first['msg']}"[:200]))


async def said_http(_request: Request, error: HTTPException) -> Response:
    code = {404: "NOT_FOUND", 405: "METHOD", 413: "TOO_LARGE"}.get(error.status_code, "BAD_REQUEST")
    denied = Denied(code)
    response = refusal(denied)
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


# ---- around every request ---------------------------------------------------------------------------------------------------------


class Guard:
    """Limits, security headers, and one line of log per request: its route, never its address."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.limits = settings.limits
        self.requests = Buckets(settings.limits.requests_per_second, settings.limits.requests_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status, client = time.perf_counter(), 500, (scope.get("client") or ["?"])[0]
        started, received = False, 0
        most = self.limits.document_bytes if scope["path"].startswith(DOCUMENTS) else self.limits.message_bytes

        async def receiving() -> Message:
            nonlocal received
            message = await receive()
            if message["type"] == "http.request":
                received += len(message.get("body", b""))
                if received > most:
                    raise Denied("TOO_LARGE")
            return message

        async def sending(message: Message) -> None:
            nonlocal status, started
            if received > most and not started and status != 413:
                return  # whatever the application made of the torn body
            if message["type"] == "http.response.start":
                status, started = message["status"], True
                names = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *((k.lower().encode(), v.encode()) for k, v in web.HEADERS.items() if k.lower().encode() not in names),
                ]
            await send(message)

        async def refuse(denied: Denied) -> None:
            nonlocal status
            if not started:
                status = denied.status
                await refusal(denied)(scope, receive, sending)

        try:
            length = next((v for k, v in scope["headers"] if k == b"content-length"), b"0")
            if length.isdigit() and int(length) > most:
                raise Denied("TOO_LARGE")
            if scope["path"] != "/health":
                self.requests.check(counted_as(client))
            await self.app(scope, receiving, sending)
            if received > most:
                raise Denied("TOO_LARGE")
        except Denied as denied:
            await refuse(denied)
        except Exception as error:
            logger.exception("a request failed")
            await refuse(Denied(code_of(error)))
        finally:
            seconds = time.perf_counter() - began
            route = getattr(scope.get("route"), "path", "other")
            method = scope["method"] if scope["method"] in METHODS else "other"
            metrics.REQUESTS.labels(route, method, str(status)).observe(seconds)
            facts = {"route": route, "method": method, "status": status, "ms": round(1000 * seconds, 1), "client": client}
            logger.log(logging.DEBUG if status < 400 else logging.INFO, "request", extra=facts)


DOCUMENTS = ("/api/verify", "/api/board", "/api/analysis", "/api/studies")
"""Addresses that take records, positions and studies: longer bodies than elsewhere."""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
