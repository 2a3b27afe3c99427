"""``puzzles``: list, show, check and make positions with one clearly best turn."""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from sandtable.cli.errors import BadInput
from sandtable.cli.files import game_named
from sandtable.cli.prepare import AsJson
from sandtable.coach import puzzles as shelf
from sandtable.kernel.game import JSON
from sandtable.kernel.words import LANGUAGES, catalogue, fill, said_in

app = typer.Typer(help="Puzzles: positions with one clearly best turn.", no_args_is_help=True)

File = Annotated[Path | None, typer.Option("--file", help="A file of puzzles instead of those that come with Sandtable.")]
GameName = Annotated[str | None, typer.Option("--game", help="Only those of this game.")]
Language = Annotated[str, typer.Option("--language", help=f"One of: {', '.join(LANGUAGES)}.")]


def found_in(file: Path | None, game: str | None = None) -> list[shelf.Puzzle]:
    """The puzzles of a file or of the collection."""
    if game is not None:
        game = game_named(game).id
    try:
        found = shelf.read(file)[1] if file else shelf.load(game)
    except shelf.BadPuzzle as error:
        raise BadInput(str(error)) from None
    return [puzzle for puzzle in found if game in (None, puzzle.game)]


def spoken(language: str) -> str:
    if language not in LANGUAGES:
        raise BadInput(f"--language is {' or '.join(LANGUAGES)}, not {language!r}.")
    return language


@app.command("list")
def list_(game: GameName = None, file: File = None, language: Language = "en", as_json: AsJson = False) -> None:
    """List puzzles: id, players, difficulty, themes and how much the best turn is ahead."""
    found = found_in(file, game)
    spoken(language)
    if as_json:
        print(
            json.dumps([{"id": p.id, "game": p.game, "players": p.players, "difficulty": p.difficulty, "themes": p.themes} for p in found])
        )
        return
    table = Table("id", "game", "players", "difficulty", "themes", "margin")
    for p in found:
        table.add_row(p.id, p.game, str(p.players), "★" * p.difficulty, ", ".join(p.theme_names(language)), f"{p.margin:.0%}")
    Console().print(table)


@app.command()
def show(
    name: str,
    solution: Annotated[bool, typer.Option("--solution", help="With the best turn and why it is best.")] = False,
    file: File = None,
    language: Language = "en",
) -> None:
    """Show one puzzle as its seat sees it."""
    spoken(language)
    puzzle = next((p for p in found_in(file) if p.id == name), None)
    if puzzle is None:
        raise BadInput(f"There is no puzzle {name!r}; `sandtable puzzles list` names them.")
    state, console = puzzle.state(), Console(highlight=False)
    console.print(state.game.draw(state.view(puzzle.seat), language))
    task = catalogue(language, "coach")["puzzle"]["task"]
    console.print(fill(task, language, id=puzzle.id, seat=puzzle.seat + 1, stars="★" * puzzle.difficulty))
    if solution:
        console.print(", ".join(puzzle.theme_names(language)))
        console.print(f"[bold]{said_in(puzzle.best['words'], language)}[/]")
        console.print(" · ".join(puzzle.best["texts"]))
        console.print(said_in(puzzle.words, language))


@app.command()
def check(
    files: Annotated[list[Path] | None, typer.Argument(help="Files of puzzles; none: those that come with Sandtable.")] = None,
    prove: Annotated[bool, typer.Option("--prove", help="Measure again whether the best turn is the best (some seconds each).")] = False,
) -> None:
    """Check puzzles: sound positions, legal solutions that are judged right. Exit code 1 if something is wrong."""
    found = [puzzle for file in files for puzzle in found_in(file)] if files else found_in(None)
    wrong = 0
    for puzzle in found:
        for fault in shelf.faults(puzzle) or (again(puzzle) if prove else []):
            wrong += 1
            print(f"{puzzle.id}: {fault}")
    print(f"{len(found)} puzzles, {wrong} faults")
    if wrong:
        raise typer.Exit(1)


def again(puzzle: shelf.Puzzle) -> list[str]:
    """What another proof says against a puzzle."""
    from sandtable.coach.mining import proved

    return [] if proved(puzzle, seed=puzzle.verified + 1) else ["another proof does not find its turn clearly best"]


@app.command()
def make(
    game: str,
    out: Annotated[Path, typer.Option(help="The file; what is in it is kept, a stopped run is taken up again.")],
    count: Annotated[int, typer.Option(min=1, help="Puzzles the file shall have.")] = 30,
    games: Annotated[int, typer.Option(min=1, help="Games to look through at most.")] = 100,
    cores: Annotated[int, typer.Option(min=1, max=64, help="Threads for the measurements.")] = 1,
) -> None:
    """Mine more puzzles from games of level bots, evenly spread over difficulties, players and themes."""
    chosen = game_named(game)
    from sandtable.coach import mining

    mined, have = existing(out, chosen.id)
    first = int(mined.get("games", 1))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("puzzles"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar, ThreadPoolExecutor(cores) as pool:
        task = bar.add_task(chosen.name, total=count, completed=len(have))

        def tell(number: int, seen: int, found: int) -> None:
            bar.update(task, completed=found, description=f"{chosen.name}: game {number}, turn {seen}")

        wanted = mining.Wanted(chosen.id, count)
        for number, fresh in mining.mine(wanted, have, first, games, pool if cores > 1 else None, tell):
            have = [*have, *fresh]
            shelf.write(out, chosen.id, {**mined, "games": number + 1}, have)
    print(f"{len(have)} puzzles of {chosen.name}: {out}")


def existing(out: Path, game: str) -> tuple[JSON, Sequence[shelf.Puzzle]]:
    """What a file holds already."""
    if not out.exists():
        return {}, []
    try:
        mined, have = shelf.read(out)
    except shelf.BadPuzzle as error:
        raise BadInput(str(error)) from None
    if any(puzzle.game != game for puzzle in have):
        raise BadInput(f"{out}: this file holds puzzles of another game; choose another --out.")
    return mined, have
