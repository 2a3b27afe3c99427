"""Options of a new game, in the record and as words (FT-0.1.5, section (e))."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.kernel.game import JSON, Option

OPTIONS = (
    Option("edition", ("fakirs", "slaves"), "FT-0.1.5"),
    Option("djinn_limit", ("round", "turn"), "FT-R08"),
    Option("neighbours", ("eight", "orthogonal"), "FT-R13"),
    Option("redirect", ("any", "tile_action"), "FT-R47"),
    Option("hands", ("closed", "open"), "FT-R32"),
)
FIELD_OF = {
    "edition": "slaves",
    "djinn_limit": "turn_limit",
    "neighbours": "orthogonal",
    "redirect": "strict_redirect",
    "hands": "open_hands",
}
"""Where the record keeps an option: 0 for its default, else 1."""


def write(s: Any, options: Mapping[str, Any]) -> None:
    for option in OPTIONS:
        s[FIELD_OF[option.name]] = option.values.index(options[option.name])


def read(s: Any) -> JSON:
    return {option.name: option.values[int(s[FIELD_OF[option.name]])] for option in OPTIONS}
