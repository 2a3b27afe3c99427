"""Speed of the search: simulations a second per game, on one thread and on two.

python benchmarks/search.py [--json]
"""

from __future__ import annotations

import json
import random
import sys
import time

from sandtable import games, load
from sandtable.search import Knowledge, Limits, Search, warm

SECONDS = 1.0
POSITIONS = 4


def positions(name: str) -> list[Knowledge]:
    """The first decision and some later ones of a game played by chance."""
    state, rng = load(name).new(2, 1), random.Random(1)
    found = [Knowledge.of(state)]
    while not state.over:
        state.play(rng.choice(state.legal.ids.tolist()))
        if state.number % 40 == 0 and state.seat is not None and len(state.legal) > 4 and len(found) < POSITIONS:
            found.append(Knowledge.of(state))
    return found


def measure(name: str, threads: int) -> float:
    """Simulations a second; no early stop, since a stopped search measures nothing."""
    done, seconds = 0, 0.0
    for knowledge in positions(name):
        search = Search(load(name), Limits(milliseconds=1000 * SECONDS, threads=threads))
        search._settled = lambda left: False  # type: ignore[method-assign]
        began = time.perf_counter()
        done += search.think(knowledge).simulations
        seconds += time.perf_counter() - began
    return done / seconds


def main() -> None:
    warm.ensure(games())
    rows = []
    for name in games():
        one, two = measure(name, 1), measure(name, 2)
        rows.append({"game": name, "simulations_per_s": round(one), "on_two_threads": round(two), "scaling": round(two / one, 2)})
    if "--json" in sys.argv:
        print(json.dumps(rows))
        return
    print(f"{'search':14} {'sims/s':>10} {'2 threads':>10} {'scaling':>8}")
    for row in rows:
        print(f"{row['game']:14} {row['simulations_per_s']:>10,} {row['on_two_threads']:>10,} {row['scaling']:>8}")


if __name__ == "__main__":
    main()
