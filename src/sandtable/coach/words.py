"""What a whole turn does, in words: short for lists, in sentences for hints and puzzles.

Every game has a file ``coach/<game>_words.py`` with ``short`` and ``reasons``: both get a ``Turn`` (the turn played out on a copy) and the
``Words`` of one language, and return phrases or sentences. Words tell what was decided and what follows from it for certain; what dice and
piles bring is left out, so a proposed turn reads the same whatever lies hidden. For a seat's eyes give ``known(state, seat)``, not the
truth.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from sandtable.kernel import seeds
from sandtable.kernel.actions import Action
from sandtable.kernel.game import JSON
from sandtable.kernel.refusals import LANGUAGES, Refused, catalogue
from sandtable.kernel.state import State
from sandtable.search.knowledge import canonical

Says = dict[str, str]
"""A text by language."""


@dataclass(frozen=True)
class Turn:
    """Decisions of one seat, played out on a copy as far as they are legal there."""

    before: State
    sure: State
    """Before the first decision that uncovers something: so far nothing was left to chance."""
    done: State
    """After all decisions but a closing ``end_turn``."""
    seat: int
    actions: list[Action]
    events: list[JSON]
    """As the seat sees them."""

    def named(self, *names: str) -> list[JSON]:
        """The seat's own events of these names."""
        return [event for event in self.events if event["event"] in names and event.get("seat", self.seat) == self.seat]

    def kinds(self) -> set[str]:
        return {action.kind for action in self.actions}


class Words:
    """The words of one language: ``coach.json`` and the game's own terms."""

    def __init__(self, language: str, game: str, names: Sequence[str] | None = None) -> None:
        self.language = language
        self.game = game
        self.names = names
        self._texts = catalogue(language, "coach")
        self._terms = catalogue(language, game)["terms"]

    def __call__(self, key: str, **values: Any) -> str:
        """A text of the game's part of the catalogue (or of the part before a colon), filled in."""
        part, _, name = key.rpartition(":")
        return str(self._texts[part or self.game][name]).format(**values)

    def count(self, thing: str, n: int) -> str:
        """``1 elder``, ``2 elders``."""
        return str(self._texts["counts"][thing]["one" if n == 1 else "many"]).format(n=n)

    def term(self, *path: str) -> Any:
        """A word of the game's own catalogue."""
        found = self._terms
        for key in path:
            found = found[key]
        return found

    def seat(self, seat: int) -> str:
        return self.names[seat] if self.names else self("common:seat", n=seat + 1)

    def place(self, n: int) -> str:
        """``first``, ``second`` …"""
        return str(self._texts["places"][str(n)])

    def number(self, value: float) -> str:
        """A whole number, or with one decimal."""
        text = f"{value:.1f}".removesuffix(".0")
        return text.replace(".", ",") if self.language == "de" else text

    def percent(self, chance: float) -> str:
        """``76 %``; never 0 or 100 for what is merely unlikely or likely."""
        return self("common:percent", n=round(100 * chance) if 0.005 < chance < 0.995 or chance in (0, 1) else 1 if chance < 0.5 else 99)

    def join(self, parts: Sequence[str]) -> str:
        """``a, b and c``"""
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {self('common:and')} {parts[-1]}"


@cache
def speech(game: str) -> ModuleType:
    """The file of a game's words."""
    return import_module(f"sandtable.coach.{game.replace('-', '_')}_words")


def known(state: State, seat: int) -> State:
    """The world that stands for all worlds the seat cannot tell apart, as a state without a past: nothing hidden is in it."""
    return State(state.game, canonical(state.game, state.record, seat), bytes(seeds.BYTES))


def played(state: State, decisions: Iterable[Any]) -> Turn:
    """Plays decisions (ids, texts or actions) of the seat to decide on a copy, up to the first that is not legal there or not its own."""
    seat = state.seat
    if seat is None:
        raise ValueError("The game is over: there is no turn to tell.")
    after, done, sure, actions = state.copy(), state, None, []
    for decision in decisions:
        if after.seat != seat:
            break
        before = after.copy()
        try:
            after.play(decision)
        except Refused:
            break
        move = after.moves[-1]
        actions.append(move.action)
        if move.reveals and sure is None:
            sure = before
        done = before if move.action.kind == "end_turn" else after.copy()
    return Turn(state, sure or done, done, seat, actions, after.events(state.event_count, seat))


def turn_words(state: State, decisions: Iterable[Any], names: Sequence[str] | None = None) -> Says:
    """What the turn does, short: ``2 elders, camel on f3``. ``names``: of the seats."""
    turn = played(state, decisions)
    return {language: _short(turn, Words(language, state.game.id, names)) for language in LANGUAGES}


def _short(turn: Turn, words: Words) -> str:
    return ", ".join(speech(words.game).short(turn, words)) or words("common:nothing")


def turn_reasons(state: State, decisions: Iterable[Any], names: Sequence[str] | None = None, most: int = 3) -> Says:
    """Why the turn may be good: facts in sentences, the weightiest first; empty where nothing can be named."""
    turn = played(state, decisions)
    return {language: " ".join(sentences(turn, Words(language, state.game.id, names), most)) for language in LANGUAGES}


def sentences(turn: Turn, words: Words, most: int) -> list[str]:
    """The reasons of a turn, each once."""
    told = dict.fromkeys(text[0].upper() + text[1:] for text in speech(words.game).reasons(turn, words))
    return list(told)[:most]
