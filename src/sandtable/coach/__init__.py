"""The coach: chances to win, best turns, game reports, hints and puzzles. Everything is loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandtable.coach.analysis import Analysis, analyse
    from sandtable.coach.reporting import Report, report, report_steps
    from sandtable.coach.turns import turn_key

WHERE = {
    "Analysis": "analysis",
    "analyse": "analysis",
    "Report": "reporting",
    "report": "reporting",
    "report_steps": "reporting",
    "turn_key": "turns",
}
"""Public name -> its module. A module must not have the name of something exported: importing it would replace that."""

__all__ = ["Analysis", "Report", "analyse", "report", "report_steps", "turn_key"]


def __getattr__(name: str) -> Any:
    if name not in WHERE:
        raise AttributeError(f"sandtable.coach has no {name!r}")
    return getattr(import_module(f"sandtable.coach.{WHERE[name]}"), name)
