"""What a report says: of the curve, of every turn, of every seat, and as a whole."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from sandtable.coach.analysis import Advice, Analysis
from sandtable.coach.labels import Loss
from sandtable.coach.perspective import Eyes
from sandtable.kernel.game import JSON


@dataclass(frozen=True)
class CurvePoint:
    """The chances before a turn, or at the end."""

    decisions: int
    chances: list[float]
    errors: list[float]
    scores: list[float]
    score_errors: list[float]

    def to_json(self) -> JSON:
        return {
            "decisions": self.decisions,
            "chances": [round(x, 4) for x in self.chances],
            "errors": [round(x, 4) for x in self.errors],
            "scores": [round(x, 2) for x in self.scores],
            "score_errors": [round(x, 2) for x in self.score_errors],
        }


@dataclass(frozen=True)
class TurnReport:
    """One turn. ``at``: where ``best`` and ``played`` begin; later than ``first`` if a later part of the turn was the costly one."""

    turn: int
    round: int
    seat: int
    first: int
    last: int
    label: str
    loss: Loss
    lucks: list[tuple[float, float]]
    """Chance and points that chance gave every seat."""
    luck_errors: list[float]
    """Of the chances."""
    best: Advice
    played: Advice
    alternatives: list[Advice]
    at: int
    before: Analysis = field(repr=False)
    simulations: int = 0

    def to_json(self) -> JSON:
        chance, points = self.lucks[self.seat]
        return {
            "turn": self.turn,
            "round": self.round,
            "seat": self.seat,
            "first": self.first,
            "last": self.last,
            "at": self.at,
            "label": self.label,
            "loss": {"chance": round(self.loss.chance, 4), "points": round(self.loss.points, 2), "error": round(self.loss.error, 4)},
            "luck": {"chance": round(chance, 4), "points": round(points, 2)},
            "lucks": [{"chance": round(c, 4), "points": round(p, 2)} for c, p in self.lucks],
            "best": self.best.to_json(),
            "played": self.played.to_json(),
            "alternatives": [advice.to_json() for advice in self.alternatives],
        }


@dataclass(frozen=True)
class SeatReport:
    """What a seat's decisions cost it in all, what chance gave it, and what the mistakes of the others gave it."""

    seat: int
    name: str
    score: int
    rank: int
    labels: dict[str, int]
    accuracy: int | None
    """0 to 100; None as long as it had no choice."""
    skill: tuple[float, float]
    luck: tuple[float, float]
    words: dict[str, str]

    def to_json(self) -> JSON:
        return {
            "seat": self.seat,
            "name": self.name,
            "score": self.score,
            "rank": self.rank,
            "labels": self.labels,
            "accuracy": self.accuracy,
            "skill": {"chance": round(self.skill[0], 4), "points": round(self.skill[1], 2)},
            "luck": {"chance": round(self.luck[0], 4), "points": round(self.luck[1], 2)},
            "words": self.words,
        }


@dataclass(frozen=True)
class Report:
    """A game as far as it is looked through; ``turns`` grows until ``done``."""

    game: str
    players: int
    names: list[str]
    decisions: int
    over: bool
    eyes: Eyes
    simulations: int
    done: bool
    part: float
    curve: list[CurvePoint]
    turns: list[TurnReport]
    turning: list[int]
    seats: list[SeatReport]
    verdict: dict[str, str] | None
    """What decided a finished game, in every language."""

    def to_json(self) -> JSON:
        return {
            "game": self.game,
            "players": self.players,
            "names": self.names,
            "decisions": self.decisions,
            "over": self.over,
            "eyes": self.eyes,
            "simulations": self.simulations,
            "done": self.done,
            "part": round(self.part, 4),
            "curve": [point.to_json() for point in self.curve],
            "turns": [turn.to_json() for turn in self.turns],
            "turning": self.turning,
            "seats": [seat.to_json() for seat in self.seats],
            "verdict": self.verdict,
        }

    def markdown(self, language: str = "en") -> str:
        """The report as a page one can read and keep."""
        from sandtable.coach.markdown import markdown

        return markdown(self, language)

    def svg(self, language: str = "en") -> str:
        """The curve of the chances with the labels of the turns, as a picture."""
        from sandtable.coach.plots import curve_svg

        return curve_svg(self, language)

    def save_picture(self, path: str | Path, language: str = "en") -> None:
        """Writes the picture as SVG, or as PNG (needs ``sandtable[arena]``), by the ending of the name."""
        from sandtable.coach.plots import save_picture

        save_picture(self, Path(path), language)
