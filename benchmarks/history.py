"""What earlier runs of `make bench` found: one line of ratios per run in `benchmarks/history.jsonl`, and what has become slower since.

Rates depend on the machine and on what else it does; a ratio to the reference (or of two cores to one) measured in the same rounds hardly
does. A subject has become slower when its ratio is more than a tenth below the median of the last runs on the same machine.
"""

from __future__ import annotations

import json
import statistics
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("history.jsonl")
RUNS = 5
"""So many earlier runs count."""
TENTH = 0.1

Ratios = dict[str, float]


def earlier(machine: str, file: Path = FILE) -> list[Ratios]:
    """The last runs on this machine, oldest first."""
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    runs: list[dict[str, Any]] = [json.loads(line) for line in lines]
    return [run["ratios"] for run in runs if run["machine"] == machine][-RUNS:]


def keep(machine: str, date: str, ratios: Ratios, file: Path = FILE) -> None:
    """Adds a run."""
    rounded = {subject: float(f"{ratio:.4g}") for subject, ratio in ratios.items()}
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps({"date": date, "machine": machine, "ratios": rounded}, ensure_ascii=False) + "\n")


def slower(ratios: Ratios, before: list[Ratios]) -> list[str]:
    """A sentence for everything that lost more than a tenth, the worst first."""
    found = []
    for subject, ratio in ratios.items():
        known = [run[subject] for run in before if subject in run]
        if known and ratio < (1 - TENTH) * statistics.median(known):
            found.append((ratio / statistics.median(known), subject, statistics.median(known), len(known)))
    return [
        f"{subject}: {part:.0%} of before (ratio {now:.3g}, {was:.3g} in {runs} earlier runs)"
        for part, subject, was, runs in sorted(found)
        for now in [ratios[subject]]
    ]
