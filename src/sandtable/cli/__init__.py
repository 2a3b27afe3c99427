"""One command, thin: every subcommand lives in the file named after what it does."""

from __future__ import annotations

import sys

import typer

from sandtable.cli import advise, analyse, arena, dataset, inspect, measure, play, prepare, puzzles, serve
from sandtable.cli.errors import sentence

app = typer.Typer(
    name="sandtable",
    help="Five Tribes, Targui (1988) and Tuareg: play, compare bots, inspect, measure.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for module in (play, inspect, measure, advise, analyse, arena, dataset, serve, prepare):
    for command in module.COMMANDS:
        app.command()(command)
app.add_typer(puzzles.app, name="puzzles")


def main() -> None:
    """Runs the command; bad input ends with one sentence on standard error and exit code 2, never with a traceback."""
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
