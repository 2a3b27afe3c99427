"""Naming a bot in one word, as on the command line.

=====================================  ==========================================================================
``random``, ``greedy``                 as they are
``classic4``, ``classic5``             the levels that ask a network, without it
``level1`` … ``level5``                the levels; ``level5@100ms`` or ``level5@500`` (simulations) bounds one otherwise;
                                       ``level5@100cpu``: 100 ms of the processor, whatever else the machine does
``uct@100ms``                          plain UCT with random playouts
``search@100ms:explore=0.5+turns=4``   the search with changed knobs, for experiments; ``weights=FILE`` gives it a network
``policy:package.module:name``           a trained policy (see ``bots.policy``)
``program:./mybot --fast``             a program that speaks the bot protocol; ``program@200ms:…`` tells it its time
=====================================  ==========================================================================
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from pathlib import Path

from sandtable.bots.base import Bot
from sandtable.bots.levels import LEARNED, LEVELS
from sandtable.bots.policy import imported
from sandtable.bots.program import ProgramBot
from sandtable.bots.searching import PLAIN, SearchBot
from sandtable.bots.simple import GreedyBot, RandomBot
from sandtable.search import Limits
from sandtable.search.heuristics import knobs
from sandtable.search.weights import SHARES, from_file

FORM = re.compile(r"(?P<kind>[a-z]+)(?P<level>\d)?(@(?P<bound>\d+)(?P<unit>ms|cpu)?)?(x(?P<threads>\d+))?(:(?P<rest>.+))?", re.DOTALL)
DEFAULT = Limits(milliseconds=100)
KNOWN = (
    "random, greedy, level1 to level5, classic4, classic5, uct, search, policy:MODULE:NAME, program:COMMAND; "
    "with @100ms, @100cpu (milliseconds of the processor) or @500 (simulations) where it thinks"
)


class BadBot(ValueError):
    """There is no such bot; the message says what there is."""


@dataclass(frozen=True)
class Seat:
    """A bot by name: makes a fresh one for every game."""

    spec: str
    make: Callable[[str], Bot]
    """From the id of the game."""


def seat_named(spec: str) -> Seat:
    """Understands a bot's name; raises ``BadBot``."""
    match = FORM.fullmatch(spec.strip())
    if match is None:
        raise BadBot(f"{spec!r} is not a bot; there are: {KNOWN}.")
    kind, rest = match["kind"], match["rest"]
    try:
        limits = _limits(match)
    except ValueError as error:
        raise BadBot(f"{spec!r}: {error}") from None
    if kind == "program" and rest:
        command = shlex.split(rest)
        bound = limits or DEFAULT
        return Seat(spec, lambda game: ProgramBot(command, bound.milliseconds or DEFAULT.milliseconds or 100.0))
    if kind == "policy" and rest and limits is None:
        try:
            bot = imported(rest)
        except ValueError as error:
            raise BadBot(f"{spec!r}: {error}") from None
        return Seat(spec, lambda game: copy(bot))
    if kind == "level" and match["level"] and 1 <= int(match["level"]) <= len(LEVELS) and rest is None:
        level = LEVELS[int(match["level"]) - 1]
        return Seat(spec, lambda game: level.bot(game, limits))
    if kind == "classic" and match["level"] and LEARNED <= int(match["level"]) <= len(LEVELS) and rest is None:
        level = LEVELS[int(match["level"]) - 1]
        return Seat(spec, lambda game: level.bot(game, limits, classic=True))
    if match["level"] is None:
        if kind in ("random", "greedy") and limits is None and rest is None:
            return Seat(spec, lambda game: RandomBot() if kind == "random" else GreedyBot())
        if kind in ("uct", "search"):
            weights, numbers = _changes(spec, rest)
            changes = {**(PLAIN if kind == "uct" else {}), **numbers}
            if weights is None and (alone := [name for name in SHARES if name in numbers]):
                raise BadBot(f"{spec!r}: {alone[0]} says how much a network is asked; name one with weights=FILE.")

            def make(game: str) -> Bot:
                try:
                    knobs(game, {name: value for name, value in changes.items() if name not in SHARES})
                    learned = from_file(game, weights) if weights else None
                except (ValueError, OSError) as error:
                    raise BadBot(f"{spec!r}: {error}") from None
                return SearchBot(spec, limits or DEFAULT, changes, weights=learned)

            return Seat(spec, make)
    raise BadBot(f"{spec!r} is not a bot; there are: {KNOWN}.")


def _limits(match: re.Match[str]) -> Limits | None:
    if match["bound"] is None:
        if match["threads"]:
            raise ValueError("threads are given after a bound, as in level5@100msx2.")
        return None
    bound, threads = int(match["bound"]), int(match["threads"] or 1)
    if match["unit"] is None:
        return Limits(simulations=bound, threads=threads)
    return Limits(milliseconds=float(bound), threads=threads, clock="processor" if match["unit"] == "cpu" else "wall")


def _changes(spec: str, rest: str | None) -> tuple[Path | None, dict[str, float]]:
    changes: dict[str, float] = {}
    weights = None
    for item in rest.split("+") if rest else ():
        name, _equals, value = item.partition("=")
        if name == "weights" and value:
            weights = Path(value)
            continue
        try:
            changes[name] = float(value)
        except ValueError:
            raise BadBot(f"{spec!r}: a knob looks like explore=0.5, not {item!r}.") from None
    return weights, changes
