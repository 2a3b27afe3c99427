"""A new version while people play: nobody who asks is refused, and every game goes on.

With SQLite one process serves a file, so the port is held open by whoever started it (a systemd socket) and requests wait for the new
server. With PostgreSQL workers are exchanged one after the other, and there is always one that answers."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest

from tests.commands import start
from tests.server.players import BOT, ME, PATIENCE, Stubborn, create, http, tokens
from tests.server.processes import Server

BEN = {"kind": "me", "name": "Ben"}
AS_SYSTEMD = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
os.execv(sys.executable, [sys.executable, "-m", "sandtable", *sys.argv[2:]])
"""


class Activated(Server):
    """Started as systemd does by a socket unit: the listening socket is older than the server, and stays."""

    def __init__(self, database: str) -> None:
        super().__init__(database)
        self.held = socket.create_server(("127.0.0.1", self.port), backlog=256)

    def command(self, *arguments: str) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "SANDTABLE_DATABASE": self.database}
        fd = self.held.fileno()
        with self.log.open("ab") as log:
            words = [sys.executable, "-c", AS_SYSTEMD, str(fd), *arguments]
            return subprocess.Popen(words, env=environment, stdout=log, stderr=log, pass_fds=(fd,))


async def asking(base: str, over: asyncio.Event) -> int:
    """Asks again and again on new connections, never twice for the same: whatever is not an answer fails the test."""
    count = 0
    async with httpx.AsyncClient(base_url=base, timeout=None, limits=httpx.Limits(max_keepalive_connections=0)) as client:
        while not over.is_set():
            assert (await client.get("/api/bots")).status_code == 200
            count += 1
            await asyncio.sleep(0.01)
    return count


async def through(base: str, bots: int, renew: Callable[[], Awaitable[None]]) -> None:
    """Two persons at each of two tables play on while the server is renewed, and somebody asks all the time."""
    async with http(base) as client:
        made = [await create(client, ME, BEN, *([BOT] * bots)) for _ in range(2)]
    players = [Stubborn([base], table["table"], tokens(table), number) for number, table in enumerate(made)]
    over = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        playing = [group.create_task(player.run()) for player in players]
        probing = group.create_task(asking(base, over))
        while not all(player.acked for player in players):
            await asyncio.sleep(0.01)
        await renew()
        await asyncio.gather(*playing)
        over.set()
        answered = await probing
    assert answered > 1
    async with http(base) as client:
        for player in players:
            told = (await client.get(f"/api/tables/{player.table}")).json()
            numbers = {entry["number"]: entry["seat"] for entry in told["entries"] if entry["kind"] == "played"}
            assert player.result is not None
            for number, (seat, _) in player.acked.items():
                assert numbers[number] == seat


def test_a_restart_behind_a_socket_that_stays(database: str) -> None:
    server = Activated(database).start()

    async def restart() -> None:
        assert await asyncio.to_thread(server.stop) == 0
        await asyncio.to_thread(server.start)

    try:
        asyncio.run(through(server.base, 1, restart))
        assert server.log.read_text().count("serves on") == 2
    finally:
        assert server.stop() == 0
        server.held.close()


@pytest.mark.first
def test_workers_are_exchanged_one_after_the_other(new_database: Callable[[], str]) -> None:
    with Server(new_database(), "--workers=2", "--bot-workers=0", fresh=True) as server:
        before = {child.pid for child in server.children("serve")}

        async def renew() -> None:
            assert server.process is not None
            server.process.send_signal(signal.SIGHUP)
            while server.log.read_text().count("was exchanged") < 2:
                assert server.process.poll() is None, server.log.read_text()
                await asyncio.sleep(0.05)

        asyncio.run(through(server.base, 0, renew))
        after = {child.pid for child in server.children("serve")}
        assert len(before) == len(after) == 2
        assert not before & after


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no such sockets here")
def test_systemd_hears_when_the_server_is_ready(database: str, tmp_path: Path) -> None:
    from sandtable.server.notify import Listening

    hearing = Listening(tmp_path / "notify")
    server = Server(database)
    environment = {**os.environ, "SANDTABLE_DATABASE": database, "NOTIFY_SOCKET": str(hearing.path)}
    server.process = start("serve", f"--port={server.port}", log=server.log, environment=environment)
    try:
        assert hearing.heard(PATIENCE)
        assert httpx.get(f"{server.base}/health", timeout=PATIENCE).status_code == 200
    finally:
        assert server.stop() == 0
        hearing.close()
