"""Options of a new game, in the record and as words (section F, TG-8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sandtable.kernel.game import JSON, Option
from sandtable.kernel.refusals import BadOption

from .components import FATES, FIRST_GIFT, LAST_GIFT, PRESETS

if TYPE_CHECKING:
    from . import Targui

SWITCHES = ("stacking", "split_purchase", "camel_limit", "money_limit", "conquest_only")

# The fates come last: a name or value that does not exist is refused before what is wrong with a list of fates.
OPTIONS = (
    Option("stacking", (True, False), "TG-R5"),
    Option("split_purchase", (False, True), "TG-R16"),
    Option("camel_limit", (True, False), "TG-R18"),
    Option("money_limit", (False, True), "TG-R19"),
    Option("conquest_only", (False, True), "TG-R43"),
    Option("fates", tuple(PRESETS), "TG-8.4"),
)


def gifts(players: int) -> set[int]:
    """The gift cards of the tribes in play (TG-8.3, TG-R42)."""
    return set(range(FIRST_GIFT + 4 - players, LAST_GIFT + 1))


def absent_gifts(players: int) -> set[int]:
    """The gift cards of tribes that do not play (TG-7.1.3, TG-7.2.3)."""
    return set(range(FIRST_GIFT, LAST_GIFT + 1)) - gifts(players)


def check(game: Targui, option: Option, value: Any, players: int) -> Any:
    """The value in its canonical form: a truth value, or the fates as an ascending list."""
    if option.name != "fates":
        if isinstance(value, bool):
            return value
        raise BadOption(game.refuse("UNKNOWN_OPTION", "8.4"), f"{option.name} is true or false, not {value!r}.")
    if isinstance(value, str) and value in PRESETS:
        return sorted(set(PRESETS[value]) - absent_gifts(players))
    if not isinstance(value, (list, tuple)):
        detail = f"fates is {', '.join(PRESETS)} or a list of numbers, not {value!r}."
        raise BadOption(game.refuse("UNKNOWN_OPTION", "8.4"), detail)
    return check_fates(game, list(value), players)


def check_fates(game: Targui, numbers: list[Any], players: int) -> list[int]:
    """A list of fate cards that may be played with (TG-7.1.3, TG-7.2.3, TG-8.1 to TG-8.3)."""
    if not all(type(n) is int and 1 <= n <= FATES for n in numbers) or len(set(numbers)) != len(numbers):
        raise BadOption(game.refuse("FATE_NUMBER", "8.1"), f"Got {numbers}.")
    absent = absent_gifts(players) & set(numbers)
    if absent:
        raise BadOption(game.refuse("FATE_ABSENT_TRIBE", "7.1.3" if players == 3 else "7.2.3"), f"Card {min(absent)} is in the list.")
    if 1 not in numbers:
        raise BadOption(game.refuse("FATE_ONE_REQUIRED", "8.2"), f"Got {numbers}.")
    missing = gifts(players) - set(numbers)
    if missing and missing != gifts(players):
        raise BadOption(game.refuse("FATE_BLOCK", "8.3"), f"Card {min(missing)} is missing.")
    return sorted(numbers)


def write(s: Any, options: Mapping[str, Any]) -> None:
    for name in SWITCHES:
        s[name] = int(options[name])
    s["fates"] = sum(1 << number for number in options["fates"])


def fates(s: Any) -> list[int]:
    bits = int(s["fates"])
    return [number for number in range(1, FATES + 1) if bits >> number & 1]


def read(s: Any) -> JSON:
    return {**{option.name: bool(s[option.name]) for option in OPTIONS[:-1]}, "fates": fates(s)}
