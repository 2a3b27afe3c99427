"""Games go on through faults, and nothing acknowledged is lost: full and slow disks, clocks that jump, clients that hang, little memory."""

from __future__ import annotations

import asyncio
import random
import resource
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import orjson
import psutil
import pytest

from tests.server.faults.layer import Layer
from tests.server.faults.scale import often
from tests.server.players import Stubborn, live
from tests.server.processes import Server
from tests.server.test_chaos import check, deal_tables

TESTS, TABLES = 5, often(6, 40)
ROUNDS = often(2, 10)
HANGING = often(20, 200)


class World:
    """One server for all these tests, which takes as long to start as a test to run; each has tables of its own."""

    def __init__(self, folder: Path) -> None:
        self.database = f"sqlite:///{folder / 'disk' / 'tables.db'}"
        (folder / "disk").mkdir()
        self._tables = asyncio.run(deal_tables(self.database, TESTS * TABLES))
        self.server = Server(self.database)
        self._layer: Layer | None = None
        with suppress(pytest.skip.Exception):
            self._layer = Layer(folder / "disk", folder / "layer")
            self.server.environment = {name: value for name, value in self._layer.environment.items() if name != "LAYER_JOURNAL"}

    @property
    def layer(self) -> Layer:
        if self._layer is None:
            pytest.skip("the layer needs Linux and a C compiler")
        return self._layer

    @contextmanager
    def playing(self) -> Iterator[list[Stubborn]]:
        """A player for each of some tables; at the end everything acknowledged is looked for."""
        if self.server.process is None or self.server.process.poll() is not None:
            self.server.start()
        mine, self._tables = self._tables[:TABLES], self._tables[TABLES:]
        players = [Stubborn([self.server.base], table, held, number) for number, (table, held) in enumerate(mine)]
        try:
            yield players
        except AssertionError:
            print(self.server.log.read_text()[-10_000:])  # the log goes with the world; pytest shows it beside what failed
            raise
        finally:
            if self._layer is not None:
                self._layer.set()
        check(self.database, players, disturbed=False)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    found = World(tmp_path_factory.mktemp("faults"))
    yield found
    if found.server.process is not None and found.server.process.poll() is None:
        found.server.kill()
    found.server.log.unlink()


async def to_the_end(players: list[Stubborn], disturbing: Callable[[], Any] | None = None) -> None:
    """All games; the disturbance runs beside them, from their beginning."""
    disturbance = asyncio.create_task(asyncio.to_thread(disturbing)) if disturbing is not None else None
    async with asyncio.timeout(400):
        await asyncio.gather(*(player.run() for player in players))
        if disturbance is not None:
            await disturbance


def acknowledged(players: list[Stubborn]) -> int:
    return sum(len(player.acked) for player in players)


def wait_until(done: Callable[[], bool], seconds: float = 60.0) -> None:
    until = time.monotonic() + seconds
    while not done() and time.monotonic() < until:
        time.sleep(0.02)


def test_a_full_disk_stops_nothing_for_good(world: World) -> None:
    """Acts are refused while the disk is full, and taken as soon as there is room; no restart is needed."""
    refused = 0
    server, layer = world.server, world.layer
    with world.playing() as players:

        def fill_and_free() -> None:
            nonlocal refused
            for _ in range(ROUNDS):
                layer.set(full=True)
                answer = httpx.post(f"{server.base}/api/tables", json=NEW_TABLE, timeout=30)
                refused += answer.status_code == 503
                layer.set()
                assert httpx.post(f"{server.base}/api/tables", json=NEW_TABLE, timeout=30).status_code == 201

        asyncio.run(to_the_end(players, fill_and_free))
    assert refused == ROUNDS


NEW_TABLE = {"game": "tuareg", "seats": [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}]}


def test_a_slow_disk_makes_nobody_wait_who_does_not_write(world: World) -> None:
    """A flush takes very long: whoever only looks is answered while it lasts. It takes half a second: games go on."""
    server, layer = world.server, world.layer
    with world.playing() as players:

        def look() -> None:
            for _ in range(ROUNDS):
                layer.set(flush_seconds=3600)
                with ThreadPoolExecutor(1) as writing:
                    made = writing.submit(httpx.post, f"{server.base}/api/tables", json=NEW_TABLE, timeout=120)
                    for _ in range(5):
                        assert httpx.get(f"{server.base}/api/games", timeout=60).status_code == 200
                        assert httpx.get(f"{server.base}/api/lobby", timeout=60).status_code == 200
                    assert not made.done(), "it is not on disk"
                    layer.set(flush_seconds=0.5)
                    assert made.result().status_code == 201
                before = acknowledged(players)
                wait_until(lambda before=before: acknowledged(players) > before or all(p.result for p in players))  # type: ignore[misc]
            layer.set()

        asyncio.run(to_the_end(players, look))


def test_clocks_that_jump(world: World) -> None:
    """A day forward, two days back, and a restart in the past: bots and persons play on."""
    server, layer = world.server, world.layer
    with world.playing() as players:

        def jump() -> None:
            for number in range(ROUNDS):
                for days in (1, -1):
                    before = acknowledged(players)
                    layer.set(clock_seconds=days * 86_400)
                    wait_until(lambda before=before: acknowledged(players) > before or all(p.result for p in players))  # type: ignore[misc]
                    if number == 0 and days < 0:
                        server.kill()
                        server.start()
            layer.set()

        asyncio.run(to_the_end(players, jump))


def test_half_open_connections_and_slow_readers(world: World) -> None:
    """Connections that say nothing, half a request or half a handshake; watchers that never read."""
    beginnings = (
        b"",
        b"GET / HTTP/1.1\r\nHost: a\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n{",
        b"\x16\x03\x01",
    )
    server = world.server
    with world.playing() as players:
        hanging = []
        for number in range(HANGING):
            connection = socket.create_connection(("127.0.0.1", server.port), 60)
            connection.sendall(beginnings[number % len(beginnings)])
            hanging.append(connection)

        async def with_slow_readers() -> None:
            async with live(server.base) as one, live(server.base) as two:
                for reader in (one, two):
                    for player in players:
                        await reader.send(type="watch", table=player.table, seen=0)
                await to_the_end(players)
                for reader in (one, two):
                    reader.ws.transport.abort()  # a polite goodbye would wait until all that was sent is read

        try:
            asyncio.run(with_slow_readers())
            assert httpx.get(f"{server.base}/health", timeout=60).status_code == 200
        finally:
            for connection in hanging:
                connection.close()


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits of other processes need Linux")
def test_little_memory(world: World) -> None:
    """While the process gets no more memory, what needs some is refused, or the process ends and is started again (compiled code that is
    loaded at such a moment ends it): nothing acknowledged is lost, and afterwards all is as before."""
    server = world.server
    with world.playing() as players:
        rng = random.Random(1)
        document = orjson.dumps({"kind": "report", "record": "\n" * 200_000})

        def squeeze() -> None:
            for _ in range(ROUNDS):
                assert server.process is not None
                limit(server.process.pid, psutil.Process(server.process.pid).memory_info().vms + rng.randrange(1, 8) * 1_000_000)
                for _ in range(5):
                    with suppress(httpx.HTTPError):
                        answer = httpx.post(f"{server.base}/api/analysis", content=document, timeout=5)
                        assert answer.status_code in (400, 422, 429, 500, 503)
                if server.process.poll() is None:
                    limit(server.process.pid, resource.RLIM_INFINITY)
                else:
                    server.start()

        asyncio.run(to_the_end(players, squeeze))
        assert httpx.get(f"{server.base}/health", timeout=60).status_code == 200


def limit(process: int, much: int) -> None:
    with suppress(ProcessLookupError):
        resource.prlimit(process, resource.RLIMIT_AS, (much, resource.RLIM_INFINITY))
