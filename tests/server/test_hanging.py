"""Connections that say nothing, or half of something, on a real server: however many there are, others get in and play, and no client that
is gone keeps its place for ever."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import httpx
import psutil
import pytest

from tests.server.players import ME, PATIENCE, bearer, create, http, tokens
from tests.server.processes import Server

CONNECTIONS, SOCKETS = 24, 4
SECONDS = {"head_seconds": 4, "body_seconds": 4, "idle_seconds": 2, "ping_seconds": 2}
LIMITS = {"connections": CONNECTIONS, "sockets": SOCKETS, **SECONDS}
HEAD = b"GET /api/games HTTP/1.1\r\nHost: here\r\n"
SHAKE = (
    b"GET /api/live HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
BEGINNINGS = {
    "silent": b"",
    "half a head": HEAD,
    "half a body": b"POST /api/tables HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{",
    "half a handshake": SHAKE[:-2],
    "after an answer": HEAD + b"\r\n",
    "a socket whose client is gone": SHAKE,
}
ELSEWHERE = "127.0.0.2"
"""Where a client from another address comes from."""


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lets one address have few connections, and none of them hang for long."""
    with Server(f"sqlite:///{tmp_path_factory.mktemp('hanging') / 'tables.db'}", limits=LIMITS) as server:
        yield server


def hang(server: Server, beginning: bytes, source: str = "127.0.0.1") -> socket.socket:
    """A connection that gets no further."""
    found = socket.create_connection(("127.0.0.1", server.port), PATIENCE, source_address=(source, 0))
    with suppress(ConnectionError):  # put out already, by the next one
        found.sendall(beginning)
    return found


def open_connections(server: Server, source: str) -> int:
    """How many the server has with this address."""
    assert server.process is not None
    found = psutil.Process(server.process.pid).net_connections("tcp")
    return sum(1 for c in found if c.status == psutil.CONN_ESTABLISHED and c.raddr and c.raddr.ip == source)


@pytest.mark.parametrize("source", ["127.0.0.1", ELSEWHERE])
def test_others_play_however_many_connections_hang(narrow: Server, source: str) -> None:
    """Five times as many as one address may have, from the player's own address and from another; every request is a new connection."""

    async def play() -> int:
        async with http(narrow.base) as client:
            client.headers["Connection"] = "close"
            made = await create(client, ME, {"kind": "me", "name": "Ben"})
            held, played = tokens(made), 0
            while played < 10:
                seat = (await client.get(f"/api/tables/{made['table']}")).json()["position"]["to_decide"]
                path, token = f"/api/tables/{made['table']}", bearer(held[seat])
                shown = (await client.get(path, headers=token)).json()
                act = {"id": str(played), "number": shown["number"], "decision": shown["position"]["legal"][0]["id"]}
                assert (await client.post(f"{path}/play", json=act, headers=token)).status_code == 200
                played += 1
            return played

    with ExitStack() as hanging:
        for number in range(5 * CONNECTIONS):
            hanging.enter_context(hang(narrow, list(BEGINNINGS.values())[number % len(BEGINNINGS)], source))
        assert asyncio.run(play()) == 10
        assert open_connections(narrow, source) <= CONNECTIONS


def test_whoever_hangs_is_let_go(narrow: Server) -> None:
    """Fewer than may be open: nobody is put out for another, it is time that ends them. Each is closed by the server."""
    assert len(BEGINNINGS) < CONNECTIONS
    with ExitStack() as hanging:
        found = {name: hanging.enter_context(hang(narrow, beginning, ELSEWHERE)) for name, beginning in BEGINNINGS.items()}
        for name, connection in found.items():
            assert ended(connection), f"{name}: still open"
    assert httpx.get(f"{narrow.base}/health", timeout=PATIENCE).status_code == 200


def ended(connection: socket.socket) -> bool:
    """Reads, answering nothing, until the server closes; False if it does not."""
    try:
        while connection.recv(1 << 16):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True
