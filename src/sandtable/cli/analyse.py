"""``analyse``: the coach on a position, or on a whole recorded game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from sandtable.cli.errors import BadInput
from sandtable.cli.files import position_file, revealed_file
from sandtable.cli.inspect import File, Lang
from sandtable.cli.prepare import AsJson
from sandtable.coach import Analysis, Report, report_steps
from sandtable.coach import analyse as look_at
from sandtable.coach.summary import CATALOGUE, percent
from sandtable.coach.turns import rest_of_turn
from sandtable.kernel.record import FIRST_LINE, Record
from sandtable.kernel.state import State
from sandtable.kernel.words import FIRST, catalogue
from sandtable.search import warm

COLOURS = {"best": "green", "good": "green", "slip": "yellow", "mistake": "red", "forced": "dim"}


def analyse(
    file: File,
    report: Annotated[
        bool, typer.Option("--report", help="A whole recorded game, turn by turn (a finished record is one anyway).")
    ] = False,
    to: Annotated[int | None, typer.Option(help="The position of a record after so many decisions.")] = None,
    seat: Annotated[str | None, typer.Option(help="Whose eyes: a seat number, or `all` for open hands.")] = None,
    depth: Annotated[str, typer.Option(help="quick, normal, deep, or a number of simulations.")] = "normal",
    threads: Annotated[int, typer.Option(min=1, max=64, help="Threads.")] = 2,
    seed: Annotated[int, typer.Option(min=0, help="Chance of the simulations.")] = 0,
    picture: Annotated[Path | None, typer.Option(help="Write the curve of the chances as .svg or .png.")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Write the report as Markdown.")] = None,
    as_json: AsJson = False,
    lang: Lang = FIRST,
) -> None:
    """Chances to win, the best turns, and the report of a game."""
    settings: dict[str, Any] = {"depth": int(depth) if depth.isdecimal() else depth, "threads": threads, "seed": seed}
    if picture is not None and picture.suffix.lower() not in (".svg", ".png"):
        raise BadInput(f"{picture}: a picture ends in .svg or .png.")
    record = _record(file)
    whole = report or picture is not None or markdown is not None or (record is not None and to is None and record.result is not None)
    if whole and (record is None or to is not None):
        raise BadInput(
            f"{file}: a report needs a whole record, without --to; this is {'a position' if record is None else 'a part of one'}."
        )
    try:
        if whole and record is not None:
            warm.ensure([record.game.id])
            found = _report(record, _eyes(seat, "all"), settings)
            _write(found, picture, markdown, lang)
            _say_report(found, as_json, lang)
        else:
            state = _position(record, to, file) if record else position_file(file)
            played = rest_of_turn(record, state.number) if record else []
            warm.ensure([state.game.id])
            _say_position(_analysis(state, _eyes(seat, None), played, settings), as_json, lang)
    except (ValueError, RuntimeError) as error:
        raise BadInput(f"{file}: {error}") from None


def _record(file: Path) -> Record | None:
    with file.open("rb") as opened:
        is_record = opened.read(len(FIRST_LINE)) == FIRST_LINE.encode()
    return revealed_file(file) if is_record else None


def _eyes(seat: str | None, otherwise: str | None) -> int | str | None:
    if seat is None or seat == "all":
        return otherwise if seat is None else seat
    if seat.isdecimal():
        return int(seat)
    raise BadInput(f"--seat is a seat number or `all`, not {seat!r}.")


def _position(record: Record, to: int | None, file: Path) -> State:
    last = len(record.decisions) if to is None else to
    if not 0 <= last <= len(record.decisions):
        raise BadInput(f"{file}: --to is 0 to {len(record.decisions)}.")
    return record.at(last)


@contextmanager
def _bar(what: str) -> Iterator[Any]:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:3.0f} %"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=1.0)
        yield lambda part: progress.update(task, completed=part)


def _report(record: Record, eyes: Any, settings: dict[str, Any]) -> Report:
    found: Report | None = None
    with _bar("turns") as show:
        for found in report_steps(record, eyes=eyes, **settings):
            show(found.part)
    assert found is not None
    return found


def _analysis(state: State, eyes: Any, played: list[Any], settings: dict[str, Any]) -> Analysis:
    with _bar("turns") as show:
        return look_at(state, eyes, played=played or None, progress=lambda _, part: show(part), **settings)


def _write(found: Report, picture: Path | None, markdown: Path | None, language: str) -> None:
    if picture:
        found.save_picture(picture, language)
    if markdown:
        markdown.write_text(found.markdown(language), "utf-8")


def _say_report(found: Report, as_json: bool, language: str) -> None:
    if as_json:
        print(json.dumps(found.to_json()))
        return
    words = catalogue(language, CATALOGUE)
    console = Console()
    titles = [title.strip() for title in words["markdown"]["turns_head"].strip("|").split("|")]
    table = Table(*titles)
    for turn in found.turns:
        wrong = turn.label in ("slip", "mistake")
        table.add_row(
            str(turn.turn + 1),
            str(turn.round or ""),
            escape(found.names[turn.seat]),
            turn.played.words[language],
            f"[{COLOURS[turn.label]}]{words['labels'][turn.label]}[/]",
            f"{percent(-turn.loss.chance)} %" if wrong else "",
            turn.best.words[language] if wrong else "",
            f"{percent(turn.lucks[turn.seat][0], True)} %" if round(100 * turn.lucks[turn.seat][0]) else "",
        )
    console.print(table)
    for seat in found.seats:
        console.print(f"• {seat.words[language]}", markup=False, highlight=False)


def _say_position(found: Analysis, as_json: bool, language: str) -> None:
    if as_json:
        print(json.dumps(found.to_json()))
        return
    console = Console()
    table = Table("seat", "chance", "score")
    for seat, (chance, score) in enumerate(zip(found.chances, found.scores, strict=True)):
        table.add_row(str(seat), f"{100 * chance.mean:.1f} % ± {200 * chance.error:.1f}", f"{score.mean:.1f} ± {2 * score.error:.1f}")
    console.print(table)
    if not found.turns:
        return
    best = Table("", "chance", "margin", "turn", "decisions", title=f"seat {found.to_decide}, {found.simulations:,} simulations")
    listed = [(str(number), turn) for number, turn in enumerate(found.turns, 1)]
    for name, turn in [*listed, *([("played", found.played)] if found.played else [])]:
        wins = f"{100 * turn.chance.mean:.1f} % ± {200 * turn.chance.error:.1f}"
        best.add_row(name, wins, f"{turn.margin.mean:+.1f}", turn.words[language], " · ".join(turn.texts))
    console.print(best)


COMMANDS = (analyse,)
