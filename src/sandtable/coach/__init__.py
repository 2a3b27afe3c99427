"""The coach: chances to win, best turns, game reports, hints and puzzles. Everything is loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import sandtable.coach.puzzles as puzzles  # noqa: PLR0402
    from sandtable.coach.analysis import Analysis, analyse
    from sandtable.coach.hints import hint, hint_steps
    from sandtable.coach.reporting import report, report_steps
    from sandtable.coach.results import Report
    from sandtable.coach.turns import turn_key, whole_turns
    from sandtable.coach.words import turn_words

WHERE = {
    "Analysis": "analysis",
    "Report": "results",
    "analyse": "analysis",
    "hint": "hints",
    "hint_steps": "hints",
    "report": "reporting",
    "report_steps": "reporting",
    "turn_key": "turns",
    "turn_words": "words",
    "whole_turns": "turns",
}
"""Public name -> its module. A module must not have the name of something exported: importing it would replace that."""
MODULES = ("puzzles",)

__all__ = [
    "Analysis",
    "Report",
    "analyse",
    "hint",
    "hint_steps",
    "puzzles",
    "report",
    "report_steps",
    "turn_key",
    "turn_words",
    "whole_turns",
]


def __getattr__(name: str) -> Any:
    if name in MODULES:
        return import_module(f"sandtable.coach.{name}")
    if name not in WHERE:
        raise AttributeError(f"sandtable.coach has no {name!r}")
    return getattr(import_module(f"sandtable.coach.{WHERE[name]}"), name)
