"""Are the coach's chances honest? Games of level bots, chances at random turns, and how often they came true.

    python benchmarks/calibration.py play --games 650      plays games and asks the coach (goes on where it stopped)
    python benchmarks/calibration.py fit                   fits the mapping on the first games and writes coach/calibration.json
    python benchmarks/calibration.py test                  on the other games: a table, and docs/images/calibration.svg

All seats of a game are bots of the same level (2 to 4): the coach's chances are those of equally strong players.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from sandtable.arena.match import Job, play
from sandtable.coach.bench import CHANCE, SCORE
from sandtable.coach.candidates import explore
from sandtable.coach.compare import Point
from sandtable.coach.eyes import Sight
from sandtable.coach.part import part_of
from sandtable.coach.turns import turns_of
from sandtable.kernel import seeds
from sandtable.kernel.game import games, load
from sandtable.kernel.record import Record
from sandtable.search import warm

ROOT = Path(__file__).parent.parent
DATA = ROOT / "src/sandtable/coach/calibration.json"
PLOT = ROOT / "docs/images/calibration.svg"
TRAIN = 150
"""The exponents are fitted on the games below this number, and tested on the others."""
POSITIONS = 3
"""Turns of a game that are asked about."""
SIMULATIONS, CANDIDATES, LOOKS = 500, 2, 2
"""The chances depend little on how much is compared, the time much."""
SEED = 4_000_000


def ask(name: str, number: int) -> dict[str, Any]:
    """Plays one game and asks for the chances at some of its turns."""
    game = load(name)
    players = game.players[number % len(game.players)]
    level = f"level{2 + number // len(game.players) % 3}"
    result = play(Job(number, number, name, {}, SEED + number, (level,) * players))
    assert result.forfeit is None, result.forfeit
    turns = turns_of(Record.parse(result.record))
    rng = random.Random(number)
    sight = Sight(game, "all")
    rows = []
    for turn in rng.sample(turns, min(POSITIONS, len(turns))):
        point = Point(sight, sight.of(turn.before), seeds.words(seeds.to_bytes(number), turn.number))
        point.propose(explore(sight, point.world, point.words, 1, SIMULATIONS)[:CANDIDATES])
        point.measure(point.candidates, LOOKS)
        point.order(point.candidates)
        best, _ = point.mean()
        rows.append(
            {
                "part": round(part_of(game, turn.before.record), 4),
                "seat": turn.seat,
                "chances": [round(float(x), 5) for x in best[:, CHANCE]],
                "scores": [round(float(x), 2) for x in best[:, SCORE]],
            }
        )
    return {"number": number, "players": players, "level": level, "points": list(result.points), "rows": rows}


def known(folder: Path, name: str) -> list[dict[str, Any]]:
    path = folder / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def collect(folder: Path, names: list[str], count: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    warm.ensure(names)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        tasks = {name: progress.add_task(name, total=count, completed=len(known(folder, name))) for name in names}
        done = {name: {game["number"] for game in known(folder, name)} for name in names}
        for number in range(count):
            for name in names:
                if number in done[name]:
                    continue
                line = json.dumps(ask(name, number))
                with (folder / f"{name}.jsonl").open("a", encoding="utf-8") as file:
                    file.write(line + "\n")
                progress.advance(tasks[name])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "fit", "test"))
    parser.add_argument("--games", type=int, default=650, help="games of each game")
    parser.add_argument("--game", choices=games(), action="append", help="only this game")
    parser.add_argument("--folder", type=Path, default=Path("calibration"), help="where the games are kept")
    given = parser.parse_args()
    names = given.game or games()
    if given.what == "play":
        collect(given.folder, names, given.games)


if __name__ == "__main__":
    np.seterr(all="raise", under="ignore")
    main()
