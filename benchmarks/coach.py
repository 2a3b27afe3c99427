"""The coach's reports: how long they take, and whether two reports with other seeds say the same.

    python benchmarks/coach.py speed --game five-tribes --players 4 --games 1
    python benchmarks/coach.py verdicts --game five-tribes --players 4 --games 4 --turns 12

``speed`` reports whole games of level bots. ``verdicts`` judges some turns of such games twice. Agreement on a label: the part of the turns
with that label in one report that have it in the other too.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from rich.console import Console
from rich.progress import Progress

from sandtable import Record
from sandtable.arena.match import Job, play
from sandtable.coach import report_steps
from sandtable.coach.analysis import depth_of
from sandtable.coach.labels import LABELS
from sandtable.coach.perspective import Perspective
from sandtable.coach.reporting import turn_report
from sandtable.coach.results import TurnReport
from sandtable.coach.turns import turns_of
from sandtable.kernel import seeds
from sandtable.kernel.registry import games
from sandtable.search import warm

SEED = 7_000_000


def records(given: Any) -> Iterator[Record]:
    for number in range(given.first, given.first + given.games):
        yield Record.parse(play(Job(number, number, given.game, {}, SEED + number, (given.level,) * given.players)).record)


def speed(given: Any, depth: str | int) -> dict[str, Any]:
    """Seconds of the clock until the first result and in all, and seconds of the processor."""
    runs = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for record in records(given):
            task = progress.add_task("report", total=1.0)
            began, worked, first = time.perf_counter(), time.process_time(), 0.0
            for found in report_steps(record, depth=depth, threads=given.threads):
                first = first or time.perf_counter() - began
                progress.update(task, completed=found.part)
            seconds, processor = time.perf_counter() - began, time.process_time() - worked
            runs.append(
                {
                    "turns": len(found.turns),
                    "first": round(first, 2),
                    "seconds": round(seconds, 1),
                    "processor": round(processor, 1),
                    "simulations": found.simulations,
                    "labels": {label: sum(turn.label == label for turn in found.turns) for label in LABELS},
                }
            )
    return {"runs": runs}


def verdicts(given: Any, depth: str | int) -> dict[str, Any]:
    plan = depth_of(depth)
    pairs: list[tuple[TurnReport, TurnReport]] = []
    with Progress(console=Console(stderr=True), transient=True) as progress, ThreadPoolExecutor(given.threads) as pool:
        task = progress.add_task("turns", total=given.games * given.turns)
        for number, record in enumerate(records(given)):
            sight = Perspective(record.game, "all")
            turns = turns_of(record)
            chosen = random.Random(number).sample(turns, min(given.turns, len(turns)))
            words = [[seeds.key(seeds.to_bytes(seed), 1 + turn.number) for turn in chosen] for seed in (1, 2)]
            one, two = ([pool.submit(turn_report, sight, turn, plan, w) for turn, w in zip(chosen, ws, strict=True)] for ws in words)
            for a, b in zip(one, two, strict=True):
                pairs.append((a.result(), b.result()))
                progress.advance(task)
    found: dict[str, Any] = {"turns": len(pairs)}
    for label in LABELS:
        both = sum(a.label == b.label == label for a, b in pairs)
        given_it = sum((a.label == label) + (b.label == label) for a, b in pairs)
        found[label] = {"given": given_it / 2, "agreed": round(2 * both / given_it, 3) if given_it else None}
    found["same label"] = round(sum(a.label == b.label for a, b in pairs) / len(pairs), 3)
    found["best in one, mistake in the other"] = sum({a.label, b.label} == {"best", "mistake"} for a, b in pairs)
    sigmas = [(a.loss.chance - b.loss.chance) ** 2 / (a.loss.error**2 + b.loss.error**2) for a, b in pairs if a.loss.error and b.loss.error]
    found["difference in standard errors (1 is honest)"] = round((sum(sigmas) / max(1, len(sigmas))) ** 0.5, 2)
    chances = [abs(x.mean - y.mean) for a, b in pairs for x, y in zip(a.before.chances, b.before.chances, strict=True)]
    found["mean difference of the chances"] = round(sum(chances) / len(chances), 4)
    if given.show:
        for a, b in pairs:
            if a.label != b.label:
                for one in (a, b):
                    cost = f"{one.loss.chance:.3f} ± {one.loss.error:.3f}"
                    print(f"{one.label:8} {cost} best {one.best.chance.mean:.3f} {' '.join(one.best.texts)}")
                print(f"   played {a.played.chance.mean:.3f} {b.played.chance.mean:.3f} {' '.join(a.played.texts)}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("speed", "verdicts"))
    parser.add_argument("--game", choices=games(), required=True)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--turns", type=int, default=12, help="turns of each game that are judged twice")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--level", default="level3")
    parser.add_argument("--depth", default="normal")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--show", action="store_true", help="list the disagreements")
    given = parser.parse_args()
    warm.ensure([given.game])
    depth = int(given.depth) if given.depth.isdecimal() else given.depth
    print(json.dumps(speed(given, depth) if given.what == "speed" else verdicts(given, depth), indent=1))


if __name__ == "__main__":
    main()
