"""The five levels people play against.

Levels 1 to 4 are bounded by simulations, so they are equally strong on every machine; level 5 thinks for a second. The numbers were chosen
with the arena (``docs/4-bots.md``): every level wins at least 65 % against the one below.
"""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.bots.searching import SearchBot
from sandtable.kernel.registry import load
from sandtable.kernel.words import LANGUAGES, catalogue
from sandtable.search import Limits
from sandtable.search.weights import shipped

LEARNED = 4
"""From this level on, a game's network is asked; those below stay as people are: plausible mistakes of hand-written thoughts."""


@dataclass(frozen=True)
class Level:
    """How strong a level is in a game is the game's to say (``Game.levels``); level 5 is bounded by time instead."""

    number: int
    milliseconds: float | None = None

    @property
    def id(self) -> str:
        return f"level{self.number}"

    @property
    def names(self) -> dict[str, str]:
        """What it is called, in every language."""
        return {language: catalogue(language, "bots")[self.id]["name"] for language in LANGUAGES}

    def bot(self, game: str, limits: Limits | None = None, classic: bool = False) -> SearchBot:
        """This level for a game, with its own limits or others; ``classic``: without a network, where the game brings one."""
        simulations, looseness = (None, 0.0) if self.milliseconds is not None else load(game).levels[self.number - 1]
        weights = shipped(game) if self.number >= LEARNED and not classic else None
        bound = limits or Limits(milliseconds=self.milliseconds, simulations=simulations)
        return SearchBot(f"classic{self.number}" if classic else self.id, bound, looseness=looseness, weights=weights)


LEVELS = (Level(1), Level(2), Level(3), Level(4), Level(5, 1000.0))
