"""``train``: a network for a game, by playing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from sandtable.cli.errors import BadInput
from sandtable.cli.files import game_named
from sandtable.kernel.game import Game
from sandtable.search.weights import network


class On(StrEnum):
    threads = "threads"
    ray = "ray"


def train(
    game: str,
    out: Annotated[Path, typer.Option(help="Folder of the run; one that was stopped is taken up again.")],
    generations: Annotated[int, typer.Option(min=1, help="How many there are to be in the end.")] = 5,
    games: Annotated[int, typer.Option(min=20, help="Games of a generation.")] = 2_000,
    quick_games: Annotated[
        int | None, typer.Option(min=40, help="Games of the first one, by the heuristics alone (default: 40,000; none with --begin).")
    ] = None,
    wild: Annotated[int, typer.Option(min=0, help="In every second of those, one turn of so many is played by chance; 0: none.")] = 6,
    simulations: Annotated[int, typer.Option(min=8, help="Thoughts about a decision.")] = 120,
    wide: Annotated[int, typer.Option(min=8, max=512, help="Width of the first layer.")] = 128,
    epochs: Annotated[int, typer.Option(min=1, help="How often every position is learned from.")] = 4,
    match_games: Annotated[int, typer.Option(min=4, help="Games of the match against the best so far, at most.")] = 200,
    match_ms: Annotated[int, typer.Option(min=1, help="Milliseconds a decision in it.")] = 50,
    players: Annotated[str, typer.Option(help="Sizes of the tables it learns from, as in 3,4; default: all of the game's.")] = "",
    begin: Annotated[Path | None, typer.Option(help="Weights to go on from.")] = None,
    seed: Annotated[int, typer.Option(help="Of the whole run.")] = 1,
    cores: Annotated[int, typer.Option(min=1, max=256, help="Threads on this machine.")] = 1,
    on: Annotated[On, typer.Option(help="Where the games of a generation are played; RAY_ADDRESS names a cluster.")] = On.threads,
) -> None:
    """Train the network of a game by self-play (needs the extra `train`)."""
    chosen = game_named(game)
    try:
        from sandtable.training.run import Recipe, Run
    except ImportError as error:
        raise BadInput(f"{error}; install sandtable[train].") from None
    if on is On.ray and find_spec("ray") is None:
        raise BadInput("Ray is not installed; install sandtable[ray].")
    recipe = Recipe(chosen.id, seed, games=games, simulations=simulations, wild=wild)
    recipe = replace(recipe, quick_games=quick_games or (0 if begin else recipe.quick_games))
    recipe = replace(recipe, wide=wide, epochs=epochs, match_ms=match_ms, match_games=match_games, players=_sizes(chosen, players))
    if "+" in str(out) or "," in str(out):
        raise BadInput(f"{out}: the name of the folder has no + and no comma, since bots are named with them.")
    try:
        network(chosen.id)
        run = Run(out, recipe, begin)
    except (OSError, ValueError) as error:
        raise BadInput(str(error)) from None
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[word]}"),
        TimeRemainingColumn(),
    )
    while (number := len(list(run.done()))) < generations:
        with Progress(*columns, console=Console(stderr=True)) as progress:
            found = run.step(cores, on is On.ray, _shown(progress, number))
        print(f"generation {found.number}: {found.positions} positions, losses {found.losses}, match {found.match}", end="")
        print(", promoted" if found.promoted else "")


def _sizes(game: Game, told: str) -> tuple[int, ...]:
    sizes = tuple(size.strip() for size in told.split(",")) if told else ()
    if len(set(sizes)) < len(sizes) or not set(sizes) <= {str(size) for size in game.players}:
        raise BadInput(
            f"{told!r}: {game.name} is played at tables of {', '.join(map(str, game.players))}; name some of them, each once, as in 3,4."
        )
    return tuple(map(int, sizes))


def _shown(progress: Progress, number: int) -> Callable[[str, float, str], None]:
    """A bar for every part of a generation."""
    tasks = {name: progress.add_task(f"generation {number}: {name}", total=1.0, word="") for name in ("games", "fit", "match")}
    return lambda name, part, word: progress.update(tasks[name], completed=part, word=word)


COMMANDS = (train,)
