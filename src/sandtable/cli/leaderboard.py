"""``leaderboard``: one page from arena runs of all bots."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from sandtable.arena import Store
from sandtable.arena import leaderboard as board
from sandtable.arena.executors import Local
from sandtable.arena.match import Unsound
from sandtable.cli.errors import BadInput
from sandtable.cli.files import game_named
from sandtable.kernel.registry import games as all_games
from sandtable.search import warm


def leaderboard(
    out: Annotated[Path, typer.Option(help="The page to write.")] = Path("leaderboard.md"),
    game: Annotated[list[str], typer.Option(help="Which games (several times; default: all).")] = [],  # noqa: B006 (typer reads the default)
    players: Annotated[list[int], typer.Option(help="Which numbers of players (several times; default: all).")] = [],  # noqa: B006
    games: Annotated[int, typer.Option(min=1, help="Games at every table, rounded up to whole deals.")] = 100,
    trained: Annotated[list[str], typer.Option(help="A trained policy and its game: policy:MODULE:NAME=GAME.")] = [],  # noqa: B006
    db: Annotated[Path, typer.Option(help="Results; what is there already is not played again.")] = Path("leaderboard.sqlite"),
    workers: Annotated[int | None, typer.Option(min=1, help="Games at a time (default: the processors).")] = None,
) -> None:
    """Let all bots play each other in every game and number of players, and write the ratings as one page."""
    chosen = [game_named(name).id for name in game] or all_games()
    learned = []
    for one in trained:
        bot, equals, of = one.rpartition("=")
        if not equals or of not in chosen:
            raise BadInput(f"a trained policy is given as policy:MODULE:NAME=GAME with one of the games, not {one!r}.")
        learned.append((bot, of))
    warm.ensure(chosen)
    store, console, played = Store(db), Console(stderr=True), []
    try:
        for table in board.tables(chosen, players, learned):
            played.append(board.play(table, games, store, Local(workers or os.cpu_count() or 1, True)))
            console.print(f"{table.game}, {table.players} players: {len(played[-1].results)} games", highlight=False)
    except (ValueError, RuntimeError, Unsound) as error:
        raise BadInput(str(error)) from None
    finally:
        store.close()
    out.write_text(board.markdown(played, learned), "utf-8")
    print(f"wrote {out}")


COMMANDS = (leaderboard,)
