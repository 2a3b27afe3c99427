"""``arena``: bots against bots, with live standings, a database to go on from, and a report."""

from __future__ import annotations

import json
import os
import time
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from sandtable.arena import Config, Sprt, Store, Tournament, Verdict
from sandtable.arena.executors import Local, OnRay, Workers
from sandtable.arena.match import Unsound
from sandtable.arena.report import write
from sandtable.cli.errors import BadInput
from sandtable.cli.files import game_named, options_given
from sandtable.cli.prepare import AsJson, Options, Players
from sandtable.kernel.game import JSON
from sandtable.search import warm

SECONDS_A_TABLE = 2.0
"""Between two live tables: the uncertainty of the ratings takes a moment to compute."""


class On(StrEnum):
    threads = "threads"
    processes = "processes"
    ray = "ray"


def arena(
    game: Annotated[str, typer.Option(help="Which game.")],
    bots: Annotated[str, typer.Option(help="Bots, separated by commas, e.g. level5@100ms,greedy.")],
    games: Annotated[int, typer.Option(min=1, help="Play on until there are so many games (whole deals).")] = 100,
    players: Players = None,
    option: Options = [],  # noqa: B006 (typer reads the default)
    seed: Annotated[int, typer.Option(min=0, help="Names the deals.")] = 1,
    on: Annotated[On, typer.Option(help="Where games are played.")] = On.processes,
    workers: Annotated[int | None, typer.Option(min=1, help="Games at a time (default: the processors).")] = None,
    db: Annotated[Path, typer.Option(help="Results; a run that is there already goes on.")] = Path("arena.sqlite"),
    claim: Annotated[
        str, typer.Option(help="Sequential test for two bots: the first one's score rate, `not,but` e.g. 0.5,0.55.")
    ] = "0.5,0.55",
    early: Annotated[bool, typer.Option("--early/--all", help="Stop as soon as the claim is decided.")] = False,
    report: Annotated[Path | None, typer.Option(help="Write report.md and a plot of the ratings into this folder.")] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other: every deal in every seating, every game kept and verified."""
    chosen = game_named(game)
    names = tuple(name.strip() for name in bots.split(",") if name.strip())
    try:
        config = Config(game, names, players or chosen.players[0], options_given(option), seed)
        low, _, high = claim.partition(",")
        sprt = Sprt(float(low), float(high))
    except ValueError as error:
        raise BadInput(str(error)) from None
    warm.ensure([game])
    store = Store(db)
    try:
        tournament = Tournament(config, store, sprt)
        _play(tournament, games, _workers(on, workers), early, Console(stderr=True))
        written = write(tournament, report) if report else []
        summary = tournament.summary()
    except (RuntimeError, Unsound) as error:
        raise BadInput(str(error)) from None
    finally:
        store.close()
    if as_json:
        print(json.dumps({**summary, "database": str(db), "report": [str(path) for path in written]}))
        return
    console = Console()
    console.print(_standings(tournament))
    for reason, lost in groupby(sorted(summary["forfeits"], key=_reason), key=_reason):
        games_lost = [one["game"] for one in lost]
        console.print(f"forfeit in game {', '.join(map(str, games_lost[:5]))}{' …' if len(games_lost) > 5 else ''}: {reason}", markup=False)
    for path in written:
        console.print(f"wrote {path}", highlight=False)


def _reason(forfeit: JSON) -> str:
    return f"{forfeit['bot']}: {forfeit['reason']}"


def _workers(on: On, workers: int | None) -> Workers:
    if on is On.ray:
        return OnRay(workers)
    return Local(workers or os.cpu_count() or 1, on is On.processes)


def _play(tournament: Tournament, games: int, workers: Workers, early: bool, console: Console) -> None:
    """Plays with a bar and live standings; Ctrl-C stops and keeps what is finished."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    progress = Progress(*columns, console=console)
    per_deal = tournament.per_deal
    total = -(-games // per_deal) * per_deal
    task = progress.add_task("games", total=total, completed=len(tournament.results))
    with Live(Group(_standings(tournament), progress), console=console, refresh_per_second=4, transient=True) as live:
        try:
            drawn = 0.0
            for _ in tournament.play(games, workers, early):
                progress.update(task, completed=len(tournament.results))
                if console.is_terminal and time.monotonic() - drawn > SECONDS_A_TABLE:
                    live.update(Group(_standings(tournament), progress))
                    drawn = time.monotonic()
        except KeyboardInterrupt:
            console.print("Stopped; the same command goes on from here.")


def _standings(tournament: Tournament) -> Table:
    """The table of the moment."""
    errors = tournament.errors()
    elo = {rating.bot: rating for rating in tournament.ratings()}
    table = Table("bot", "games", "wins", "score rate", "mean score", "rating", "ms", "forfeits")
    for row in tournament.standings():
        rating = f"{elo[row.bot].elo:+.0f} ± {elo[row.bot].high - elo[row.bot].elo:.0f}" if row.bot in elo and row.games else ""
        table.add_row(
            row.bot,
            str(row.games),
            f"{row.wins:g}",
            f"{100 * row.rate:.1f} % ± {100 * errors[row.bot]:.1f}",
            f"{row.score / row.games:.1f}" if row.games else "",
            rating,
            f"{1000 * row.seconds / row.decisions:.1f}" if row.decisions else "",
            str(row.forfeits),
        )
    if tournament.sprt:
        verdict = tournament.verdict()
        colour = {Verdict.accepted: "green", Verdict.rejected: "red", Verdict.open: "yellow"}[verdict]
        ratio = tournament.sprt.ratio(tournament.deals())
        table.caption = (
            f"{tournament.config.bots[0]}: {tournament.sprt.p1:g} rather than {tournament.sprt.p0:g}? [{colour}]{verdict}[/] ({ratio:+.2f})"
        )
    return table


COMMANDS = (arena,)
