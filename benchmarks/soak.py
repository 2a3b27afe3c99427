"""A soak: a server plays for an hour, and its memory stays flat.

``make soak`` or ``python benchmarks/soak.py --minutes 60``: tables are made, played by persons and bots to their end, watched, taken back,
analysed and left; connections come and go. Every minute memory, open files and threads of the server are written down. After the first
quarter, in which caches fill, the memory of the last quarter may not lie more than ``--growth`` above that of the second; else the
command ends with 1.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.players import Stubborn, create, http, live, tokens
from tests.server.processes import Server

ME, BOT = {"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "level1"}


async def guest(base: str, number: int, until: float, done: dict[str, int]) -> None:
    """Somebody who plays one game after the other, with a spectator, a look at the replay and a question to the coach."""
    while time.monotonic() < until:
        async with http(base) as client:
            made = await create(client, ME, BOT if number % 2 else {**ME, "name": "Ben"})
            table, held = made["table"], tokens(made)
            async with live(base) as spectator:
                await spectator.watch(table)
                await Stubborn([base], table, held, number + done["games"]).run()
            await client.get(f"/api/tables/{table}/replay?count=5")
            asked = await client.post("/api/analysis", json={"kind": "position", "table": table, "decisions": 3, "depth": "quick"})
            done["analyses"] += asked.status_code == 200
            done["games"] += 1


def measured(process: psutil.Process) -> dict[str, float]:
    """The server as it is."""
    with process.oneshot():
        return {"megabytes": process.memory_info().rss / 1e6, "files": process.num_fds(), "threads": process.num_threads()}


async def soak(base: str, process: psutil.Process, minutes: float, guests: int) -> tuple[list[dict[str, float]], dict[str, int]]:
    began = time.monotonic()
    until, done = began + 60 * minutes, {"games": 0, "analyses": 0}
    playing = [asyncio.create_task(guest(base, number, until, done)) for number in range(guests)]
    step, found = min(60.0, 60 * minutes / 20), []
    while time.monotonic() < until:
        await asyncio.sleep(step)
        found.append({"minute": (time.monotonic() - began) / 60, "games": done["games"], **measured(process)})
        print(
            "minute {minute:5.1f}: {games:5.0f} games, {megabytes:7.1f} MB, {files:.0f} files, {threads:.0f} threads".format(**found[-1]),
            flush=True,
        )
    await asyncio.gather(*playing)
    return found, done


def verdict(found: list[dict[str, float]], growth: float) -> dict[str, Any]:
    """Is the memory of the last quarter that of the second?"""
    quarter = max(1, len(found) // 4)
    middle, last = (statistics.median(line["megabytes"] for line in part) for part in (found[quarter : 2 * quarter], found[-quarter:]))
    return {"second_quarter": round(middle, 1), "last_quarter": round(last, 1), "flat": last <= middle * (1 + growth)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--guests", type=int, default=20)
    parser.add_argument("--growth", type=float, default=0.05, help="What counts as flat.")
    parser.add_argument("--tables-in-memory", type=int, default=100, help="Small, so that it is reached within minutes.")
    parser.add_argument("--json", type=Path, help="Write all measurements there.")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        limits = {"tables_in_memory": given.tables_in_memory, "analyses": 1000, "analyses_per_minute": 100_000, "analyses_waiting": 10_000}
        server = Server(f"sqlite:///{Path(folder) / 'tables.db'}", limits=limits).start()
        assert server.process is not None
        try:
            found, done = asyncio.run(soak(server.base, psutil.Process(server.process.pid), given.minutes, given.guests))
        finally:
            stopped = server.stop()
    said = {**done, **verdict(found, given.growth), "stopped_with": stopped}
    print(json.dumps(said))
    if given.json:
        given.json.write_text(json.dumps({"found": found, **said}))
    return 0 if said["flat"] and stopped == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
