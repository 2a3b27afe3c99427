"""Refusals: why something cannot be played, with a stable code, the rule and words in every language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Refusal:
    """``code`` and ``rule`` are stable; ``words`` maps a language to one helpful sentence."""

    code: str
    rule: str
    words: Mapping[str, str]

    def __str__(self) -> str:
        return f"{self.words['en']} [{self.code}, {self.rule}]"

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "rule": self.rule, "words": dict(self.words)}


class Refused(ValueError):
    """Raised by ``State.play`` for a decision that is not legal; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.refusal,)


class BadInput(ValueError):
    """An argument or a file that cannot be used; the message says what to do."""


class BadOption(ValueError):
    """A new game cannot be set up like this."""

    def __init__(self, refusal: Refusal, detail: str) -> None:
        super().__init__(f"{refusal.words['en']} {detail} [{refusal.code}, {refusal.rule}]")
        self.refusal = refusal
        self.detail = detail

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.refusal, self.detail)


class BadPosition(ValueError):
    """A position that cannot exist. ``place`` is the path to the fault (``seats.1.hand.gold``; empty: the whole), ``key`` the thing on
    the board (its ``data-key``), ``values`` fill the sentences. ``str`` is the English sentence."""

    def __init__(
        self, code: str, words: Mapping[str, str], place: str = "", key: str | None = None, values: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(words["en"])
        self.code, self.words, self.place, self.key, self.values = code, words, place, key, dict(values or {})

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, dict(self.words), self.place, self.key, self.values)

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "place": self.place, "key": self.key, "values": self.values, "words": dict(self.words)}


class BadScript(ValueError):
    """Scripted chance that does not fit the decision; the message says what was expected."""
