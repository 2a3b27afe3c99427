"""The bots at tables: their levels, and one decision of one of them. A bot is given what its seat knows, never the state."""

from __future__ import annotations

from functools import cache

from sandtable import bots
from sandtable.bots import LEVELS
from sandtable.kernel.state import State
from sandtable.kernel.words import LANGUAGES, catalogue
from sandtable.server.errors import Denied

STAND_IN = LEVELS[0].id
"""Plays for a person who is away, if nothing else was said."""


def levels() -> list[str]:
    """Weakest first."""
    return ["random", *(level.id for level in LEVELS)]


@cache
def words(level: str) -> dict[str, dict[str, str]]:
    """Name and description in every language."""
    return {language: catalogue(language, "bots")[level] for language in LANGUAGES}


def check(level: str) -> None:
    if level not in levels():
        raise Denied("NO_BOT", f"one of: {', '.join(levels())}")


def beat(level: str, shortest: float) -> float:
    """A bot of this level answers at multiples of so many seconds: usually at the first, whatever it holds. ``shortest`` is far more than a
    level that counts its simulations takes; one that thinks by the clock has that much beyond its time."""
    if level == "random":  # it does not think
        return 0.0
    return shortest + next((known.milliseconds or 0.0 for known in LEVELS if known.id == level), 0.0) / 1000


def choose(level: str, state: State, seconds: float, seed: int | None = None) -> int:
    """The decision of a bot that sits in the seat to decide; with a ``seed`` always the same. Runs in a thread."""
    return bots.choose(level, state, milliseconds=1000 * seconds, seed=seed).id
