"""Clients for tests: HTTP, sockets, and players who never give up."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import orjson
import websockets

JSON = dict[str, Any]
ME = {"kind": "me", "name": "Ann"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "level": "random"}
PATIENCE = 300.0
"""Seconds after which something hangs, however busy the machine is; a test that passes waits only as long as it must."""


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


class Live:
    """A socket."""

    def __init__(self, ws: Any) -> None:
        self.ws = ws

    async def send(self, **message: Any) -> None:
        await self.ws.send(orjson.dumps(message).decode())

    async def next(self) -> JSON:
        async with asyncio.timeout(PATIENCE):
            message: JSON = orjson.loads(await self.ws.recv())
            return message

    async def until(self, wanted: Callable[[JSON], Any]) -> JSON:
        while True:
            message = await self.next()
            if wanted(message):
                return message

    async def kind(self, kind: str) -> JSON:
        return await self.until(lambda m: m["type"] == kind)

    async def watch(self, table: str, token: str | None = None, seen: int = 0) -> JSON:
        await self.send(type="watch", table=table, seen=seen, **({"token": token} if token else {}))
        return await self.until(lambda m: m["type"] in ("update", "refused"))

    async def ask(self, **message: Any) -> JSON:
        """Sends an act and returns its answer."""
        await self.send(**message)
        return await self.until(lambda m: m.get("id") == message["id"])


@asynccontextmanager
async def live(base: str) -> AsyncIterator[Live]:
    """What nobody reads is kept (``max_queue``): with a full queue the end of the connection would not be heard, and waited for in vain."""
    address = f"{base.replace('http', 'ws')}/api/live"
    async with websockets.connect(address, max_size=None, max_queue=None, ping_interval=None) as ws:
        yield Live(ws)


class Patient(httpx.AsyncHTTPTransport):
    """Asks again when the server says that it is busy, as its answer invites to: how fast a machine is decides nothing."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        until = time.monotonic() + PATIENCE
        while True:
            answer = await super().handle_async_request(request)
            if answer.status_code != 503 or time.monotonic() > until:
                return answer
            await answer.aread()
            await asyncio.sleep(0.2)


@asynccontextmanager
async def http(base: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=base, timeout=PATIENCE, transport=Patient()) as client:
        yield client


async def create(client: httpx.AsyncClient, *seats: JSON, **more: Any) -> JSON:
    answer = await client.post("/api/tables", json={"game": "tuareg", "seats": list(seats), **more})
    assert answer.status_code == 201, answer.text
    made: JSON = answer.json()
    return made


async def join(client: httpx.AsyncClient, invite: str, name: str = "Ben", **more: Any) -> JSON:
    answer = await client.post("/api/join", json={"invite": invite, "name": name, **more})
    assert answer.status_code == 200, answer.text
    made: JSON = answer.json()
    return made


async def told(client: httpx.AsyncClient, table: str, token: str, number: int, seen: int = 0) -> JSON:
    """The update, once the worker that answers has heard of this number: it may be another one that wrote it a moment ago."""
    async with asyncio.timeout(PATIENCE):
        while True:
            update: JSON = (await client.get(f"/api/tables/{table}?seen={seen}", headers=bearer(token))).json()
            if update["number"] >= number:
                return update
            await asyncio.sleep(0.01)


def tokens(*made: JSON) -> dict[int, str]:
    return {seat["seat"]: seat["token"] for answer in made for seat in answer["seats"]}


class Stubborn:
    """Plays some seats of one table to the end, through every crash: reconnects, watches from what it has seen, sends again.

    ``acked`` holds what the server has acknowledged: (number, seat, decision's text). ``hurry``: how often a turn is ended at once where
    that is possible (a game in which nothing else ends it takes thousands of decisions)."""

    def __init__(self, bases: list[str], table: str, held: dict[int, str], seed: int, hurry: float = 0.0) -> None:
        self.bases, self.table, self.held, self.hurry = bases, table, held, hurry
        self.rng = random.Random(seed)
        self.seen = dict.fromkeys(held, 0)
        self.acked: dict[int, tuple[int, str]] = {}
        self.count = 0
        self.pending: dict[int, JSON] = {}
        self.latest: dict[int, JSON] = {}
        self.lost = 0
        self.result: JSON | None = None

    async def run(self) -> None:
        while self.result is None:
            try:
                async with live(self.rng.choice(self.bases)) as socket:
                    for seat, token in self.held.items():
                        await socket.send(type="watch", table=self.table, token=token, seen=self.seen[seat])
                    for message in self.pending.values():
                        await socket.send(**message)
                    while self.result is None:
                        await self.hear(socket, orjson.loads(await socket.ws.recv()))
            except (OSError, websockets.WebSocketException, TimeoutError):
                self.lost += 1
                await asyncio.sleep(self.rng.uniform(0.05, 0.3))

    async def hear(self, socket: Live, message: JSON) -> None:
        kind, seat = message["type"], message.get("seat")
        if kind == "update":
            assert message["number"] >= self.seen[seat]
            self.seen[seat] = message["number"]
            self.latest[seat] = message
            if message["status"]["phase"] == "finished":
                self.result = message["status"]["result"]
            await self.go_on(socket, seat)
        elif kind == "ack":
            sent = self.pending.pop(seat)
            assert message["number"] not in self.acked
            self.acked[message["number"]] = (seat, sent["decision"])
            if self.seen[seat] >= message["number"]:
                await self.go_on(socket, seat)
        elif kind == "conflict":
            self.pending.pop(seat)
            await self.hear(socket, message["update"])
        elif kind == "refused":
            assert message["code"] in ("BUSY", "WATCHING_NOT"), message
            if message.get("id") and seat in self.pending:
                await asyncio.sleep(0.1)
                await socket.send(**self.pending[seat])
            else:
                raise TimeoutError

    async def go_on(self, socket: Live, seat: int) -> None:
        """Decides, if it is this seat's turn and nothing is under way."""
        message = self.latest[seat]
        if self.result is not None or seat in self.pending or message["position"]["to_decide"] != seat:
            return
        self.count += 1
        texts = [each["text"] for each in message["position"]["legal"]]
        chosen = "end_turn" if "end_turn" in texts and self.rng.random() < self.hurry else self.rng.choice(texts)
        act = {"type": "play", "id": f"{seat}-{self.count}", "table": self.table, "seat": seat}
        self.pending[seat] = {**act, "number": message["number"], "decision": chosen}
        await socket.send(**self.pending[seat])
