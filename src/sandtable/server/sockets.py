"""Live play: one socket follows any number of seats and tables."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import orjson
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from sandtable import __version__
from sandtable.kernel.game import JSON
from sandtable.server import commands, steady
from sandtable.server.errors import Denied, Stale, code_of
from sandtable.server.hub import Hub
from sandtable.server.limits import Bucket, counted_as
from sandtable.server.lobby.live import Lobby
from sandtable.server.metrics import REFUSED, SOCKETS
from sandtable.server.models import requests
from sandtable.server.people import persons
from sandtable.server.protocols import Frames
from sandtable.server.tables.access import may_watch
from sandtable.server.tables.messages import encode
from sandtable.server.tables.status import stamp
from sandtable.server.talk.talking import Talk

logger = logging.getLogger("sandtable.sockets")
MESSAGES: TypeAdapter[Any] = TypeAdapter(requests.LiveMessage)
BACKLOG = 400
"""Messages that may wait for a slow client before its socket is closed."""
GOING_AWAY, TOO_LARGE, TRY_LATER, POLICY = 1001, 1009, 1013, 1008


@dataclass(eq=False)
class Watch:
    """One seat (None: as a spectator) that a socket follows."""

    socket: Socket
    seat: int | None
    seen: int

    def show(self, message: bytes) -> None:
        self.socket.send(message)

    def lost(self) -> None:
        self.socket.lost()

    def dropped(self, table: str) -> None:
        self.socket.watches.pop((table, self.seat), None)


class Socket:
    """A connected client. ``wire``: the protocol under its socket, where it is ours."""

    def __init__(self, hub: Hub, ws: WebSocket, lobby: Lobby, talk: Talk, wire: Frames | None = None) -> None:
        limits = hub.settings.limits
        self.hub, self.ws, self.lobby, self.talk = hub, ws, lobby, talk
        self._wire = wire
        self._turn = hub.turns.of(counted_as(ws.client.host if ws.client else "?"))
        self.watches: dict[tuple[str, int | None], Watch] = {}
        self.bucket = Bucket(limits.messages_per_second, limits.messages_burst)
        self._out: asyncio.Queue[bytes | None] = asyncio.Queue(BACKLOG)
        self._waiting = 0
        """Bytes in the queue."""
        self._read_on = asyncio.Event()
        self._closing: tuple[str, int] | None = None

    async def run(self) -> None:
        """Serves the client until it goes."""
        writer = asyncio.create_task(self._write())
        writer.add_done_callback(self._gone)
        SOCKETS.inc()
        self.lobby.came(self)
        try:
            self.say(
                {
                    "type": "hello",
                    "server": "sandtable",
                    "version": __version__,
                    "now": stamp(steady.now()),
                    "talk": self.hub.settings.talk,
                }
            )
            await self._read()
        finally:
            SOCKETS.dec()
            self.lobby.went(self)
            for (table, _), watch in list(self.watches.items()):
                self.hub.unwatch(table, watch)
            self.watches.clear()
            writer.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await writer

    # ---- sending ----------------------------------------------------------------------------------------------------------------

    def say(self, message: JSON) -> None:
        self.send(encode(message))

    def send(self, message: bytes) -> None:
        """Sends a message at once, or queues it; a client that does not read is let go (it can come back and catch up)."""
        if self._closing is not None:
            return
        if self._wire is not None and not self._waiting and self._wire.ready:
            self._wire.say(message)
            return
        if self._out.full() or (self._waiting and self._waiting + len(message) > self.hub.settings.limits.backlog_bytes):
            self.close("too_slow", TRY_LATER)
            return
        self._out.put_nowait(message)
        self._waiting += len(message)

    def close(self, reason: str, code: int) -> None:
        """Says goodbye after what is queued; to a slow client at once: it comes back and catches up."""
        if self._closing is None:
            self._closing = (reason, code)
            while not self._out.empty() and (reason == "too_slow" or self._out.full()):
                self._out.get_nowait()
            self._out.put_nowait(None)
            self._read_on.set()

    def _gone(self, writer: asyncio.Task[None]) -> None:
        """Nothing can be said any more: whoever waits for the client to read waits no longer."""
        self._closing = self._closing or ("gone", GOING_AWAY)
        self._read_on.set()
        if not writer.cancelled() and writer.exception() is not None:
            self.lost()

    def lost(self) -> None:
        """Something could not be said to the client (there was no memory for it): it is let go at once, comes back and catches up."""
        if self._wire is None:
            self.close("too_slow", TRY_LATER)
            return
        self._closing = self._closing or ("gone", GOING_AWAY)
        self._wire.transport.abort()

    async def _write(self) -> None:
        while True:
            message = await self._out.get()
            if message is None:
                break
            await self.ws.send_text(message.decode())
            self._waiting -= len(message)
            self._read_on.set()
        assert self._closing is not None
        reason, code = self._closing
        await self.ws.send_text(encode({"type": "bye", "reason": reason}).decode())
        await self.ws.close(code)

    # ---- reading ----------------------------------------------------------------------------------------------------------------

    async def _read(self) -> None:
        while True:
            await self._give_way()
            try:
                received = await self.ws.receive()
            except (WebSocketDisconnect, RuntimeError):
                return
            if received["type"] != "websocket.receive" or self.ws.application_state is WebSocketState.DISCONNECTED:
                return
            text = received.get("text") or received.get("bytes") or b""
            if len(text) > self.hub.settings.limits.message_bytes:
                self.close("too_large", TOO_LARGE)
                continue
            if not self.bucket.take():
                REFUSED.labels("TOO_MANY").inc()
                self.close("too_many", POLICY)
                continue
            if self._closing is None:
                await self._answer(text)

    async def _give_way(self) -> None:
        """Others have their turn after every message; and who does not read the answers is not asked for more."""
        await asyncio.sleep(0)
        while self._waiting > self.hub.settings.limits.backlog_bytes // 4 and self._closing is None:
            self._read_on.clear()
            await self._read_on.wait()

    async def _answer(self, text: str | bytes) -> None:
        said: JSON = {"id": None, "table": None, "seat": None}
        try:
            try:
                raw = orjson.loads(text)
                if isinstance(raw, dict):
                    said = {name: raw.get(name) if isinstance(raw.get(name), kind) else None for name, kind in _ECHO.items()}
                message = MESSAGES.validate_python(raw)
            except orjson.JSONDecodeError as error:
                if code_of(error) == "BUSY":
                    raise
                raise Denied("BAD_REQUEST", "not JSON") from None
            except ValidationError as error:
                raise Denied("BAD_REQUEST", first_error(error)) from None
            await self._obey(message)
        except Denied as denied:
            REFUSED.labels(denied.code).inc()
            self.say({"type": "refused", **said, **denied.body()})
        except Exception as error:
            logger.exception("a message failed")
            self.say({"type": "refused", **said, **Denied(code_of(error)).body()})

    async def _obey(self, message: Any) -> None:
        match message:
            case requests.LivePing():
                self.say({"type": "pong", "id": message.id})
            case requests.LiveLobby():
                if message.on:
                    await self.lobby.enter(self)
                else:
                    self.lobby.leave(self)
            case requests.LiveMe():
                await self.lobby.introduce(self, (await persons.entered(self.hub.store, message.token)).id)
            case requests.LiveSay():
                await self._talk(message)
            case requests.LiveWatch():
                await self._watch(message)
            case requests.LiveUnwatch():
                watch = self.watches.pop((message.table, message.seat), None)
                if watch is not None:
                    self.hub.unwatch(message.table, watch)
            case _:
                await self._act(message)

    async def _watch(self, message: requests.LiveWatch) -> None:
        if len(self.watches) >= self.hub.settings.limits.watches:
            raise Denied("TOO_MANY")
        found, seat = await may_watch(self.hub, message.table, message.token)
        before = self.watches.pop((message.table, seat), None)
        if before is not None:
            self.hub.unwatch(message.table, before)
        watch = self.watches[message.table, seat] = Watch(self, seat, message.seen)
        try:
            async with self._turn:
                await self.hub.watch(message.table, watch, found.number)
        except Denied:
            self.watches.pop((message.table, seat), None)
            raise
        said = await self.talk.so_far(message.table, seat) if seat is not None else []
        if said:
            self.say({"type": "talk", "table": message.table, "seat": seat, "lines": said})

    async def _talk(self, message: requests.LiveSay) -> None:
        if (message.table, message.seat) not in self.watches:
            raise Denied("WATCHING_NOT")
        line = await self.talk.say(message.table, message.seat, message.kind, message.said, message.id)
        self.say({"type": "ack", "id": message.id, "table": message.table, "seat": message.seat, "number": line["id"]})

    async def _act(self, message: requests.LiveAct) -> None:
        if (message.table, message.seat) not in self.watches:
            raise Denied("WATCHING_NOT")
        try:
            self.say(await commands.carry_out(self.hub, message.table, message.seat, message))
        except Stale as stale:
            REFUSED.labels("CONFLICT").inc()
            async with self._turn:
                self.say(await commands.conflict(self.hub, message.table, message.seat, message, stale))


_ECHO: dict[str, type] = {"id": str, "table": str, "seat": int}


def first_error(error: ValidationError) -> str:
    """Which field is wrong, and how; never what was sent."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"[:200]
