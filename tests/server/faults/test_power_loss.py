"""The power goes at any moment, and the disk has only what was flushed, or any part of the rest: nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.server.faults.layer import Layer, Line, after_power_cut
from tests.server.faults.scale import often
from tests.server.players import JSON, Live, Stubborn
from tests.server.processes import Server
from tests.server.test_chaos import deal_tables, read_tables

TABLES = often(8, 40)
CUTS = often(40, 600)
WRITER = """
import sqlite3, sys, time
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("PRAGMA journal_mode=WAL")
database.execute(f"PRAGMA synchronous={sys.argv[2]}")
database.execute("CREATE TABLE t (n INTEGER PRIMARY KEY)")
for n in range(60):
    database.execute("INSERT INTO t VALUES (?)", [n])
    print(n, time.monotonic(), flush=True)
"""


class Timed(Stubborn):
    """Knows when each acknowledgement came."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.acked_at: dict[int, float] = {}

    async def hear(self, socket: Live, message: JSON) -> None:
        await super().hear(socket, message)
        if message["type"] == "ack":
            self.acked_at[message["number"]] = time.monotonic()


def files_of(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.endswith(("-shm", ".lock"))}


def restored(folder: Path, before: dict[str, bytes], lines: list[Line], rng: random.Random | None) -> Path:
    """The database as the machine finds it when the power is back."""
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, content in after_power_cut(before, lines, rng).items():
        (folder / name).write_bytes(content)
    return folder / "tables.db"


def moments(lines: list[Line], count: int, rng: random.Random) -> list[int]:
    """Between which lines the power goes: anywhere, the end among them."""
    return [*sorted(rng.sample(range(1, len(lines)), min(count, len(lines) - 1))), len(lines)]


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    database = tmp_path / "disk" / "tables.db"
    database.parent.mkdir()
    tables = asyncio.run(deal_tables(f"sqlite:///{database}", TABLES))
    layer, before = Layer(database.parent, tmp_path / "layer"), files_of(database.parent)
    server = Server(f"sqlite:///{database}")
    server.environment = layer.environment
    server.start()
    players = [Timed([server.base], table, held, number) for number, (table, held) in enumerate(tables)]

    async def play() -> None:
        async with asyncio.timeout(300):
            await asyncio.gather(*(player.run() for player in players))

    try:
        asyncio.run(play())
    finally:
        server.kill()
    lines, rng = layer.lines(), random.Random(5)
    required = 0
    for count, cut in enumerate(moments(lines, CUTS, rng)):
        found = restored(tmp_path / "after", before, lines[:cut], rng if count % 2 else None)
        with closing(sqlite3.connect(found)) as opened:
            assert opened.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            kept = {player.table: played(opened, player.table) for player in players}
        gone_at = lines[cut].time if cut < len(lines) else float("inf")
        for player in players:
            for number, (seat, text) in player.acked.items():
                if player.acked_at[number] < gone_at:
                    assert kept[player.table].get(number) == (seat, text), "an acknowledged decision is lost"
                    required += 1
    assert required > CUTS
    whole = asyncio.run(read_tables(f"sqlite:///{found}", [player.table for player in players]))
    assert all(table.phase == "finished" for table in whole.values())


def played(opened: sqlite3.Connection, table: str) -> dict[int, tuple[int, str]]:
    """The decisions in the log, by their numbers; rows follow each other without a gap."""
    found, expected = {}, 1
    for number, entries in opened.execute("SELECT number, entries FROM log WHERE table_id = ? ORDER BY number", [table]):
        assert number == expected
        for facts in json.loads(entries):
            if facts["kind"] == "played":
                found[expected] = (facts["seat"], facts["text"])
            expected += 1
    return found


@pytest.mark.parametrize(("synchronous", "safe"), [("FULL", True), ("OFF", False)])
def test_the_layer_finds_a_program_that_does_not_flush(tmp_path: Path, synchronous: str, safe: bool) -> None:
    """The test of the test: SQLite told not to flush loses commits here, told to flush it does not."""
    folder = tmp_path / "disk"
    folder.mkdir()
    layer = Layer(folder, tmp_path / "layer")
    done = subprocess.run(
        [sys.executable, "-c", WRITER, folder / "tables.db", synchronous],
        env={**os.environ, **layer.environment},
        check=True,
        capture_output=True,
        text=True,
    )
    written = [(int(n), float(at)) for n, at in (line.split() for line in done.stdout.splitlines())]
    lines, rng, lost = layer.lines(), random.Random(1), 0
    for cut in moments(lines, 40, rng):
        found = restored(tmp_path / "after", {}, lines[:cut], None)
        gone_at = lines[cut].time if cut < len(lines) else float("inf")
        needed = [n for n, at in written if at < gone_at]
        with closing(sqlite3.connect(found)) as opened:
            try:
                kept = {n for (n,) in opened.execute("SELECT n FROM t")}
            except sqlite3.Error:
                kept = set()
        lost += sum(n not in kept for n in needed)
    assert (lost == 0) == safe
