"""Names that are safe to show: no markup, no invisible or direction-changing characters, no towers of accents."""

from __future__ import annotations

import unicodedata

from sandtable.server.denied import Denied

LONGEST = 24
MARKS = 2
FORBIDDEN = frozenset('<>&"`{}\\|')
DROPPED_CATEGORIES = ("C", "Zl", "Zp")


def safe(name: str) -> str:
    """The name as it will be shown; raises ``Denied`` if nothing is left of it or too much."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", name[: 8 * LONGEST]):
        category = unicodedata.category(character)
        if character in FORBIDDEN or category.startswith(DROPPED_CATEGORIES):
            continue
        marks = marks + 1 if category.startswith("M") else 0
        if marks <= MARKS:
            kept.append(" " if category == "Zs" else character)
    shown = " ".join("".join(kept).split())
    if not shown or len(shown) > LONGEST or unicodedata.category(shown[0]).startswith("M"):
        raise Denied("BAD_NAME")
    return shown
