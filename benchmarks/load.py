"""The table server under load: moves a second, the time from a move to everybody's screen, tables held, memory.

    python benchmarks/load.py                                # SQLite
    python benchmarks/load.py --database postgresql://… --workers 2
    python benchmarks/load.py --rate 1                       # every table moves once a second, as people do
    python benchmarks/load.py --rate 1 --report              # the same while the coach works

Busy tables are played by two persons each (random legal decisions) over sockets of their own, watched by a spectator; idle tables have one
connected person and wait. Figures include the clients' own work on the same machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import orjson
import psutil
import uvloop
from load_socket import Socket, connect

import sandtable

HEAD = re.compile(rb'\{"type":"update","table":"(\w+)","seat":\w+,"number":(\d+),')
"""How every update begins: which table, and up to which entry."""


class Load:
    """The clients of one run."""

    def __init__(self, base: str, game: str, rate: float) -> None:
        self.base, self.game, self.rate = base, game, rate
        self.sent: dict[tuple[str, int], float] = {}
        self.spread: list[float] = []
        self.acks: list[float] = []
        self.moves = 0
        self.ended = 0
        self.measuring = False
        self.stopping = False

    async def new_table(self, http: httpx.AsyncClient, persons: int, bots: int = 0) -> dict[str, Any]:
        seats: list[dict[str, Any]] = [{"kind": "me", "name": f"P{i}"} for i in range(persons)]
        seats += [{"kind": "open"}] if persons == 1 else [{"kind": "bot", "level": "random"}] * bots
        answer = await http.post("/api/tables", json={"game": self.game, "seats": seats})
        answer.raise_for_status()
        made: dict[str, Any] = answer.json()
        return made

    async def idle(self, table: dict[str, Any]) -> None:
        socket = await connect(self.base, lambda text: None)
        socket.say(orjson.dumps({"type": "watch", "table": table["table"], "token": table["seats"][0]["token"]}))
        await socket.gone

    def seen(self, text: bytes) -> None:
        """A message has come to a screen."""
        update = HEAD.match(text)
        if update is not None and self.measuring:
            began = self.sent.get((update[1].decode(), int(update[2])))
            if began is not None:
                self.spread.append(time.perf_counter() - began)

    async def player(self, http: httpx.AsyncClient, rng: random.Random) -> None:
        """Games one after the other, each at a table of its own."""
        while not self.stopping:
            table = await self.new_table(http, 2)
            spectator = await connect(self.base, self.seen)  # sees the moves, nothing else; its screen counts too
            spectator.say(orjson.dumps({"type": "watch", "table": table["table"]}))
            device = Device(self, rng)
            device.socket = await connect(self.base, device.heard)
            for seat in table["seats"]:
                device.socket.say(orjson.dumps({"type": "watch", "table": table["table"], "token": seat["token"]}))
            await device.socket.gone
            spectator.close()


class Device:
    """One device with both seats of a table, until its game is over: any legal decision, after some thought."""

    socket: Socket

    def __init__(self, load: Load, rng: random.Random) -> None:
        self.load, self.rng = load, rng
        self.count = 0
        self.waiting: dict[str, float] = {}

    def heard(self, text: bytes) -> None:
        load = self.load
        load.seen(text)
        message: dict[str, Any] = orjson.loads(text)
        if message["type"] == "ack" and load.measuring:
            load.acks.append(time.perf_counter() - self.waiting.pop(message["id"], time.perf_counter()))
        if message["type"] != "update" or message["position"] is None or load.stopping:
            return
        if message["status"]["phase"] == "finished":
            load.ended += 1
            self.socket.close()
        elif message["position"]["legal"]:
            thought = self.rng.uniform(0.5, 1.5) / load.rate if load.rate else 0.0
            asyncio.get_running_loop().call_later(thought, self.move, message)

    def move(self, update: dict[str, Any]) -> None:
        self.count += 1
        name, table, number = str(self.count), update["table"], update["number"]
        act = {"type": "play", "id": name, "table": table, "seat": update["seat"], "number": number}
        act["decision"] = self.rng.choice(update["position"]["legal"])["id"]
        self.load.sent[table, number + 1] = self.waiting[name] = time.perf_counter()
        if self.load.measuring:
            self.load.moves += 1
        self.socket.say(orjson.dumps(act))


def family(pid: int) -> list[psutil.Process]:
    """The server's process and its children (not the database)."""
    server = psutil.Process(pid)
    return [server, *server.children(recursive=True)]


def finished_game() -> str:
    """The record of a random game of Five Tribes with 4 players."""
    state, rng = sandtable.load("five-tribes").new(4, seed=1), random.Random(1)
    while not state.over:
        state.play(rng.choice(state.legal))
    return str(sandtable.Record.of(state))


def memory(pid: int) -> int:
    """Bytes that belong to these processes alone, and their share of what they have in common."""
    return sum(process.memory_full_info().pss for process in family(pid))


def database_memory() -> int:
    """Bytes of all PostgreSQL processes on this machine, what they share counted once."""
    found = 0
    for process in psutil.process_iter(["name"]):
        if process.info["name"] == "postgres":
            with suppress(psutil.Error):
                found += process.memory_full_info().pss
    return found


def processor(pid: int) -> dict[str, float]:
    """Seconds of processor time so far: the server's, the clients', and that of all PostgreSQL processes, also of those that have ended."""
    return {
        "server": sum(sum(process.cpu_times()[:2]) for process in family(pid)),
        "clients": sum(psutil.Process().cpu_times()[:2]),
        "database": sum(sum(process.cpu_times()[:4]) for process in psutil.process_iter(["name"]) if process.info["name"] == "postgres"),
    }


def percentile(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


async def measure(base: str, pid: int, args: argparse.Namespace) -> dict[str, Any]:
    load = Load(base, args.game, args.rate)
    limits = httpx.Limits(max_connections=20)
    async with httpx.AsyncClient(base_url=base, limits=limits, timeout=60) as http:
        tasks = []
        for _ in range(args.idle):
            tasks.append(asyncio.create_task(load.idle(await load.new_table(http, 1))))
        tasks += [asyncio.create_task(load.player(http, random.Random(i))) for i in range(args.busy)]
        if args.report:
            asked = {"kind": "report", "record": finished_game(), "depth": "deep"}
            (await http.post("/api/analysis", json=asked)).raise_for_status()
        await asyncio.sleep(args.warm)
        most, database = memory(pid), database_memory() if args.database else 0
        await asyncio.sleep(1.0)  # counting its pages holds up the server, and the clients here
        load.measuring, began, before = True, time.perf_counter(), processor(pid)
        await asyncio.sleep(args.seconds)
        seconds, used = time.perf_counter() - began, processor(pid)
        load.measuring = False
        most, database = max(most, memory(pid)), max(database, database_memory() if args.database else 0)
        load.stopping = True
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    faults = [r for r in results if isinstance(r, Exception) and not isinstance(r, asyncio.CancelledError)]
    return {
        "moves_per_s": round(load.moves / seconds, 1),
        "screens_per_s": round(len(load.spread) / seconds, 1),
        "screen_ms": {"p50": round(percentile(load.spread, 0.5), 1), "p99": round(percentile(load.spread, 0.99), 1)},
        "ack_ms": {"p50": round(percentile(load.acks, 0.5), 1), "p99": round(percentile(load.acks, 0.99), 1)},
        "tables": {"idle": args.idle, "busy": args.busy, "games_ended": load.ended},
        "processor_ms_per_move": {name: round(1000 * (used[name] - before[name]) / max(1, load.moves), 2) for name in used},
        "memory_mb": round(most / 1e6, 1),
        "database_memory_mb": round(database / 1e6, 1),
        "faults": [repr(f)[:120] for f in faults[:3]],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--database", help="default: a new SQLite file")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--game", default="tuareg")
    parser.add_argument("--idle", type=int, default=1000)
    parser.add_argument("--busy", type=int, default=200)
    parser.add_argument("--rate", type=float, default=0.0, help="moves a second per table (0: as fast as it goes)")
    parser.add_argument("--report", action="store_true", help="the coach reports a long game meanwhile")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--warm", type=float, default=4.0, help="seconds before measuring")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = args.database or f"sqlite:///{Path(folder) / 'load.db'}"
        raised = (
            "sockets",
            "connections",
            "tables_per_hour",
            "requests_burst",
            "requests_per_second",
            "messages_burst",
            "messages_per_second",
            "waiting",
            "bytes_per_second",
            "bytes_burst",
        )
        many = [f"--limit={name}=1000000000" for name in raised]
        command = [sys.executable, "-m", "sandtable", "serve", "--port=0", f"--workers={args.workers}", "--log-level=warning", *many]
        server = subprocess.Popen(command, env={**os.environ, "SANDTABLE_DATABASE": database}, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            base = server.stdout.readline().split()[-1]
            for _ in range(300):
                try:
                    if httpx.get(f"{base}/health", timeout=2).status_code == 200:
                        break
                except httpx.HTTPError:
                    time.sleep(0.1)
            found = uvloop.run(measure(base, server.pid, args))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(20)
    print(json.dumps({"database": "postgresql" if args.database else "sqlite", "workers": args.workers, **found}, indent=1))


if __name__ == "__main__":
    main()
