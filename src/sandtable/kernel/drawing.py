"""A view as plain text, for games that draw nothing of their own: its names and values, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from rich.markup import escape

WIDTH = 96


def plain(view: Mapping[str, Any]) -> str:
    """With rich markup; what lies deeper is set in."""
    return "\n".join(_lines(view, 0))


def _lines(value: Any, depth: int) -> Iterator[str]:
    named = value.items() if isinstance(value, Mapping) else enumerate(value)
    for name, part in named:
        head = f"{' ' * depth}[bold]{escape(str(name))}[/]"
        if _is_deep(part):
            yield head
            yield from _lines(part, depth + 2)
        else:
            first, *more = wrap(_short(part), WIDTH - depth - 24) or [""]
            yield f"{head} {escape(first)}"
            yield from (f"{' ' * (depth + 2)}{escape(line)}" for line in more)


def _is_deep(value: Any) -> bool:
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return any(isinstance(part, list | Mapping) for part in parts)


def _short(value: Any) -> str:
    if isinstance(value, Mapping):
        return " · ".join(f"{name} {_short(part)}" for name, part in value.items())
    if isinstance(value, list):
        return " ".join(map(_short, value))
    return "–" if value is None else str(value)
