"""Decisions: a dense id, a kind, named arguments, and a short text that parses back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType
from typing import Any

Value = int | str
WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,17})")


@dataclass(frozen=True, slots=True)
class Action:
    """One decision of a game's vocabulary. Works wherever an id is expected (``int(action)``, array indices)."""

    id: int
    kind: str
    args: Mapping[str, Value]
    text: str

    def __index__(self) -> int:
        return self.id

    def __int__(self) -> int:
        return self.id

    def __hash__(self) -> int:
        return self.id

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and (other.id, other.text) == (self.id, self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text} #{self.id}>"

    def __deepcopy__(self, memo: dict[int, Any]) -> Action:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _action, (self.id, self.kind, dict(self.args), self.text)


def _action(number: int, kind: str, args: dict[str, Value], text: str) -> Action:
    return Action(number, kind, MappingProxyType(args), text)


@dataclass(frozen=True, slots=True)
class Attempt:
    """What somebody tried: a decision of the vocabulary, or a gesture that only a refusal can answer (``action`` is None)."""

    kind: str
    values: tuple[Value, ...]
    args: Mapping[str, Value]
    action: Action | None

    @property
    def text(self) -> str:
        return " ".join([self.kind, *map(str, self.values)])


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of decision: the names of its arguments and, in id order, the combinations of values that exist."""

    name: str
    names: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]


def kind(name: str, **domains: Iterable[Value]) -> Kind:
    """A kind whose arguments combine freely; the first argument changes slowest."""
    return Kind(name, tuple(domains), tuple(product(*domains.values())))


def irregular(name: str, names: Iterable[str], rows: Iterable[tuple[Value, ...]]) -> Kind:
    """A kind whose combinations are listed one by one."""
    return Kind(name, tuple(names), tuple(rows))


class Vocabulary:
    """All decisions of a game: ``vocabulary[id]``, ``len``, iteration, ``attempt`` for anything a person or program may send."""

    def __init__(self, kinds: Iterable[Kind]) -> None:
        self.kinds = tuple(kinds)
        self.actions: list[Action] = []
        self._by_text: dict[str, Attempt] = {}
        self._names = {k.name: k.names for k in self.kinds}
        self.first: dict[str, int] = {}
        for k in self.kinds:
            self.first[k.name] = len(self.actions)
            for row in k.rows:
                text = " ".join([k.name, *map(str, row)])
                action = Action(len(self.actions), k.name, MappingProxyType(dict(zip(k.names, row, strict=True))), text)
                self.actions.append(action)
                self._by_text[text] = Attempt(k.name, tuple(row), action.args, action)

    def __len__(self) -> int:
        return len(self.actions)

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    def __getitem__(self, number: int) -> Action:
        return self.actions[number]

    def attempt(self, what: Any, args: Mapping[str, Any] | None = None) -> Attempt:
        """Understands an action, an id, a text, or a kind with named arguments. What it cannot place gets ``action=None``."""
        if isinstance(what, Action):
            what = what.text
        elif hasattr(what, "__index__") and not isinstance(what, bool):
            number = what.__index__()
            if not 0 <= number < len(self.actions):
                return Attempt(str(number), (), {}, None)
            what = self.actions[number].text
        if not args and (known := self._by_text.get(str(what))) is not None:
            return known
        words = str(what).split()
        name, values = (words[0], words[1:]) if words else ("", [])
        if args:
            names = self._names.get(name, tuple(args))
            if values or set(names) != set(args):
                return Attempt(name, tuple(map(str, args.values())), {}, None)
            values = [str(args[n]) for n in names]
        if (known := self._by_text.get(" ".join([name, *values]))) is not None:
            return known
        parsed: tuple[Value, ...] = tuple(int(v) if WHOLE.fullmatch(v) else v for v in values)
        names = self._names.get(name, ())
        named = dict(zip(names, parsed, strict=True)) if len(names) == len(parsed) else {}
        return Attempt(name, parsed, named, None)
