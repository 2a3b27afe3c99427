"""The coach's reports: how long they take, and whether two reports with other seeds say the same.

    python benchmarks/coach.py --game five-tribes --players 4 --games 3 [--depth normal] [--json]

Games of level bots are reported twice. Agreement on a label: of all turns that got it in one report, the part that got it in both.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from sandtable import Record
from sandtable.arena.match import Job, play
from sandtable.coach import Report, report_steps
from sandtable.coach.labels import LABELS
from sandtable.kernel.game import games
from sandtable.search import warm

SEED = 7_000_000


def timed(record: Record, depth: str | int, threads: int, seed: int, show: Any) -> tuple[Report, float, float, float]:
    """A report with the seconds until its first result, in all, and of the processor."""
    began, worked = time.perf_counter(), time.process_time()
    first = 0.0
    for found in report_steps(record, depth=depth, threads=threads, seed=seed):
        first = first or time.perf_counter() - began
        show(found.part)
    return found, first, time.perf_counter() - began, time.process_time() - worked


def compare(one: Report, two: Report) -> dict[str, Any]:
    pairs = [(a.label, b.label) for a, b in zip(one.turns, two.turns, strict=True)]
    counts = {}
    for label in LABELS:
        both, either = sum(a == b == label for a, b in pairs), sum(a == label for a, _ in pairs) + sum(b == label for _, b in pairs)
        counts[label] = (2 * both, either)
    spread = [
        (a.loss.chance - b.loss.chance) / max(1e-9, (a.loss.error**2 + b.loss.error**2) ** 0.5)
        for a, b in zip(one.turns, two.turns, strict=True)
        if a.loss.error and b.loss.error
    ]
    return {
        "turns": len(pairs),
        "same": sum(a == b for a, b in pairs),
        "counts": counts,
        "sigma": spread,
        "curve": [abs(x - y) for p, q in zip(one.curve, two.curve, strict=True) for x, y in zip(p.chances, q.chances, strict=True)],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=games(), required=True)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--level", default="level3")
    parser.add_argument("--depth", default="normal")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    depth = int(given.depth) if given.depth.isdecimal() else given.depth
    warm.ensure([given.game])
    rows, found = [], []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("reports", total=2 * given.games)
        for number in range(given.first, given.first + given.games):
            record = Record.parse(play(Job(number, number, given.game, {}, SEED + number, (given.level,) * given.players)).record)
            reports = []
            for seed in (1, 2):
                at = 2 * (number - given.first) + seed - 1
                report, first, seconds, worked = timed(
                    record, depth, given.threads, seed, lambda part, at=at: progress.update(task, completed=at + part)
                )
                reports.append(report)
                rows.append({"game": number, "turns": len(report.turns), "first": first, "seconds": seconds, "processor": worked,
                             "simulations": report.simulations})  # fmt: skip
            found.append(compare(*reports))
    summary = summarise(rows, found)
    if given.json:
        print(json.dumps({"runs": rows, **summary}))
        return
    table = Table("game", "turns", "first result", "seconds", "processor", "simulations")
    for row in rows:
        table.add_row(*(f"{value:.2f}" if isinstance(value, float) else f"{value:,}" for value in row.values()))
    Console().print(table)
    for name, value in summary.items():
        print(f"{name}: {value}")


def summarise(rows: list[dict[str, Any]], found: list[dict[str, Any]]) -> dict[str, Any]:
    labels = {}
    for label in LABELS:
        both, either = (sum(one["counts"][label][i] for one in found) for i in (0, 1))
        labels[label] = {"given": either / 2, "agreed": round(both / either, 3) if either else None}
    sigmas = [x for one in found for x in one["sigma"]]
    curve = [x for one in found for x in one["curve"]]
    return {
        "labels": labels,
        "same label": round(sum(one["same"] for one in found) / max(1, sum(one["turns"] for one in found)), 3),
        "difference of two losses in standard errors (1 is honest)": round((sum(x * x for x in sigmas) / max(1, len(sigmas))) ** 0.5, 2),
        "mean difference of two curves": round(sum(curve) / max(1, len(curve)), 4),
        "longest": round(max(row["seconds"] for row in rows), 1),
    }


if __name__ == "__main__":
    main()
