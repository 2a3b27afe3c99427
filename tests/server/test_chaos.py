"""Kill −9 again and again while many tables play: nothing acknowledged is lost, nothing happens twice, every game ends."""

from __future__ import annotations

import asyncio
import random
import subprocess
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import psutil

from sandtable.kernel import seeds
from sandtable.kernel.record import Record
from sandtable.kernel.registry import load
from sandtable.server import keys
from sandtable.server.hub import Hub
from sandtable.server.settings import Settings
from sandtable.server.store import Store
from sandtable.server.tables.facts import Setup, usual_coach
from sandtable.server.tables.making import new_table
from sandtable.server.tables.table import Table
from tests.server.faults.scale import often
from tests.server.players import Stubborn
from tests.server.processes import Server

TABLES = often(40, 200)
LAST_DECISIONS = 26
"""Games begin so many decisions before the end of a random game: many crashes fall into few decisions."""


def late_position(number: int) -> tuple[int, dict[str, Any]]:
    """A position towards the end of a random game of 2 or 3."""
    game, rng = load("tuareg"), np.random.default_rng(number)
    players = 2 + number % 2
    whole = game.new(players, seed=number)
    while not whole.over:
        whole.play(int(rng.choice(whole.legal.ids)))
    part = game.new(players, seed=number)
    for move in whole.moves[:-LAST_DECISIONS]:
        part.play(move.action.id)
    return players, part.position()


async def deal_tables(database: str, count: int) -> list[tuple[str, dict[int, str]]]:
    """Tables in the middle of their games: seat 1 is a bot's, the others are held by the returned tokens."""
    store = Store(database)
    await store.open()
    hub = Hub(store, Settings(database))
    made = []
    for number in range(count):
        players, position = late_position(number)
        setup = Setup(
            id=keys.new_table(),
            game="tuareg",
            rules=1,
            players=players,
            options=position["options"],
            seed=seeds.to_bytes(None),
            start={"position": position},
            invite=None,
            casual=True,
            spectators=True,
            clock=None,
            after=None,
            created=time.time(),
        )
        seats: list[dict[str, Any]] = [{"kind": "person", "name": f"P{i}"} for i in range(players)]
        seats[1] = {"kind": "bot", "level": "random"}
        held = {i: keys.new_secret() for i in range(players) if i != 1}
        table = new_table(setup, seats, usual_coach([seat["kind"] for seat in seats]))
        assert await hub.create(table, {i: keys.hashed(token) for i, token in held.items()})
        made.append((setup.id, held))
    await store.close()
    return made


async def read_tables(database: str, ids: list[str]) -> dict[str, Table]:
    store = Store(database)
    await store.open()
    found = {}
    for table in ids:
        setup = await store.setup(table)
        assert setup is not None
        rows = await store.rows(table)
        found[table] = Table.of(setup, rows)
    await store.close()
    return found


async def play_through(server: Server, tables: list[tuple[str, dict[int, str]]], disturbances: list[Callable[[], Any]]) -> list[Stubborn]:
    """All tables at once; the disturbances come one after the other, spread over the acknowledged decisions."""
    players = [Stubborn([server.base], table, held, number) for number, (table, held) in enumerate(tables)]
    playing = asyncio.gather(*(player.run() for player in players))
    rng = random.Random()
    step = len(tables) * LAST_DECISIONS // 3 // (len(disturbances) + 1)

    async def disturbing() -> None:
        for number, disturb in enumerate(disturbances, 1):
            while sum(len(player.acked) for player in players) < number * step:
                await asyncio.sleep(0.02)
            await asyncio.sleep(rng.uniform(0.0, 0.1))  # anywhere between two decisions, or in the middle of a write
            await asyncio.to_thread(disturb)

    chaos = asyncio.create_task(disturbing())
    try:
        async with asyncio.timeout(400):
            await asyncio.wait([playing, chaos], return_when=asyncio.FIRST_COMPLETED)
            if chaos.done():
                chaos.result()
            await playing
            await chaos
    finally:
        chaos.cancel()
    return players


def check(database: str, players: list[Stubborn], disturbed: bool = True) -> None:
    """Every acknowledged decision stands where it was acknowledged; every game is over and replays to its result."""
    tables = asyncio.run(read_tables(database, [player.table for player in players]))
    for player in players:
        table = tables[player.table]
        assert table.phase == "finished"
        assert table.state is not None
        assert table.state.over
        played = {entry.number: entry.facts for entry in table.log if entry.kind == "played"}
        for number, (seat, text) in player.acked.items():
            assert (played[number]["seat"], played[number]["text"]) == (seat, text)
        mine = [n for n, facts in played.items() if facts["seat"] in player.held]
        assert len(mine) <= len(player.acked) + len(player.pending), "a decision was played twice"
        record = table.record()
        assert Record.parse(str(record)).result == {"scores": player.result["scores"], "winners": player.result["winners"]}  # type: ignore[index]
    if disturbed:
        assert sum(player.lost for player in players) >= often(1, len(players) // 2), "the chaos did not reach the players"


def test_sqlite_killed_again_and_again(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    tables = asyncio.run(deal_tables(database, TABLES))
    server = Server(database).start()

    def power_cut() -> None:
        server.kill()
        server.start()

    try:
        players = asyncio.run(play_through(server, tables, [power_cut] * often(2, 25)))
    finally:
        server.kill()
    check(database, players)


def test_postgresql_workers_killed_and_restarted(new_database: Callable[[], str], postgres: Callable[[], Any]) -> None:
    """A web worker, a bot worker, PostgreSQL itself: in turn."""
    database = new_database()
    tables = asyncio.run(deal_tables(database, TABLES))
    soon = {"sandtable.server.jobs.LEASE": 3.0, "sandtable.server.jobs.PROLONG": 1.0}  # until others decide for a killed bot worker
    server = Server(database, "--workers=2", "--bot-workers=2", constants=soon).start()

    def kill_one(kind: str) -> None:
        """The one with most connections: one worker may have taken all of them."""
        workers = server.children(kind)
        if workers:
            max(workers, key=lambda worker: len(worker.net_connections("tcp"))).kill()

    turns: list[Callable[[], Any]] = [partial(kill_one, "serve"), partial(kill_one, "bot-worker"), partial(postgres_restart, postgres())]
    try:
        players = asyncio.run(play_through(server, tables, turns * often(1, 6)))
    finally:
        server.kill()
    check(database, players)


def postgres_restart(postgres: Any) -> None:
    """Killed, not stopped: it recovers from its log at the next start."""
    main = psutil.Process(postgres.get_pid())
    family = [main, *main.children(recursive=True)]
    main.kill()
    psutil.wait_procs(family, 20)
    for _ in range(20):
        try:
            postgres.start()
        except (subprocess.SubprocessError, AssertionError):  # a busy machine: it is still recovering
            time.sleep(1)
            continue
        return
    raise AssertionError("PostgreSQL did not start again")
