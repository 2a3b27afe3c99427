"""Are the coach's chances honest? Games of level bots, chances at random turns, and how often they came true.

    python benchmarks/calibration.py play --games 700      plays games and asks the coach (goes on where it stopped)
    python benchmarks/calibration.py fit                   fits the mapping on the first games and writes each game's calibration.json
    python benchmarks/calibration.py test                  on the other games: a table, and docs/images/calibration.svg

All seats of a game are bots of the same level (2 to 4): the coach's chances are those of equally strong players.
"""

from __future__ import annotations

import argparse
import json
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from sandtable.arena.match import Job, play
from sandtable.coach.bench import CHANCE, SCORE, Floats
from sandtable.coach.calibration import LEAST, at, fitted, mapped
from sandtable.coach.candidates import explore
from sandtable.coach.compare import Point
from sandtable.coach.perspective import Perspective
from sandtable.coach.plots import Bin, reliability_svg
from sandtable.coach.turns import progress, turns_of
from sandtable.jit import root_of
from sandtable.kernel import seeds
from sandtable.kernel.record import Record
from sandtable.kernel.registry import games, load
from sandtable.search import warm

ROOT = Path(__file__).parent.parent
PLOT = ROOT / "docs/images/calibration.svg"
TRAIN = 200
"""The exponents are fitted on the games below this number, and tested on the others."""
POSITIONS = 3
"""Turns of a game that are asked about."""
SIMULATIONS, LOOKS = 300, 2
"""The favourite turn of a small search is measured: the chances depend little on how much is compared, the time much."""
LEVELS = (2, 3, 2, 3, 4)
"""Of the bots, game after game; equal in all seats."""
SEED = 4_000_000
KNOTS = 3
"""Start, middle and end of a game have numbers of their own."""
START = np.array([1.0] * KNOTS + [0.0] * KNOTS)
"""Chances as they are seen."""
DOUBT = 0.01
"""How strongly a number is held back where the games say little."""


def ask(name: str, number: int) -> dict[str, Any]:
    """Plays one game and asks for the chances at some of its turns."""
    game = load(name)
    players = game.players[number % len(game.players)]
    level = f"level{LEVELS[number // len(game.players) % len(LEVELS)]}"
    result = play(Job(number, number, name, {}, SEED + number, (level,) * players))
    assert result.forfeit is None, result.forfeit
    turns = turns_of(Record.parse(result.record))
    rng = random.Random(number)
    sight = Perspective(game, "all")
    rows = []
    for turn in rng.sample(turns, min(POSITIONS, len(turns))):
        point = Point(sight, sight.of(turn.before), seeds.key(seeds.to_bytes(number), turn.number))
        point.propose(explore(sight, point.world, point.key, 1, SIMULATIONS)[:1])
        point.measure(point.candidates, LOOKS)
        best, _ = point.mean()
        rows.append(
            {
                "part": round(progress(game, turn.before.record), 4),
                "seat": turn.seat,
                "chances": [round(float(x), 5) for x in best[:, CHANCE]],
                "scores": [round(float(x), 2) for x in best[:, SCORE]],
            }
        )
    return {"number": number, "players": players, "level": level, "points": list(result.points), "rows": rows}


def known(folder: Path, name: str) -> list[dict[str, Any]]:
    path = folder / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def collect(folder: Path, names: list[str], count: int, threads: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    warm.ensure(names)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        tasks = {name: progress.add_task(name, total=count, completed=len(known(folder, name))) for name in names}
        done = {name: {game["number"] for game in known(folder, name)} for name in names}
        todo = [(name, number) for number in range(count) for name in names if number not in done[name]]
        with ThreadPoolExecutor(threads) as pool:
            for name, found in pool.map(lambda job: (job[0], ask(*job)), todo):
                with (folder / f"{name}.jsonl").open("a", encoding="utf-8") as file:
                    file.write(json.dumps(found) + "\n")
                progress.advance(tasks[name])


# ---- fitting ------------------------------------------------------------------------------------------------------------------------


def flat(found: list[dict[str, Any]]) -> list[tuple[Floats, Floats, int, float, int]]:
    """``(chances seen, shares of the win, seat that chose, part of the game, number of the game)`` of every position."""
    return [
        (np.array(row["chances"]), np.array(game["points"]), row["seat"], row["part"], game["number"])
        for game in found
        for row in game["rows"]
    ]


def predicted(rows: list[tuple[Floats, Floats, int, float, int]], numbers: Floats) -> list[Floats]:
    power, care = numbers[:KNOTS].tolist(), numbers[KNOTS:].tolist()
    return [mapped(raw, seat, at(power, part), at(care, part)) for raw, _, seat, part, _ in rows]


def surprise(rows: list[tuple[Floats, Floats, int, float, int]], numbers: Floats) -> float:
    """The mean logarithmic loss; chances are never taken for certain."""
    total = 0.0
    for (_, won, _, _, _), found in zip(rows, predicted(rows, numbers), strict=True):
        total -= float(np.sum(won * np.log(np.clip(found, LEAST, 1.0))))
    return total / max(1, len(rows))


def fit(rows: list[tuple[Floats, Floats, int, float, int]]) -> Floats:
    """Powers and cares with the least surprise: one number after the other is moved by ever smaller steps."""
    numbers = START.copy()
    goal = lambda tried: surprise(rows, tried) + DOUBT * float(np.sum((tried - START) ** 2))  # noqa: E731
    best, step = goal(numbers), 0.4
    while step > 0.01:
        moved = False
        for place in range(len(numbers)):
            for change in (step, -step):
                tried = numbers.copy()
                tried[place] += change
                if tried[:KNOTS].min() > 0.2 and (value := goal(tried)) < best - 1e-7:
                    numbers, best, moved = tried, value, True
                    break
        step = step if moved else step / 2
    return numbers


def fit_all(folder: Path, names: list[str]) -> None:
    for name in names:
        rows = flat([game for game in known(folder, name) if game["number"] < TRAIN])
        numbers = fit(rows)
        found = {"power": numbers[:KNOTS].round(3).tolist(), "care": numbers[KNOTS:].round(3).tolist()}
        print(f"{name}: {len(rows)} positions, surprise {surprise(rows, START):.4f} -> {surprise(rows, numbers):.4f}, {found}")
        (root_of(load(name).package) / "calibration.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")


# ---- testing ------------------------------------------------------------------------------------------------------------------------


def bins(rows: list[tuple[Floats, Floats, int, float, int]], numbers: Floats) -> list[Bin]:
    """Predictions in steps of 10 %: mean, part that was won, half of its 95 % interval by drawing whole games again, number."""
    chances, won, games_of = [], [], []
    for (_, shares, _, _, number), found in zip(rows, predicted(rows, numbers), strict=True):
        chances += found.tolist()
        won += shares.tolist()
        games_of += [number] * len(found)
    p, w, g = np.array(chances), np.array(won), np.array(games_of)
    rng = np.random.default_rng(1)
    found_bins = []
    for step in range(10):
        inside = (p >= step / 10) & ((p < (step + 1) / 10) | (step == 9))
        if inside.sum() < 5:
            continue
        which, place = np.unique(g[inside], return_inverse=True)
        sums, counts = np.bincount(place, w[inside]), np.bincount(place)
        draws = rng.integers(0, len(which), (500, len(which)))
        rates = sums[draws].sum(axis=1) / counts[draws].sum(axis=1)
        found_bins.append((float(p[inside].mean()), float(w[inside].mean()), float(1.96 * rates.std()), int(inside.sum())))
    return found_bins


def test_all(folder: Path, names: list[str]) -> None:
    pictures = {}
    for name in names:
        games_of = [game for game in known(folder, name) if game["number"] >= TRAIN]
        rows = flat(games_of)
        numbers = np.array([*fitted(load(name))["power"], *fitted(load(name))["care"]])
        found = bins(rows, numbers)
        total = sum(count for _, _, _, count in found)
        off = sum(abs(mean - won) * count for mean, won, _, count in found) / total
        print(f"\n{load(name).name}: {len(games_of)} games, {len(rows)} positions; surprise {surprise(rows, START):.4f} as seen, "
              f"{surprise(rows, numbers):.4f} calibrated; mean distance of predicted and won {100 * off:.1f} points")  # fmt: skip
        print("| predicted | mean | won | 95 % | predictions |\n|---|---|---|---|---|")
        for mean, won, half, count in found:
            low = int(min(9, mean * 10)) * 10
            print(f"| {low}–{low + 10} % | {100 * mean:.1f} % | {100 * won:.1f} % | ± {100 * half:.1f} | {count} |")
        pictures[load(name).name] = (found, f"{len(games_of)} games, {total} predictions")
    PLOT.write_text(reliability_svg(pictures, "Chances of the coach, and how often they came true"), "utf-8")
    print(f"\nwrote {PLOT.relative_to(ROOT)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "fit", "test"))
    parser.add_argument("--games", type=int, default=700, help="games of each game")
    parser.add_argument("--game", choices=games(), action="append", help="only this game")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=Path("calibration"), help="where the games are kept")
    given = parser.parse_args()
    names = given.game or games()
    if given.what == "play":
        collect(given.folder, names, given.games, given.threads)
    elif given.what == "fit":
        fit_all(given.folder, names)
    else:
        test_all(given.folder, names)


if __name__ == "__main__":
    main()
