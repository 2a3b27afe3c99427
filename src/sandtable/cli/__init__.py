"""One command, thin: every subcommand lives in the file named after what it does; games bring commands of their own."""

from __future__ import annotations

import atexit
import gc
import sys
from typing import Annotated, Any

from sandtable.loading import loading

with loading():
    import typer
    from typer.core import TyperGroup

    from sandtable import __version__
    from sandtable.cli import (
        admin,
        analyse,
        arena,
        dataset,
        inspect,
        leaderboard,
        measure,
        pages,
        play,
        prepare,
        puzzles,
        ratings,
        serve,
        train,
    )
    from sandtable.cli.errors import sentence
    from sandtable.kernel.registry import games, load


class Commands(TyperGroup):
    """The commands of the house; those of games are loaded only when one is asked for that the house does not have."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [*super().list_commands(ctx), *sorted(_of_games())]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return super().get_command(ctx, cmd_name) or _of_games().get(cmd_name)


def _of_games() -> dict[str, Any]:
    found = {}
    for name in games():
        for function in load(name).commands:
            own = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
            own.command(function.__name__)(function)
            found[function.__name__] = typer.main.get_command(own)
    return found


app = typer.Typer(
    name="sandtable",
    cls=Commands,
    help="Board games: play, compare bots, inspect, measure.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for module in (play, inspect, measure, analyse, arena, leaderboard, dataset, pages, serve, ratings, prepare, train):
    for command in module.COMMANDS:
        app.command()(command)
app.add_typer(puzzles.app, name="puzzles")
app.add_typer(admin.app, name="admin")


def _version(wanted: bool) -> None:
    if wanted:
        print(f"sandtable {__version__}")
        raise typer.Exit


@app.callback()
def _sandtable(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version this is.")] = False,
) -> None:
    pass


def main() -> None:
    """Runs the command; bad input ends with one sentence on standard error and exit code 2, never with a traceback."""
    atexit.register(gc.freeze)  # at its end Python looks through all that was loaded, up to half a second; commands close what they open
    try:
        app()
    except Exception as error:
        said = sentence(error)
        if said is None:
            raise
        print(f"sandtable: {said}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("\nsandtable: stopped.", file=sys.stderr)
        sys.exit(130)
