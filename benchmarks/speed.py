"""Speed of the games on this machine: `make bench`. Ratios are taken within one run, the two ways interleaved."""

import json
import platform
import statistics
import sys
import time

from rich.console import Console
from rich.table import Table

import sandtable
from sandtable.cli.measure import run

ROUNDS = 5
GAMES = {"tuareg": 20_000, "targui": 6_000, "five-tribes": 8_000}


def measure(name: str) -> dict[str, object]:
    game = sandtable.load(name)
    players = 4
    games = GAMES.get(name, 5_000)
    rates: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(ROUNDS):
        for threads, found in rates.items():
            found.append(float(run(game, players, {}, 1, games, threads)["decisions_per_s"]))
    ratios = [two / one for one, two in zip(rates[1], rates[2], strict=True)]
    state, played = game.new(players, 1), 0
    began = time.perf_counter()
    while time.perf_counter() - began < 1:
        if state.over:
            state = game.new(players, played)
        state.play(int(state.legal.ids[played % len(state.legal)]))
        played += 1
    return {
        "game": name,
        "decisions_per_s": round(statistics.median(rates[1])),
        "best": round(max(rates[1])),
        "two_threads": round(statistics.median(ratios), 2),
        "two_threads_best": round(max(ratios), 2),
        "python_plays_per_s": played,
        "state_bytes": game.dtype.itemsize,
    }


def main() -> None:
    rows = [measure(name) for name in sandtable.games()]
    if "--json" in sys.argv:
        print(json.dumps(rows))
        return
    console = Console()
    console.print(f"{platform.machine()}, Python {platform.python_version()}, median of {ROUNDS} interleaved rounds, 4 players")
    table = Table(*rows[0])
    for row in rows:
        table.add_row(*(f"{value:,}" if isinstance(value, int) else str(value) for value in row.values()))
    console.print(table)


if __name__ == "__main__":
    main()
