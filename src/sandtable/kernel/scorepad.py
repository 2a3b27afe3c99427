"""The score pad: the end of a game played with the box, entered by hand and added up line by line.

A game that has one offers it as ``PAD`` in its ``scorepad.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sandtable.kernel.game import JSON, Number

Seat = dict[str, Any]
Terms = Sequence[tuple[int, int]]
"""What counts: how many, and what each is worth."""


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that is entered: a number up to ``most``, or (with ``values``) a set of names of which each exists ``once``."""

    key: str
    most: int = 0
    group: str = ""
    values: tuple[str, ...] = ()

    def to_json(self) -> JSON:
        return {"key": self.key, "most": self.most, "group": self.group, "values": list(self.values)}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the scoring: points of every seat, the rule they follow, and their sums (``9 + 1 × 10``; empty if as entered)."""

    key: str
    rule: str
    values: list[int]
    sums: list[str]

    @classmethod
    def of(cls, key: str, rule: str, seats: Sequence[Terms]) -> Line:
        """From what counts for every seat."""
        return cls(key, rule, [sum(n * worth for n, worth in terms) for terms in seats], [_written(terms) for terms in seats])


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole scoring."""

    lines: list[Line]
    scores: list[int]
    winners: list[int]

    def to_json(self) -> JSON:
        lines = [{"key": line.key, "rule": line.rule, "values": line.values, "sums": line.sums} for line in self.lines]
        return {"lines": lines, "scores": self.scores, "winners": self.winners}


def _written(terms: Terms) -> str:
    parts = [(n, worth) for n, worth in terms if n and worth]
    if len(parts) < 2 and all(1 in part for part in parts):
        return ""
    text = " + ".join(str(n * worth) if 1 in (n, worth) or worth < 0 else f"{n} × {worth}" for n, worth in parts)
    return text.replace("+ -", "− ")


class BadEntry(ValueError):
    """Something that cannot have been entered from a real game; the message says what."""


@dataclass(frozen=True, slots=True)
class ScorePad:
    """``fields``: what is asked of every seat. ``values``: numbers of the box that hold for all seats, where boxes may be printed
    differently. ``sheet``: the lines of the scoring, from complete entries of the seats and complete values."""

    fields: Sequence[Field]
    sheet: Callable[[list[Seat], Mapping[str, int]], Sheet]
    values: Sequence[Number] = ()

    def add_up(self, seats: Sequence[Mapping[str, Any]], values: Mapping[str, Any]) -> Sheet:
        """The scoring of what was entered; raises ``BadEntry``."""
        known = {one.key: one for one in self.values}
        for key, value in values.items():
            if key not in known:
                raise BadEntry(f"There is no {key!r}.")
            if isinstance(value, bool) or not isinstance(value, int) or not known[key].least <= value <= known[key].most:
                raise BadEntry(f"{key}: a whole number from {known[key].least} to {known[key].most}, not {value!r}.")
        return self.sheet(checked(self.fields, seats), {one.key: int(values.get(one.key, one.default)) for one in self.values})


def checked(fields: Sequence[Field], seats: Sequence[Mapping[str, Any]]) -> list[Seat]:
    """Complete entries of every seat, missing ones as 0; raises ``BadEntry``."""
    known = {field.key: field for field in fields}
    complete: list[Seat] = []
    for number, entered in enumerate(seats, 1):
        for key in entered:
            if key not in known:
                raise BadEntry(f"Seat {number}: there is no {key!r}.")
        seat: Seat = {}
        for field in fields:
            value = entered.get(field.key, [] if field.values else 0)
            seat[field.key] = _names(field, value, number) if field.values else _number(field, value, number)
        complete.append(seat)
    for field in fields:
        taken = [name for seat in complete for name in seat[field.key]] if field.values else []
        if len(set(taken)) < len(taken):
            raise BadEntry(f"{field.key}: each exists only once.")
    return complete


def _number(field: Field, value: Any, number: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= field.most:
        raise BadEntry(f"Seat {number}, {field.key}: a whole number from 0 to {field.most}, not {value!r}.")
    return value


def _names(field: Field, value: Any, number: int) -> list[str]:
    if not isinstance(value, list) or any(name not in field.values for name in value):
        raise BadEntry(f"Seat {number}, {field.key}: a list out of {', '.join(field.values)}, not {value!r}.")
    return list(value)


def leaders(marks: Sequence[tuple[int, ...]]) -> list[int]:
    """The seats with the highest marks, compared entry by entry."""
    best = max(marks)
    return [seat for seat, mark in enumerate(marks) if mark == best]
