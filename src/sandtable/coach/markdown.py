"""A report as a Markdown page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.coach.reporting import sure_loss, sure_luck
from sandtable.coach.summary import CATALOGUE, fortune, percent
from sandtable.kernel.registry import load
from sandtable.kernel.verdict import score_words
from sandtable.kernel.words import LANGUAGES, catalogue, fill, said_in

if TYPE_CHECKING:
    from sandtable.coach.results import Report, TurnReport


def markdown(report: Report, language: str = "en") -> str:
    """Standings with a summary of every seat, turning points, the chances, and a line for every turn."""
    if language not in LANGUAGES:
        raise ValueError(f"The language is one of: {', '.join(LANGUAGES)}; not {language!r}.")
    every = catalogue(language, CATALOGUE)
    words, labels = every["markdown"], every["labels"]
    names = [_cell(name) for name in report.names]
    eyes = words["all"] if report.eyes == "all" else fill(words["own"], language, name=names[report.eyes])
    told = {"players": report.players, "decisions": report.decisions, "turns": len(report.turns), "eyes": eyes}
    intro = fill(words["intro"], language, **told, simulations=f"{report.simulations:,}")
    lines = [f"# {fill(every['title'], language, game=load(report.game).name)}", "", intro, ""]
    if not report.done:
        lines += [fill(words["unfinished"], language, part=percent(report.part)), ""]
    if report.verdict is not None:
        lines += [_cell(said_in(report.verdict, language)), ""]
    lines += _standings(report, names, words, every["fortune"], language)
    lines += _turning(report, names, words, labels, language)
    lines += _curve(report, names, words)
    lines += _turns(report, words, labels, language)
    return "\n".join([*lines, words["method"], ""])


def _standings(report: Report, names: list[str], words: Any, fortunes: Any, language: str) -> list[str]:
    head = words["standings_head"]
    lines = [words["standings"], "", head, "|" + "---|" * (head.count("|") - 1)]
    for seat in sorted(report.seats, key=lambda seat: (seat.rank, seat.seat)):
        counts = " | ".join(str(seat.labels[name]) for name in ("best", "good", "slip", "mistake", "forced"))
        free = sum(seat.labels[name] for name in ("best", "good", "slip", "mistake"))
        lost = f"{100 * -seat.skill[0] / free:.1f} %" if free else ""
        score = score_words(load(report.game), seat.score, language)
        figure = "" if seat.accuracy is None else seat.accuracy
        lines.append(f"| {names[seat.seat]} | {score} | {figure} | {counts} | {lost} | {fortunes[fortune(seat.luck[0])]} |")
    return [*lines, "", words["units"], "", *[f"- {_cell(said_in(seat.words, language))}" for seat in report.seats], ""]


def _turning(report: Report, names: list[str], words: Any, labels: Any, language: str) -> list[str]:
    lines = [words["turning"], ""]
    for number in report.turning:
        turn = next(turn for turn in report.turns if turn.turn == number)
        what = _decided(turn, words, labels, language)
        gave = sure_luck(turn, turn.seat)
        if round(100 * abs(gave)):
            what += fill(words["chance_gave" if gave > 0 else "chance_took"], language, name=names[turn.seat], luck=percent(abs(gave)))
        place = f" ({fill(words['in_round'], language, round=turn.round)})" if turn.round else ""
        lines.append(fill(words["turning_line"], language, turn=number + 1, round=place, name=names[turn.seat], what=what))
    return [*lines, *([] if report.turning else [words["no_turning"]]), ""]


def _decided(turn: TurnReport, words: Any, labels: Any, language: str) -> str:
    instead = ""
    if sure_loss(turn):
        instead = fill(words["instead"], language, best=said_in(turn.best.words, language), cost=percent(turn.loss.chance))
    return fill(words["decided"], language, label=labels[turn.label], played=said_in(turn.played.words, language), instead=instead) + "."


def _curve(report: Report, names: list[str], words: Any) -> list[str]:
    lines = [words["curve"], "", f"| {words['curve_head']} | {' | '.join(names)} |", "|---|" + "---|" * report.players]
    step = max(1, len(report.curve) // 16)
    for number, point in enumerate(report.curve):
        final = number == len(report.curve) - 1
        if number % step and not final:
            continue
        where = words["end"] if final and report.over else number + 1
        lines.append(f"| {where} | {' | '.join(percent(chance) + ' %' for chance in point.chances)} |")
    return [*lines, ""]


def _turns(report: Report, words: Any, labels: Any, language: str) -> list[str]:
    head = words["turns_head"]
    lines = [words["turns"], "", head, "|" + "---|" * (head.count("|") - 1)]
    for turn in report.turns:
        cost = f"{percent(-turn.loss.chance)} % ({-turn.loss.points:+.1f})" if turn.label in ("good", "slip", "mistake") else ""
        best = said_in(turn.best.words, language) if turn.label in ("good", "slip", "mistake") else ""
        luck = f"{percent(turn.lucks[turn.seat][0], True)} %" if round(100 * turn.lucks[turn.seat][0]) else ""
        cells = (
            turn.turn + 1, turn.round or "", report.names[turn.seat], said_in(turn.played.words, language), f"**{labels[turn.label]}**"
            if turn.label == "mistake" else labels[turn.label], cost, best, luck,
        )  # fmt: skip
        lines.append("| " + " | ".join(_cell(str(cell)) for cell in cells) + " |")
    return [*lines, ""]


def _cell(text: str) -> str:
    """Nothing that could end a cell or begin markup."""
    for letter in "\\`[]<>|":
        text = text.replace(letter, f"\\{letter}")
    return " ".join(text.split())
