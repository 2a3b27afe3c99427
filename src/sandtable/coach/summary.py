"""What a seat reads about itself in a minute."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.kernel.verdict import score_words
from sandtable.kernel.words import LANGUAGES, catalogue, fill

if TYPE_CHECKING:
    from sandtable.coach.results import Report, SeatReport, TurnReport
    from sandtable.kernel.state import State

CATALOGUE = "coach-report"
LITTLE, MUCH = 0.05, 0.25
"""Luck in all, in winning chance: below the first it evened out, from the second on it was much."""


def percent(part: float, sign: bool = False) -> str:
    """``−9`` for -0.09."""
    number = round(100 * part)
    return (f"{number:+d}" if sign and number else str(number)).replace("-", "−")


def fortune(luck: float) -> str:
    """How chance treated a seat, as a key of words: ``even``, ``lucky``, ``very_lucky``, ``unlucky``, ``very_unlucky``."""
    if abs(luck) < LITTLE:
        return "even"
    return ("very_" if abs(luck) >= MUCH else "") + ("lucky" if luck > 0 else "unlucky")


def seat_words(report: Report, seat: SeatReport, last: State, own: list[TurnReport], name: str) -> dict[str, str]:
    """A few sentences in every language about a seat that is called ``name``."""
    return {language: " ".join(_sentences(report, seat, last, own, name, language)) for language in LANGUAGES}


def _sentences(report: Report, seat: SeatReport, last: State, own: list[TurnReport], name: str, language: str) -> list[str]:
    words = catalogue(language, CATALOGUE)["seat"]
    if report.verdict is not None and seat.rank == 1:
        said = [report.verdict[language]]
    else:
        told = {"score": score_words(last.game, seat.score, language), "with_score": score_words(last.game, seat.score, language, "with")}
        said = [fill(words["place" if report.over else "going"], language, name=name, rank=words["ranks"][seat.rank - 1], **told)]
    free = [turn for turn in own if turn.label != "forced"]
    if not own:
        return said
    if not free:
        return [*said, words["no_choice"]]
    slips, mistakes = (fill(words[f"{label}s"], language, n=seat.labels[label]) for label in ("slip", "mistake"))
    sort = ("both" if seat.labels["mistake"] else "slips") if seat.labels["slip"] else "mistakes" if seat.labels["mistake"] else "none"
    faults = fill(words["faults"][sort], language, slips=slips, mistakes=mistakes)
    said.append(fill(words["accuracy"], language, name=name, accuracy=seat.accuracy))
    said.append(fill(words["best"], language, best=seat.labels["best"], turns=len(free), faults=faults))
    worst = max(free, key=lambda turn: turn.loss.chance)
    if worst.label in ("slip", "mistake") and round(100 * worst.loss.chance):
        when = fill(words["when_round" if worst.round else "when"], language, round=worst.round, turn=worst.turn + 1)
        told = {"when": when, "cost": percent(worst.loss.chance)}
        said.append(fill(words["costliest"], language, **told, played=worst.played.words[language], best=worst.best.words[language]))
    said.append(words["fortune"][fortune(seat.luck[0])])
    return said
