"""``games``, ``new``, ``warm``: what there is, and getting ready."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from sandtable.cli.errors import BadInput
from sandtable.cli.files import game_named, new_game
from sandtable.kernel.record import Record
from sandtable.kernel.registry import games as all_games
from sandtable.kernel.registry import load
from sandtable.search import warm as compiling

Options = Annotated[list[str], typer.Option("--option", "-o", help="A house rule as name=value; may be given several times.")]
Players = Annotated[int | None, typer.Option(help="Number of players (default: the smallest).")]
SeedText = Annotated[str | None, typer.Option("--seed", help="A whole number or hexadecimal digits (default: freshly drawn).")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def games(as_json: AsJson = False) -> None:
    """List the games with their players, decisions and options."""
    found = [load(name) for name in all_games()]
    if as_json:
        listed = [
            {
                "game": g.id,
                "name": g.name,
                "players": list(g.players),
                "decisions": g.num_actions,
                "rules": g.rules_version,
                "options": {option.name: list(option.values) for option in g.options},
            }
            for g in found
        ]
        print(json.dumps(listed))
        return
    table = Table("game", "name", "players", "decisions", "options (default first)")
    for g in found:
        options = "\n".join(f"{option.name} = {' | '.join(map(str, option.values))}" for option in g.options)
        table.add_row(g.id, g.name, f"{g.players[0]}–{g.players[-1]}", str(g.num_actions), options)
    Console().print(table)


def new(
    game: str,
    out: Annotated[Path, typer.Argument(help="The record file to write.")],
    players: Players = None,
    seed: SeedText = None,
    option: Options = [],  # noqa: B006 (typer reads the default)
    seats: Annotated[str | None, typer.Option(help="Names of the seats, separated by commas.")] = None,
) -> None:
    """Deal a game into a record file and print the commitment to its seed; `play --record FILE` goes on from it."""
    if out.exists():
        raise BadInput(f"{out} exists already; choose another name.")
    state = new_game(game_named(game), players, seed, option)
    names = seats.split(",") if seats else None
    if names and len(names) != state.players:
        raise BadInput(f"--seats needs {state.players} names, not {len(names)}.")
    try:
        record = Record.of(state, names)
    except ValueError as error:
        raise BadInput(str(error)) from None
    record.save(out)
    print(f"commitment: {record.commitment}")


def warm(
    names: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Games to compile (default: all).")] = None,
) -> None:
    """Compile rules and search for this machine now, side by side, so that later starts take a second."""
    wanted = names or all_games()
    for name in wanted:
        if name not in all_games():
            raise BadInput(f"there is no game {name!r}; there are: {', '.join(all_games())}.")
    compiling.ensure(wanted)
    print(f"ready: {', '.join(wanted)}")


COMMANDS = (games, new, warm)
