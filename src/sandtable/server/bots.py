"""Bots of the server: their levels, and one decision of one of them. A bot is given what its seat knows, never the state."""

from __future__ import annotations

import secrets

from sandtable.kernel.refusals import LANGUAGES, catalogue
from sandtable.kernel.state import State
from sandtable.server.denied import Denied

STAND_IN = "random"
"""Plays for a person whose time is up."""


def levels() -> list[str]:
    """Weakest first."""
    return ["random"]


def words(level: str) -> dict[str, dict[str, str]]:
    return {language: catalogue(language, "server")["bots"][level] for language in LANGUAGES}


def check(level: str) -> None:
    if level not in levels():
        raise Denied("NO_BOT", f"one of: {', '.join(levels())}")


def choose(level: str, state: State, seconds: float) -> int:
    """The decision of a bot that sits in the seat to decide. Runs in a thread."""
    return int(secrets.choice(state.legal.ids.tolist()))
