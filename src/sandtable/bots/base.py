"""The base class of all bots."""

from __future__ import annotations

from abc import ABC, abstractmethod

from sandtable.kernel.game import JSON, Game
from sandtable.search import Knowledge, SearchResult
from sandtable.search.search import Progress


class Forfeit(Exception):
    """A bot lost by its behaviour: it crashed, stayed silent or decided something impossible. The message says which."""


class Bot(ABC):
    """Takes one seat. Override ``decide``; it must name one of ``knowledge.legal`` by id, text or action.

    A bot never sees a state: ``knowledge.view`` is what a player would see, ``knowledge.world`` one world that fits it."""

    name: str = "bot"
    lasting: bool = False
    """Whether it may play the next game of the arena too, instead of a fresh one: worth it for what is slow to start."""
    version: str | None = None
    """Of what it has learned; the results of another version are not counted together with this one's."""
    searched: SearchResult | None = None
    """What a searching bot thought about its last decision."""

    def start(self, game: Game, players: int, seat: int, seed: int) -> None:  # noqa: B027 (nothing to do is fine)
        """A new game begins. ``seed``: all chance a bot wants to use should come from it, so that games can be repeated."""

    @abstractmethod
    def decide(self, knowledge: Knowledge, progress: Progress | None = None) -> object:
        """The decision: an id, a text or an action of ``knowledge.legal``."""

    def over(self, result: JSON) -> None:  # noqa: B027
        """The game has ended with these scores and winners."""

    def close(self) -> None:  # noqa: B027
        """The bot is not needed any more."""
