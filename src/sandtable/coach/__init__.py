"""The coach: chances to win, best turns, game reports, hints and puzzles. Everything is loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandtable.coach.five_tribes import whole_turns
    from sandtable.coach.words import turn_words

WHERE = {
    "turn_words": "words",
    "whole_turns": "five_tribes",
}
"""Public name -> its module. A module must not have the name of something exported: importing it would replace that."""

__all__ = ["turn_words", "whole_turns"]


def __getattr__(name: str) -> Any:
    if name not in WHERE:
        raise AttributeError(f"sandtable.coach has no {name!r}")
    return getattr(import_module(f"sandtable.coach.{WHERE[name]}"), name)
