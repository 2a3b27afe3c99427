"""One anonymous client floods the server in every way it can: everybody else's moves are answered as ever.

The attackers come from the same address as the player, with the server's ordinary limits: the worst case of a household or a school. An
attack goes on until the player has made some moves: a server that works for the attacker first never comes to them, on any machine.
``make chaos`` attacks for some seconds and also holds the time of an answer.
"""

from __future__ import annotations

import asyncio
import random
import resource
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial

import orjson
import psutil
import pytest

from sandtable.server.settings import Limits
from tests.server.faults.scale import FULL
from tests.server.players import JSON, ME, PATIENCE, Live, Stubborn, create, http, live, tokens
from tests.server.processes import EVERYTHING, PLENTY, Process, Server

BEN = {"kind": "me", "name": "Ben"}
MOVES = 20 if FULL else 8
SECONDS = 5.0 if FULL else 0.0
"""An attack lasts so long, and until so many moves are answered."""
BOUND = 1.0 if FULL else PATIENCE
"""Seconds within which a move is answered meanwhile."""
MASK = b"\0\0\0\0"
PING, FIRST, NEXT = b"\x89\x80" + MASK, b"\x01\x80" + MASK, b"\x00\x80" + MASK
DESCRIPTORS = 1024 if FULL else 512
pytestmark = pytest.mark.slow


class Small(Server):
    """A server with its ordinary limits on a system that gives it few descriptors."""

    def command(self, *arguments: str) -> Process:
        process = super().command(*arguments)
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))
        return process


@pytest.fixture(scope="module")
def ordinary(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    limits = {name: getattr(Limits(), name) for name in (*PLENTY, *EVERYTHING)}
    server = Small(f"sqlite:///{tmp_path_factory.mktemp('floods') / 'tables.db'}", limits=limits).start()
    yield server
    server.kill()
    server.log.unlink()


# ---- the player -------------------------------------------------------------------------------------------------------------------


class Under:
    """An attack: ``way`` when it has begun, ``over`` when it shall end."""

    def __init__(self) -> None:
        self.way, self.over = threading.Event(), threading.Event()


Attack = Callable[[Under], None]


async def answered(server: Server, attack: Attack) -> list[float]:
    """How long each move of a player takes while the attack goes on in a thread of its own."""
    times: list[float] = []
    under = Under()
    async with http(server.base) as client, live(server.base) as player:
        table = await seated(client, player)
        attacking = asyncio.create_task(asyncio.to_thread(attack, under))
        try:
            assert await asyncio.to_thread(under.way.wait, PATIENCE), "the attack did not begin"
            rng, until = random.Random(1), time.monotonic() + SECONDS
            async with asyncio.timeout(2 * PATIENCE):  # a frozen server would never come to them
                while len(times) < MOVES or time.monotonic() < until:
                    began = time.perf_counter()
                    if await move(player, table, rng) is None:
                        table = await seated(client, player)
                        continue
                    times.append(time.perf_counter() - began)
                    await asyncio.sleep(0.02)
        finally:
            under.over.set()
            await attacking
    return sorted(times)


async def seated(client: object, player: Live) -> JSON:
    """Both seats of a new game."""
    made = await create(client, ME, BEN)  # type: ignore[arg-type]
    latest = {seat: await player.watch(made["table"], token) for seat, token in tokens(made).items()}
    return {"table": made["table"], "latest": latest, "count": 0}


async def move(player: Live, table: JSON, rng: random.Random) -> JSON | None:
    """Plays something and waits for the answer; None at the end of the game."""
    seat = table["latest"][0]["position"]["to_decide"]
    if seat is None:
        return None
    shown, table["count"] = table["latest"][seat], table["count"] + 1
    act = {"type": "play", "id": str(table["count"]), "table": table["table"], "seat": seat, "number": shown["number"]}
    await player.send(**act, decision=rng.choice(shown["position"]["legal"])["id"])
    ack: JSON | None = None
    missing = set(table["latest"])
    while ack is None or missing:
        message = await player.next()
        if message["type"] == "ack":
            ack = message
        elif message["type"] == "update" and message["table"] == table["table"]:
            table["latest"][message["seat"]] = message
            missing.discard(message["seat"])
        else:
            assert message["type"] == "here", message
    return ack


def holds(server: Server, attack: Attack) -> None:
    """Moves are answered in time during the attack, and the server is well after it."""
    times = asyncio.run(answered(server, attack))
    worst = times[int(len(times) * 0.99)]
    print(f"{len(times)} moves, p50 {times[len(times) // 2] * 1000:.0f} ms, p99 {worst * 1000:.0f} ms, worst {times[-1] * 1000:.0f} ms")
    assert worst < BOUND

    async def well() -> None:
        async with http(server.base) as client:
            assert (await client.get("/health")).status_code == 200

    asyncio.run(well())


# ---- the attackers ----------------------------------------------------------------------------------------------------------------


def connected(server: Server) -> socket.socket:
    found = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return found


def upgraded(server: Server) -> socket.socket:
    """A raw socket that has shaken hands."""
    found = connected(server)
    head = f"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    found.sendall(f"{head}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
    said = b""
    while b"\r\n\r\n" not in said:
        more = found.recv(4096)
        if not more:
            raise ConnectionResetError
        said += more
    assert said.startswith(b"HTTP/1.1 101")
    return found


def pour(under: Under, found: socket.socket, data: bytes, read: bool = True) -> None:
    """Sends the same again and again, as fast as it is taken."""
    found.settimeout(0.05)
    view = memoryview(data)
    at = 0
    with suppress(ConnectionError):
        while not under.over.is_set():
            with suppress(TimeoutError):
                at = (at + found.send(view[at:])) % len(data)
                under.way.set()
            if read:
                found.setblocking(False)
                with suppress(BlockingIOError):
                    found.recv(1 << 16)
                found.settimeout(0.05)


def together(*works: Callable[[], object]) -> None:
    threads = [threading.Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def text_frame(message: JSON) -> bytes:
    body = orjson.dumps(message)
    length = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
    return b"\x81" + length + MASK + body


@pytest.fixture(scope="module")
def long_game(ordinary: Server) -> str:
    """A table with a long log: a game to its end."""

    async def play() -> str:
        async with http(ordinary.base) as client:
            made = await create(client, ME, BEN)
            await Stubborn([ordinary.base], made["table"], tokens(made), 3).run()
            return str(made["table"])

    return asyncio.run(play())


@pytest.mark.parametrize("sockets", [1, 8])
def test_pings(ordinary: Server, sockets: int) -> None:
    def attack(under: Under) -> None:
        found = [upgraded(ordinary) for _ in range(sockets)]
        together(*(partial(pour, under, each, PING * 20_000, read=number % 2 == 0) for number, each in enumerate(found)))
        for each in found:
            each.close()

    holds(ordinary, attack)


def test_empty_fragments(ordinary: Server) -> None:
    def attack(under: Under) -> None:
        while not under.over.is_set():
            with closing(upgraded(ordinary)) as found, suppress(OSError):
                found.sendall(FIRST)
                pour(under, found, NEXT * 20_000)

    holds(ordinary, attack)


@pytest.mark.parametrize("sockets", [1, 16])
def test_a_thousand_watches_in_one_write(ordinary: Server, long_game: str, sockets: int) -> None:
    """Of a game with a long log, from its beginning."""

    watch = text_frame({"type": "watch", "table": long_game, "seen": 0}) * 1000
    holds(ordinary, lambda under: together(*[partial(again, ordinary, under, watch)] * sockets))


def again(server: Server, under: Under, data: bytes) -> None:
    """On one socket after the other."""
    while not under.over.is_set():
        with closing(upgraded(server)) as found, suppress(OSError):
            pour(under, found, data)


def test_a_full_lobby_asked_for_without_end(ordinary: Server) -> None:
    """And again and again by sockets that come and go, so that there is always something new."""
    ask = text_frame({"type": "lobby", "on": True}) * 100

    def come_and_go(under: Under) -> None:
        while not under.over.is_set():
            with suppress(OSError):
                upgraded(ordinary).close()

    async def fill() -> None:
        async with http(ordinary.base) as client:
            for _ in range(Limits().offers):
                await create(client, ME, {"kind": "open"}, {"kind": "open"}, listed=True)

    asyncio.run(fill())
    holds(ordinary, lambda under: together(*[partial(again, ordinary, under, ask)] * 16, partial(come_and_go, under)))


def test_long_paths(ordinary: Server) -> None:
    def attack(under: Under) -> None:
        while not under.over.is_set():
            with closing(connected(ordinary)) as found, suppress(OSError):
                found.sendall(b"GET /" + b"a/" * 32_000 + b" HTTP/1.1\r\nHost: here\r\n\r\n")
                assert found.recv(100).startswith(b"HTTP/1.1 414")
                under.way.set()

    holds(ordinary, attack)


def test_an_endless_header(ordinary: Server) -> None:
    assert ordinary.process is not None
    process = psutil.Process(ordinary.process.pid)
    before, most = process.memory_info().rss, 0

    def attack(under: Under) -> None:
        nonlocal most
        while not under.over.is_set():
            with closing(connected(ordinary)) as found, suppress(OSError):
                found.sendall(b"GET / HTTP/1.1\r\nX-Long: ")
                pour(under, found, b"a" * (1 << 20))
            most = max(most, process.memory_info().rss)

    holds(ordinary, attack)
    assert most - before < 64 * 2**20


def test_requests_without_end(ordinary: Server) -> None:
    """Thousands of small requests in every write, on several connections."""

    def attack(under: Under) -> None:
        found = [connected(ordinary) for _ in range(8)]
        together(*(partial(pour, under, each, b"GET /x HTTP/1.1\r\nHost: here\r\n\r\n" * 5_000) for each in found))
        for each in found:
            each.close()

    holds(ordinary, attack)


def test_idle_connections(ordinary: Server) -> None:
    """More than the server has descriptors for. (That they are let go by themselves, too: ``test_edge.py``.)"""
    found: list[socket.socket] = []

    def attack(under: Under) -> None:
        for _ in range(DESCRIPTORS + 276):
            with suppress(OSError):
                found.append(connected(ordinary))
        under.way.set()
        under.over.wait()

    try:
        holds(ordinary, attack)
        assert len(found) > DESCRIPTORS
        assert open_connections(ordinary) <= Limits().connections
    finally:
        for each in found:
            each.close()


def test_slow_bodies(ordinary: Server) -> None:
    found: list[socket.socket] = []

    def attack(under: Under) -> None:
        for _ in range(Limits().connections + 44):
            with suppress(OSError):
                found.append(connected(ordinary))
                found[-1].sendall(
                    b"POST /api/tables HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{"
                )
        under.way.set()
        while not under.over.wait(0.2):
            for each in found:
                with suppress(OSError):
                    each.send(b" ")

    try:
        holds(ordinary, attack)
        assert open_connections(ordinary) <= Limits().connections
    finally:
        for each in found:
            each.close()


def open_connections(server: Server) -> int:
    assert server.process is not None
    process = psutil.Process(server.process.pid)
    return sum(1 for c in process.net_connections("tcp") if c.status == psutil.CONN_ESTABLISHED and c.laddr.port == server.port)


def test_unread_sockets(ordinary: Server, long_game: str) -> None:
    """What waits for those who do not read is bounded in bytes."""
    assert ordinary.process is not None
    process = psutil.Process(ordinary.process.pid)
    watch = text_frame({"type": "watch", "table": long_game, "seen": 0})
    before, most = process.memory_info().rss, 0

    def attack(under: Under) -> None:
        nonlocal most
        found = [upgraded(ordinary) for _ in range(16)]
        for each in found:
            each.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            each.sendall(watch * 100)
        under.way.set()
        while not under.over.wait(0.1):
            most = max(most, process.memory_info().rss)
        for each in found:
            each.close()

    holds(ordinary, attack)
    assert most - before < 64 * 2**20
