"""Reading positions: a reader goes through the nested object and knows its place, so what is wrong is refused with place and words.

A game's ``read_position`` opens the position with ``opened`` and asks for what must be there: ``p["seats"][1]["hand"].counts(GOODS)``.
What only the game can judge it refuses with ``need`` or ``fail``: a code, whose sentences stand in the section ``faults`` of the game's
words, and values that fill them. ``{place}`` is filled too.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from sandtable.kernel.refusals import BadOption, BadPosition, BadScript
from sandtable.kernel.words import LANGUAGES, catalogue, fill

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

MOST_ENTRIES = 1000


@dataclass(frozen=True, slots=True)
class Term:
    """A name, or several, that sentences say in their language: an entry of the game's ``terms``, or of a section of them."""

    name: str | Sequence[str]
    section: str = ""

    def said(self, terms: Mapping[str, Any]) -> str:
        known = terms[self.section] if self.section else terms
        return str(known[self.name]) if isinstance(self.name, str) else ", ".join(known[name] for name in self.name)


def fault(game: Game, code: str, place: str = "", key: str | None = None, /, **values: Any) -> BadPosition:
    """What is wrong with a position, in the words of the game or, for what every game asks, of the kernel."""
    words = {}
    for language in LANGUAGES:
        texts = game.words(language)
        sentence = texts.get("faults", {}).get(code) or catalogue(language, "kernel")["faults"][code]
        said = {name: value.said(texts.get("terms", {})) if isinstance(value, Term) else value for name, value in values.items()}
        words[language] = fill(sentence, language, place=place or "position", **said)
    plain = {name: value.name if isinstance(value, Term) else value for name, value in values.items()}
    return BadPosition(code, words, place, key, plain)


def opened(game: Game, position: Any) -> Reader:
    """A reader at the root of what should be a complete position of ``game``."""
    root = Reader(game, position).object()
    of = position.get("game", game.id)
    root.need(of == game.id, "OTHER_GAME", value=shown(of), game=game.name)
    root.need("viewer" not in position, "A_VIEW")
    return root


def read_options(root: Reader, s: Any, players: Any) -> None:
    """Writes number of players and options of the position into the record."""
    options = root["options"].object()
    try:
        complete = root.game.check_options(players, options.value)
    except BadOption as error:
        why = error.refusal
        told = {language: f"{sentence} {error.detail} [{why.code}, {why.rule}]" for language, sentence in why.words.items()}
        raise BadPosition(why.code, told, options.place, values={"detail": error.detail, "rule": why.rule}) from None
    s["players"] = players
    root.game.write_options(s, complete)


def shown(value: Any) -> str:
    """A wrong value in a sentence: short, however much it is."""
    return reprlib.repr(value)


@dataclass(slots=True)
class Reader:
    """One value of a position. ``key`` is the thing on the board that it belongs to; parts of the value have it from the whole.

    Nobody changes one; frozen, the hundreds that read a position would take three times as long to make."""

    game: Game
    value: Any
    place: str = ""
    key: str | None = None

    # ---- refusing -------------------------------------------------------------------------------------------------------------------

    def fail(self, code: str, key: str | None = None, /, **values: Any) -> NoReturn:
        raise fault(self.game, code, self.place, key or self.key, **values)

    def need(self, holds: Any, code: str, key: str | None = None, /, **values: Any) -> None:
        if not holds:
            self.fail(code, key, **values)

    def _want(self, holds: bool, code: str, **values: Any) -> None:
        if not holds:
            self.fail(code, value=shown(self.value), **values)

    # ---- going on -------------------------------------------------------------------------------------------------------------------

    def __getitem__(self, name: str | int) -> Reader:
        """A field of an object, or an entry of a list."""
        if isinstance(name, str) and name not in self.object().value:
            self.fail("MISSING", name=name)
        return Reader(self.game, self.value[name], f"{self.place}.{name}" if self.place else str(name), self.key)

    def on(self, key: str) -> Reader:
        """The same value, as part of this thing on the board."""
        return Reader(self.game, self.value, self.place, key)

    def object(self) -> Reader:
        if type(self.value) is not dict:  # nearly always it is one, and asking a dict whether it is a Mapping takes long
            self._want(isinstance(self.value, Mapping), "NOT_OBJECT")
        return self

    def fields(self, names: Sequence[str], optional: Sequence[str] = ()) -> Reader:
        """An object with exactly these fields."""
        value = self.object().value
        for name in names:
            if name not in value:
                self.fail("MISSING", name=name)
        for name in value:
            if name not in names and name not in optional:
                self.fail("UNKNOWN_FIELD", name=shown(name))
        return self

    def entries(self, most: int = MOST_ENTRIES, length: int | None = None) -> Iterator[Reader]:
        """The entries of a list."""
        self._want(isinstance(self.value, list | tuple), "NOT_LIST")
        n = len(self.value)
        self.need(length in (None, n), "LENGTH", length=length, n=n)
        self.need(n <= most, "TOO_MANY", most=most, n=n)
        return (self[i] for i in range(n))

    # ---- values ---------------------------------------------------------------------------------------------------------------------
    # ``null``: what a JSON null stands for, where one may be.

    def number(self, low: int, high: int, null: int | None = None) -> int:
        if self.value is None and null is not None:
            return null
        if type(self.value) is not int or not low <= self.value <= high:
            self.fail("NUMBER", value=shown(self.value), low=low, high=high)
        return self.value

    def truth(self) -> bool:
        self._want(isinstance(self.value, bool), "TRUTH")
        return bool(self.value)

    def index(self, names: Sequence[Any], null: int | None = None) -> int:
        """The place of a name in ``names``."""
        if self.value is None and null is not None:
            return null
        if not isinstance(self.value, str) or self.value not in names:
            self.fail("UNKNOWN_NAME", value=shown(self.value), names=", ".join(name for name in names if name))
        return names.index(self.value)

    def seat(self, players: int, null: int | None = None) -> int:
        if self.value is None and null is not None:
            return null
        self._want(type(self.value) is int and 0 <= self.value < players, "NO_SEAT", last=players - 1)
        return int(self.value)

    def counts(self, names: Sequence[str], most: int) -> list[int]:
        """How many there are of each of ``names``; all of them are given."""
        self.fields(names)
        return [self[name].number(0, most) for name in names]

    def indices(self, names: Sequence[str], most: int = MOST_ENTRIES) -> list[int]:
        """A list of names, as their places in ``names``."""
        return [entry.index(names) for entry in self.entries(most)]

    def seats(self, players: int, most: int, once: bool = False) -> list[int]:
        found = [entry.seat(players) for entry in self.entries(most)]
        self.need(not once or len(set(found)) == len(found), "SEAT_TWICE")
        return found

    def each_seat(self, players: int) -> Iterator[Reader]:
        """One entry for every player."""
        entries = list(self.entries())
        self.need(len(entries) == players, "SEATS", players=players, n=len(entries))
        return (entry.on(f"seat:{number}") for number, entry in enumerate(entries))


def script(chance: Sequence[Any], names: Mapping[str, int]) -> list[int]:
    """Scripted chance as the integers that rules read: numbers, and names in the words of the game, in reading order of nested lists."""
    found: list[int] = []
    for word in chance:
        if isinstance(word, list | tuple):
            found += script(word, names)
        elif isinstance(word, str) and word in names:
            found.append(names[word])
        elif isinstance(word, str | bool) or not hasattr(word, "__index__"):
            raise BadScript(f"Scripted chance does not fit: {word!r} is neither a number nor one of: {', '.join(names)}.")
        else:
            found.append(int(word))
    return found
