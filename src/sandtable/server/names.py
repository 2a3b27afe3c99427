"""Texts of people that are safe to show: no markup, no invisible or direction-changing characters, no towers of accents."""

from __future__ import annotations

import unicodedata

from sandtable.server.errors import Denied

LONGEST = 24
MARKS = 2
FORBIDDEN = frozenset('<>&"`{}\\|')
DROPPED_CATEGORIES = ("C", "Zl", "Zp")


def safe(name: str) -> str:
    """The name as it will be shown; raises ``Denied`` if nothing is left of it or too much."""
    shown = _shown(name[: 8 * LONGEST], FORBIDDEN)
    if not shown or len(shown) > LONGEST or unicodedata.category(shown[0]).startswith("M"):
        raise Denied("BAD_NAME")
    return shown


def line(title: str, longest: int) -> str:
    """A title as it will be shown, cut to its length; ``Denied`` if nothing is left of it."""
    shown = _shown(title, frozenset("<>"))[:longest].strip()
    if not shown:
        raise Denied("BAD_REQUEST", "title: nothing of it can be shown")
    return shown


def text(note: str) -> str:
    """A note of several lines."""
    return "\n".join(_shown(part, frozenset("<>")) for part in note.replace("\r\n", "\n").split("\n")).strip()


def _shown(given: str, forbidden: frozenset[str]) -> str:
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", given):
        category = unicodedata.category(character)
        if character in forbidden or category.startswith(DROPPED_CATEGORIES):
            continue
        marks = marks + 1 if category.startswith("M") else 0
        if marks <= MARKS:
            kept.append(" " if category == "Zs" else character)
    return " ".join("".join(kept).split())
