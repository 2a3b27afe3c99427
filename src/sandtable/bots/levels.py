"""The five levels people play against.

Levels 1 to 4 are bounded by simulations, so they are equally strong on every machine; level 5 thinks for a second. The numbers were chosen
with the arena (``docs/4-bots.md``): every level wins at least 65 % against the one below.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from sandtable.bots.searching import SearchBot
from sandtable.kernel.refusals import LANGUAGES
from sandtable.search import Limits


@dataclass(frozen=True)
class Level:
    """``looseness`` and ``simulations`` by game; level 5 is bounded by time instead."""

    number: int
    names: dict[str, str]
    words: dict[str, str]
    simulations: dict[str, int]
    looseness: dict[str, float]
    milliseconds: float | None = None

    @property
    def id(self) -> str:
        return f"level{self.number}"

    def bot(self, game: str, limits: Limits | None = None) -> SearchBot:
        """This level for a game, with its own limits or others."""
        if limits is None:
            if self.milliseconds is not None:
                limits = Limits(milliseconds=self.milliseconds)
            else:
                limits = Limits(simulations=self.simulations[game])
        return SearchBot(self.id, limits, looseness=self.looseness.get(game, 0.0))


def _level(number: int, en: str, de: str, en_words: str, de_words: str, **by_game: tuple[int, float]) -> Level:
    games = {name.replace("_", "-"): value for name, value in by_game.items()}
    return Level(
        number,
        dict(zip(LANGUAGES, (en, de), strict=True)),
        dict(zip(LANGUAGES, (en_words, de_words), strict=True)),
        {game: simulations for game, (simulations, _) in games.items()},
        {game: looseness for game, (_, looseness) in games.items() if looseness},
    )


LEVELS = (
    _level(1, "Traveller", "Reisende", "is seeing the desert for the first time", "sieht die Wüste zum ersten Mal",
           five_tribes=(3, 0.15), targui=(3, 0.15), tuareg=(3, 0.15)),
    _level(2, "Trader", "Händlerin", "knows the goods, not yet the ways", "kennt die Waren, noch nicht die Wege",
           five_tribes=(12, 0.0), targui=(12, 0.0), tuareg=(12, 0.0)),
    _level(3, "Guide", "Führer", "knows the ways and the wells", "kennt die Wege und die Brunnen",
           five_tribes=(40, 0.0), targui=(40, 0.0), tuareg=(40, 0.0)),
    _level(4, "Caravan leader", "Karawanenführerin", "has crossed the desert many times", "hat die Wüste oft durchquert",
           five_tribes=(160, 0.0), targui=(160, 0.0), tuareg=(160, 0.0)),
    replace(
        _level(5, "Amenokal", "Amenokal", "thinks of everything, for up to a second", "denkt an alles, bis zu einer Sekunde lang"),
        milliseconds=1000.0,
    ),
)  # fmt: skip
