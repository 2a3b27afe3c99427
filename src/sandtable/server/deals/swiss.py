"""Who meets whom: in every round people of about equal score who have not met, and nobody sits out twice before everybody has."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class Entrant:
    """Somebody in an event, before a round. ``first``: how often the first seat was theirs; ``rests``: rounds without an opponent."""

    key: str
    score: float = 0.0
    met: set[str] = field(default_factory=set)
    first: int = 0
    rests: int = 0


def lot(event: str, number: int, key: str) -> bytes:
    """Breaks ties, the same in every process, other in every round."""
    return hashlib.sha256(f"{event} {number} {key}".encode()).digest()


def pairs(event: str, number: int, entrants: Sequence[Entrant]) -> tuple[list[tuple[str, str]], str | None]:
    """The pairs of a round, the first seat first, and who rests."""
    order = sorted(entrants, key=lambda one: (-one.score, lot(event, number, one.key)))
    resting: Entrant | None = None
    if len(order) % 2:
        resting = min(reversed(order), key=lambda one: one.rests)
        order = [one for one in order if one is not resting]
    together = _matched(order) or [(order[i], order[i + 1]) for i in range(0, len(order), 2)]
    seated = [(a, b) if (a.first, lot(event, number, a.key)) <= (b.first, lot(event, number, b.key)) else (b, a) for a, b in together]
    return [(a.key, b.key) for a, b in seated], resting.key if resting else None


def _matched(order: Sequence[Entrant], budget: list[int] | None = None) -> list[tuple[Entrant, Entrant]] | None:
    """Pairs without anybody meeting twice, from the top down; None if there are none (or none that are found soon)."""
    budget = [20_000] if budget is None else budget
    if not order:
        return []
    budget[0] -= 1
    if budget[0] < 0:
        return None
    top, rest = order[0], order[1:]
    for place, other in enumerate(rest):
        if other.key in top.met:
            continue
        found = _matched([*rest[:place], *rest[place + 1 :]], budget)
        if found is not None:
            return [(top, other), *found]
    return None
