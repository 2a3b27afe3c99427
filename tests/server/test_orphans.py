"""Whoever started others takes them along, even if it is killed: no worker is left, and the port is free."""

from __future__ import annotations

import socket
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import psutil

from tests.commands import start
from tests.server.processes import Process, Server

SECONDS = 240.0
"""How long a busy machine may take."""


def children_of(process: Process, count: int) -> list[psutil.Process]:
    """Its children, once there are so many."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        found = psutil.Process(process.pid).children(recursive=True)
        if len(found) >= count:
            return found
        assert process.poll() is None
        time.sleep(0.05)
    raise AssertionError("the workers did not start")


def all_end(processes: list[psutil.Process]) -> list[psutil.Process]:
    """Waits for their end; those that live on are ended and returned."""
    left = psutil.wait_procs(processes, SECONDS)[1]
    for process in left:
        process.kill()
    return left


def test_workers_end_with_their_killed_supervisor(new_database: Callable[[], str]) -> None:
    """One of each kind, started as they are without tests."""
    server = Server(new_database(), "--workers=1", "--bot-workers=1", fresh=True).start()
    assert server.process is not None
    workers = children_of(server.process, 2)
    server.process.kill()
    server.process.wait(SECONDS)
    assert not all_end(workers)
    with socket.socket() as again:
        again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        again.bind(("127.0.0.1", server.port))
        again.listen()
    server.log.unlink()


def test_workers_end_with_their_killed_arena(tmp_path: Path) -> None:
    """Killed in the middle of its games."""
    database = tmp_path / "arena.sqlite"
    words = ["--game=tuareg", "--bots=greedy,random", "--games=1000000", "--on=processes", "--workers=2", f"--db={database}"]
    arena = start("arena", *words, log=tmp_path / "arena.log")
    workers = children_of(arena, 2)
    until = time.monotonic() + SECONDS
    while not games_kept(database) and time.monotonic() < until:
        time.sleep(0.05)
    arena.kill()
    arena.wait(SECONDS)
    assert not all_end(workers)
    assert games_kept(database)


def games_kept(database: Path) -> int:
    if not database.exists():
        return 0
    with closing(sqlite3.connect(database)) as kept, suppress(sqlite3.OperationalError):
        return int(kept.execute("SELECT COUNT(*) FROM game").fetchone()[0])
    return 0
