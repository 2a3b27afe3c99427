"""What a search found out."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.kernel.actions import Action
from sandtable.kernel.game import JSON


@dataclass(frozen=True)
class Estimate:
    """A mean over simulations with its standard error."""

    mean: float
    error: float


@dataclass(frozen=True)
class Option:
    """One decision that was considered: its share of the search, and its value for the seat, 0 to 1."""

    action: Action
    share: float
    visits: int
    value: float


@dataclass(frozen=True)
class SearchResult:
    """``options`` are ordered best first. Scores and chances are those after the best one, one per seat."""

    options: list[Option]
    scores: list[Estimate]
    chances: list[Estimate]
    line: list[Action]
    """What is expected to follow, the best decision first."""
    simulations: int
    """In this search; ``options`` also count what was kept from the decision before."""
    seconds: float

    @property
    def best(self) -> Action:
        return self.options[0].action

    def to_json(self) -> JSON:
        return {
            "best": self.best.text,
            "options": [
                {"decision": o.action.text, "share": round(o.share, 4), "visits": o.visits, "value": round(o.value, 4)}
                for o in self.options
            ],
            "scores": [{"mean": round(e.mean, 2), "error": round(e.error, 2)} for e in self.scores],
            "chances": [{"mean": round(e.mean, 4), "error": round(e.error, 4)} for e in self.chances],
            "line": [action.text for action in self.line],
            "simulations": self.simulations,
            "seconds": round(self.seconds, 4),
        }
