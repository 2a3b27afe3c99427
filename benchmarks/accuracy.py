"""Does the accuracy of a report rank the levels right? Levels play each other, and the coach reports their games.

    python benchmarks/accuracy.py play --rounds 2          plays every pair of levels and reports the games (goes on where it stopped)
    python benchmarks/accuracy.py show                     the mean accuracy of every level, game by game

Two seats, every pair of the five levels once a round, the seats changing from round to round.
"""

from __future__ import annotations

import argparse
import itertools
import json
from pathlib import Path
from typing import Any

from sandtable import Record
from sandtable.arena.match import Job, play
from sandtable.coach import report
from sandtable.coach.accuracy import accuracy
from sandtable.coach.labels import Loss
from sandtable.kernel.registry import games, load
from sandtable.search import warm

SEED = 9_000_000
PAIRS = tuple(itertools.combinations(range(1, 6), 2))


def bot(level: int) -> str:
    """Level 5 is given less than its second, so that a round takes minutes."""
    return "level5@300ms" if level == 5 else f"level{level}"


def ask(name: str, number: int, depth: str) -> dict[str, Any]:
    levels = list(PAIRS[number % len(PAIRS)])
    if (number // len(PAIRS) + number) % 2:
        levels.reverse()
    result = play(Job(number, number, name, {}, SEED + number, tuple(map(bot, levels))))
    assert result.forfeit is None, result.forfeit
    found = report(Record.parse(result.record), depth=depth, threads=1)
    turns = [
        {
            "seat": turn.seat,
            "label": turn.label,
            "chance": round(turn.best.chance.mean, 4),
            "loss": [round(x, 5) for x in (turn.loss.chance, turn.loss.points, turn.loss.error, turn.loss.points_error)],
        }
        for turn in found.turns
    ]
    return {"number": number, "levels": levels, "points": list(result.points), "turns": turns}


def known(folder: Path, name: str) -> list[dict[str, Any]]:
    path = folder / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def collect(folder: Path, names: list[str], rounds: int, depth: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    warm.ensure(names)
    for number in range(rounds * len(PAIRS)):
        for name in names:
            if number not in {game["number"] for game in known(folder, name)}:
                found = json.dumps(ask(name, number, depth))
                with (folder / f"{name}.jsonl").open("a", encoding="utf-8") as file:
                    file.write(found + "\n")


def show(folder: Path, names: list[str]) -> None:
    for name in names:
        of: dict[int, list[float]] = {}
        ahead = reports = 0
        for game in known(folder, name):
            figures: dict[int, float] = {}
            for seat, level in enumerate(game["levels"]):
                losses = [Loss(*t["loss"]) for t in game["turns"] if t["seat"] == seat and t["label"] != "forced"]
                figure = accuracy(load(name).coaching.thresholds, losses)
                if figure is not None:
                    of.setdefault(level, []).append(figure)
                    figures[level] = figure
            reports += 1
            ahead += figures[max(figures)] > figures[min(figures)]
        means = ", ".join(f"level {level}: {sum(of[level]) / len(of[level]):.0f} ({len(of[level])} games)" for level in sorted(of))
        print(f"{load(name).name}: {means}; the stronger level has the higher figure in {ahead} of {reports} games")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "show"))
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--game", choices=games(), action="append", help="only this game")
    parser.add_argument("--depth", default="quick")
    parser.add_argument("--folder", type=Path, default=Path("accuracy"), help="where the games are kept")
    given = parser.parse_args()
    names = given.game or games()
    if given.what == "play":
        collect(given.folder, names, given.rounds, given.depth)
    else:
        show(given.folder, names)


if __name__ == "__main__":
    main()
