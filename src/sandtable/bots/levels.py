"""The five levels people play against.

Levels 1 to 4 are bounded by simulations, so they are equally strong on every machine; level 5 thinks for a second. The numbers were chosen
with the arena (``docs/4-bots.md``): every level wins at least 65 % against the one below.
"""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.bots.searching import SearchBot
from sandtable.kernel.registry import load
from sandtable.kernel.words import LANGUAGES
from sandtable.search import Limits


@dataclass(frozen=True)
class Level:
    """How strong a level is in a game is the game's to say (``Game.levels``); level 5 is bounded by time instead."""

    number: int
    names: dict[str, str]
    words: dict[str, str]
    milliseconds: float | None = None

    @property
    def id(self) -> str:
        return f"level{self.number}"

    def bot(self, game: str, limits: Limits | None = None) -> SearchBot:
        """This level for a game, with its own limits or others."""
        simulations, looseness = (None, 0.0) if self.milliseconds is not None else load(game).levels[self.number - 1]
        return SearchBot(self.id, limits or Limits(milliseconds=self.milliseconds, simulations=simulations), looseness=looseness)


def _level(number: int, en: str, de: str, en_words: str, de_words: str, milliseconds: float | None = None) -> Level:
    names, words = (dict(zip(LANGUAGES, pair, strict=True)) for pair in ((en, de), (en_words, de_words)))
    return Level(number, names, words, milliseconds)


LEVELS = (
    _level(1, "Traveller", "Reisende", "is seeing the desert for the first time", "sieht die Wüste zum ersten Mal"),
    _level(2, "Trader", "Händlerin", "knows the goods, not yet the ways", "kennt die Waren, noch nicht die Wege"),
    _level(3, "Guide", "Kundschafterin", "knows the ways and the wells", "kennt die Wege und die Brunnen"),
    _level(4, "Caravan leader", "Karawanenführerin", "has crossed the desert many times", "hat die Wüste oft durchquert"),
    _level(5, "Amenokal", "Amenokal", "thinks of everything, for up to a second", "denkt an alles, bis zu einer Sekunde lang", 1000.0),
)
