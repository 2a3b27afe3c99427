"""``dataset``: self-play written to Parquet."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sandtable.bots import BadBot, seat_named
from sandtable.cli.errors import BadInput
from sandtable.cli.files import game_named, options_given, seed_given
from sandtable.cli.prepare import Options, Players, SeedText
from sandtable.kernel import seeds


def dataset(
    game: str,
    out: Annotated[Path, typer.Option(help="Folder for the files; a stopped run is taken up again.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 10_000,
    players: Players = None,
    seed: SeedText = "1",
    per_file: Annotated[int, typer.Option(min=1, help="Games in a file.")] = 1_000,
    cores: Annotated[int, typer.Option(min=1, max=256, help="Threads on this machine.")] = 1,
    bot: Annotated[str, typer.Option(help="The bot on every seat: random, greedy, level1 to level5, uct@50ms …")] = "random",
    observations: Annotated[bool, typer.Option(help="Observations and masks as columns, for tools that read Parquet only.")] = False,
    ray: Annotated[str | None, typer.Option(help="Use Ray: the address of a cluster, or 'local'.")] = None,
    option: Options = [],  # noqa: B006 (typer reads the default)
) -> None:
    """Write self-play to Parquet files for training (needs the extra `dataset`)."""
    chosen = game_named(game)
    try:
        from sandtable.research import warm, workers
        from sandtable.research.dataset import BadDataset, Plan, begin, make_part, save_part
    except ImportError as error:
        raise BadInput(str(error)) from None
    try:
        seat_named(bot)
    except BadBot as error:
        raise BadInput(str(error)) from None
    count = chosen.players[0] if players is None else players
    options = chosen.check_options(count, options_given(option))
    plan = Plan(chosen.id, count, options, seeds.to_bytes(seed_given(seed)).hex(), games, per_file, bot, observations)
    try:
        todo = begin(out, plan)
    except BadDataset as error:
        raise BadInput(str(error)) from None
    warm.ensure([chosen.id])
    work = partial(make_part, plan)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("files"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(chosen.name, total=plan.parts, completed=plan.parts - len(todo))
        try:
            made = workers.on_ray(work, todo, None if ray == "local" else ray) if ray else workers.on_threads(work, todo, cores)
            for part, content in made:
                save_part(out, part, content)
                progress.advance(task)
        except ImportError as error:
            raise BadInput(str(error)) from None
    size = sum(file.stat().st_size for file in out.glob("part-*.parquet"))
    print(f"{plan.games} games of {chosen.name} in {plan.parts} files, {size / 1e6:.1f} MB: {out}")


COMMANDS = (dataset,)
