"""The bots at tables: their levels, policies that the host adds, and one decision of one of them. A bot is given what its seat knows,
never the state."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import cache

from sandtable import bots
from sandtable.bots import LEVELS
from sandtable.bots.policy import PolicyBot, imported
from sandtable.kernel.registry import games
from sandtable.kernel.state import State
from sandtable.kernel.words import LANGUAGES, catalogue
from sandtable.server.errors import Denied
from sandtable.server.models.basics import LONGEST_LEVEL

log = logging.getLogger("sandtable.bots")

STAND_IN = LEVELS[0].id
"""Plays for a person who is away, if nothing else was said."""
TRAINED = "policy:"
"""So begin the names of policies (``bots.spec``)."""
_trained: dict[str, str] = {}
"""Policies of this host, and the game each plays."""


def offer(texts: Iterable[str]) -> None:
    """Seats policies at tables, each given as ``policy:MODULE:NAME=GAME``; raises ``ValueError``."""
    for text in texts:
        spec, equals, game = text.rpartition("=")
        if not equals or not spec.startswith(TRAINED) or game not in games():
            raise ValueError(f"a trained policy is given as policy:MODULE:NAME=GAME with one of the games, not {text!r}.")
        if len(spec) > LONGEST_LEVEL:
            raise ValueError(f"{spec}: a policy's name has at most {LONGEST_LEVEL} letters.")
        bot = imported(spec.removeprefix(TRAINED))
        if isinstance(bot, PolicyBot) and not callable(bot.act):
            raise ValueError(f"{spec}: a policy is a function of observation and mask, or a model with `predict`, not {bot.act!r}.")
        _trained[spec] = game


def levels(game: str | None = None) -> list[str]:
    """Weakest first; at a table of a ``game`` the host's policies for it as well. Deals that are played by many know only the house's."""
    return ["random", *(level.id for level in LEVELS), *(spec for spec, of in _trained.items() if of == game)]


def everyone() -> list[str]:
    """The levels, and all policies of the host."""
    return [*levels(), *_trained]


@cache
def words(level: str) -> dict[str, dict[str, str]]:
    """Name and description in every language."""
    if level.startswith(TRAINED):
        own = {"name": imported(level.removeprefix(TRAINED)).name} if level in _trained else {}
        return {language: {**catalogue(language, "bots")["trained"], **own} for language in LANGUAGES}
    return {language: catalogue(language, "bots")[level] for language in LANGUAGES}


def check(level: str, game: str | None = None) -> None:
    if level not in levels(game):
        raise Denied("NO_BOT", f"one of: {', '.join(levels(game))}")


def beat(level: str, shortest: float) -> float:
    """A bot of this level answers at multiples of so many seconds: usually at the first, whatever it holds. ``shortest`` is far more than a
    level that counts its simulations takes; one that thinks by the clock has that much beyond its time."""
    if level == "random":  # it does not think
        return 0.0
    return shortest + next((known.milliseconds or 0.0 for known in LEVELS if known.id == level), 0.0) / 1000


@cache
def _missing(level: str) -> None:
    """Said once."""
    log.warning("no --trained %s here; %s decides in its place", level, STAND_IN)


def choose(level: str, state: State, seconds: float, seed: int | None = None) -> int:
    """The decision of a bot that sits in the seat to decide; with a ``seed`` always the same. Runs in a thread. A policy that is gone, or
    that fails, is replaced: the people at its table must not wait for ever."""
    if level.startswith(TRAINED):
        if _trained.get(level) != state.game.id:
            _missing(level)
            level = STAND_IN
        else:
            try:
                return bots.choose(level, state, seed=seed).id
            except Exception:
                log.exception("the policy %s failed; %s decides", level, STAND_IN)
                level = STAND_IN
    return bots.choose(level, state, milliseconds=1000 * seconds, seed=seed).id
