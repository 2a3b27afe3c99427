"""``perft`` and ``simulate``: counting and speed."""

from __future__ import annotations

import json
import math
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.progress import Progress

from sandtable.cli.files import game_named, new_game, options_given, position_file, seed_given
from sandtable.cli.prepare import AsJson, Options, Players, SeedText
from sandtable.kernel import seeds
from sandtable.kernel.batch import chunks
from sandtable.kernel.game import Game

PARTS = 20


def perft(
    game: str,
    position: Annotated[Path | None, typer.Option(help="Count from this position (default: a new game).")] = None,
    depth: Annotated[int | None, typer.Option(min=1, max=12, help="Longest sequence of decisions.")] = None,
    cap: Annotated[int | None, typer.Option(min=1, help="Largest stack to enumerate, in games that count whole moves.")] = None,
    players: Players = None,
    seed: SeedText = None,
    option: Options = [],  # noqa: B006 (typer reads the default)
    as_json: AsJson = False,
) -> None:
    """Count sequences of decisions from a position (whole moves, in games that say so)."""
    chosen = game_named(game)
    state = position_file(position, chosen, seed) if position else new_game(chosen, players, seed, option)
    counted = chosen.perft(state, depth, cap)
    if as_json:
        print(json.dumps(counted))
        return
    for name, value in counted.items():
        print(f"{name}: {value}")


def simulate(
    game: str,
    games: Annotated[int, typer.Option(min=1, max=10**12, help="How many games.")] = 10_000,
    players: Players = None,
    seed: SeedText = "1",
    threads: Annotated[int, typer.Option(min=1, max=256, help="Threads.")] = 1,
    option: Options = [],  # noqa: B006 (typer reads the default)
    as_json: AsJson = False,
) -> None:
    """Play random games in compiled code; report speed and mean scores."""
    chosen = game_named(game)
    count = chosen.players[0] if players is None else players
    found = run(chosen, count, options_given(option), seed_given(seed), games, threads)
    if as_json:
        print(json.dumps(found))
        return
    print(f"{games} games of {chosen.name} with {count} players on {threads} thread(s): {found['seconds']:.2f} s")
    print(f"{found['games_per_s']:,.0f} games/s, {found['decisions_per_s']:,.0f} decisions/s")
    print(f"{found['decisions_per_game']:.1f} decisions a game, {found['decisions_range'][0]} to {found['decisions_range'][1]}")
    print(f"mean scores {found['mean_scores']}, wins {found['win_rates']}")


def run(game: Game, players: int, options: dict[str, Any], seed: seeds.Seed, games: int, threads: int) -> dict[str, Any]:
    """Random games in parts, so that progress can be shown; totals are the same for any number of threads."""
    template = game.blank(players, game.check_options(players, options))
    key = seeds.key(seeds.to_bytes(seed), 0)
    game.loops.simulate(template, key, 0, 1, np.zeros(3 + 3 * players, np.int64))

    def work(part: tuple[int, int]) -> np.ndarray[Any, Any]:
        totals = np.zeros(3 + 3 * players, np.int64)
        totals[1] = np.iinfo(np.int64).max
        game.loops.simulate(template, key, *part, totals)
        return totals

    rows: list[np.ndarray[Any, Any]] = []
    parts = chunks(games, min(games, PARTS * threads))
    with Progress(console=Console(stderr=True), transient=True) as progress, ThreadPoolExecutor(threads) as pool:
        task = progress.add_task(game.name, total=len(parts))
        began = time.perf_counter()
        for row in pool.map(work, parts):
            rows.append(row)
            progress.update(task, completed=len(rows))
        seconds = time.perf_counter() - began
    table = np.array(rows)
    decisions = int(table[:, 0].sum())
    sums = table[:, 3:].sum(axis=0).reshape(players, 3)
    means = sums[:, 0] / games
    spread = [math.sqrt(max(0.0, float(s) / games - float(m) ** 2)) for s, m in zip(sums[:, 1], means, strict=True)]
    return {
        "game": game.id,
        "players": players,
        "games": games,
        "threads": threads,
        "seconds": round(seconds, 4),
        "games_per_s": round(games / seconds, 1),
        "decisions_per_s": round(decisions / seconds, 1),
        "decisions_per_game": round(decisions / games, 2),
        "decisions_range": [int(table[:, 1].min()), int(table[:, 2].max())],
        "mean_scores": [round(float(m), 3) for m in means],
        "score_deviations": [round(d, 3) for d in spread],
        "win_rates": [round(float(w) / games, 4) for w in sums[:, 2]],
        "state_bytes": game.dtype.itemsize,
    }


COMMANDS = (perft, simulate)
