"""Does a network find the solutions of puzzles sooner? Searches with and without it, with equal simulations and seeds.

The puzzles of today were proved without a network: that is in favour of a search without one.
"""

from __future__ import annotations

import argparse
import time

from rich.console import Console
from rich.progress import track
from rich.table import Table

from sandtable.coach import puzzles
from sandtable.coach.mining import found_by_search
from sandtable.kernel.registry import games
from sandtable.search.weights import Weights, shipped_at

SIMULATIONS = (40, 150, 600, 2400)
TRIES = 3


def solved(found: list[puzzles.Puzzle], simulations: int, weights: Weights | None) -> tuple[float, float]:
    """The share of tries that end in a right turn, and the processor seconds they took."""
    began, right = time.process_time(), 0
    for puzzle in track(found, f"{simulations} simulations", transient=True):
        for seed in range(TRIES):
            decisions = found_by_search(puzzle, simulations, seed, weights)
            right += puzzles.judge(puzzle, decisions) == "right"
    return right / (TRIES * len(found)), time.process_time() - began


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--game", action="append", choices=games())
    console, table = Console(), Table("game", "players", "puzzles", "simulations", "without", "with", "processor without", "with")
    for game in asked.parse_args().game or games():
        every = puzzles.load(game)
        for players in sorted({puzzle.players for puzzle in every}):
            weights = shipped_at(game, players)
            found = [puzzle for puzzle in every if puzzle.players == players]
            if weights is None:
                continue
            for simulations in SIMULATIONS:
                (without, slow), (asking, quick) = (solved(found, simulations, w) for w in (None, weights))
                shares, seconds = (f"{without:.0%}", f"{asking:.0%}"), (f"{slow:.1f} s", f"{quick:.1f} s")
                table.add_row(game, str(players), str(len(found)), f"{simulations:,}", *shares, *seconds)
    console.print(table)


if __name__ == "__main__":
    main()
