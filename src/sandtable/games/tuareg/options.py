"""Options of a new game, in the record and as words (TU-1.4, TU-2.5, TU-8.5, TU-12.2, TU-13.13)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.kernel.game import JSON, Number, Option

from . import values
from .components import PRESETS

NUMBERS = tuple(Number(key, n, *values.limits(key)) for key, n in values.usual(PRESETS[0]).items())
GOODS_VALUES = Option("goods", PRESETS, "TU-1.4", NUMBERS)
CHOICES = (
    Option("overpay", ("strict", "free"), "TU-8.5"),
    Option("discard", ("out", "in"), "TU-13.13"),
    Option("used_maps", ("out", "back"), "TU-12.2"),
)
START = Option("start", ("random", 0, 1), "TU-2.5")  # any seat; these exist with every number of players
OPTIONS = (GOODS_VALUES, *CHOICES, START)
FIELD_OF = {"overpay": "overpay", "discard": "discard_in", "used_maps": "maps_back"}


def check_start(value: Any, players: int) -> Any:
    """``random`` or any seat."""
    if value == "random" or (type(value) is int and 0 <= value < players):
        return value
    raise ValueError(f"start is random or a seat from 0 to {players - 1}.")


def write(s: Any, options: Mapping[str, Any]) -> None:
    for option in CHOICES:
        s[FIELD_OF[option.name]] = option.values.index(options[option.name])
    values.write(s, options["goods"])
    s["start_option"] = -1 if options["start"] == "random" else options["start"]


def read(numbers: tuple[int, ...], cards: tuple[int, ...]) -> JSON:
    """The options that a record holds: from its field ``goods``, those of the choices, ``start_option``, and the cards of every good."""
    goods, *choices, start = numbers
    found = {option.name: option.values[bits & 1] for option, bits in zip(CHOICES, choices, strict=True)}
    return {"goods": values.read(goods, tuple(choices), cards), **found, "start": "random" if start < 0 else start}
