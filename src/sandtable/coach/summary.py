"""What a seat reads about itself in a minute."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.kernel.words import LANGUAGES, catalogue

if TYPE_CHECKING:
    from sandtable.coach.results import Report, TurnReport

CATALOGUE = "coach-report"
EVEN = 0.005
"""Luck below this is none."""


def percent(part: float, sign: bool = False) -> str:
    """``−9`` for -0.09."""
    number = round(100 * part)
    return (f"{number:+d}" if sign and number else str(number)).replace("-", "−")


def seat_words(
    report: Report, seat: int, standing: tuple[int, int, int], labels: dict[str, int], skill: float, luck: float, own: list[TurnReport]
) -> dict[str, str]:
    """A few sentences in every language. ``standing``: score, rank, and how many share the first rank."""
    return {
        language: " ".join(_sentences(report, seat, standing, labels, skill, luck, own, language, catalogue(language, CATALOGUE)["seat"]))
        for language in LANGUAGES
    }


def _sentences(
    report: Report,
    seat: int,
    standing: tuple[int, int, int],
    labels: dict[str, int],
    skill: float,
    luck: float,
    own: list[TurnReport],
    language: str,
    words: Any,
) -> list[str]:
    score, rank, winners = standing
    how = "going" if not report.over else "place" if rank > 1 else "won" if winners == 1 else "shared"
    said = [words[how].format(name=report.names[seat], score=score, rank=words["ranks"][rank - 1])]
    free = [turn for turn in own if turn.label != "forced"]
    if not own:
        return said
    if not free:
        return [*said, words["no_choice"]]
    slips, mistakes = _count(words["slips"], labels["slip"]), _count(words["mistakes"], labels["mistake"])
    sort = "both" if labels["slip"] and labels["mistake"] else "slips" if labels["slip"] else "mistakes" if labels["mistake"] else "none"
    faults = words["faults"][sort].format(slips=slips, mistakes=mistakes)
    said.append(words["best"]["one" if labels["best"] == 1 else "many"].format(best=labels["best"], turns=len(free), faults=faults))
    worst = max(free, key=lambda turn: turn.loss.chance)
    if worst.label in ("slip", "mistake") and round(100 * worst.loss.chance):
        when = words["when_round" if worst.round else "when"].format(round=worst.round, turn=worst.turn + 1)
        cost = percent(-worst.loss.chance)
        said.append(words["costliest"].format(when=when, cost=cost, played=worst.played.words[language], best=worst.best.words[language]))
    given = "even" if abs(luck) < EVEN else "lucky" if luck > 0 else "unlucky"
    said.append(words["sum"].format(skill=percent(-skill), luck=words[given].format(luck=percent(abs(luck)))))
    return said


def _count(forms: Any, n: int) -> str:
    return str(forms["one" if n == 1 else "many"].format(n=n))
