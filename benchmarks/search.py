"""Speed of the search: simulations a second per game, on one thread and on two.

Besides the seconds of the clock it counts seconds of processor time, which other programs on the machine do not distort.

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


def measure(name: str, threads: int) -> tuple[float, float]:
    """Simulations a second of the clock, and of the processor; no early stop, since a stopped search measures nothing."""
    done, seconds, processor = 0, 0.0, 0.0
    for knowledge in positions(name):
        search = Search(load(name), Limits(milliseconds=1000 * SECONDS, threads=threads))
        search._lead = lambda: None  # type: ignore[method-assign]
        began, worked = time.perf_counter(), time.process_time()
        done += search.think(knowledge).simulations
        seconds, processor = seconds + time.perf_counter() - began, processor + time.process_time() - worked
    return done / seconds, done / processor


def main() -> None:
    warm.ensure(games())
    rows = []
    for name in games():
        (one, one_cpu), (two, two_cpu) = measure(name, 1), measure(name, 2)
        row = {"per_s": one, "per_s_2_threads": two, "scaling": two / one, "per_cpu_s": one_cpu, "per_cpu_s_2_threads": two_cpu}
        rows.append({"game": name, **{key: round(value, 2) for key, value in row.items()}})
    if "--json" in sys.argv:
        print(json.dumps(rows))
        return
    print(f"{'simulations':14} {'a second':>10} {'2 threads':>10} {'scaling':>8} {'a cpu second':>14} {'2 threads':>10}")
    for row in rows:
        numbers = f"{row['per_s']:>10,.0f} {row['per_s_2_threads']:>10,.0f} {row['scaling']:>8}"
        print(f"{row['game']:14} {numbers} {row['per_cpu_s']:>14,.0f} {row['per_cpu_s_2_threads']:>10,.0f}")


if __name__ == "__main__":
    main()
