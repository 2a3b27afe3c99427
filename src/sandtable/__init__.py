"""Sandtable: desert board games, played exactly by their rules.

>>> import sandtable
>>> game = sandtable.load(sandtable.games()[0])
>>> state = game.new(players=3, seed=7)
>>> state.over
False
"""

from sandtable.loading import loading as _loading

with _loading():
    from sandtable import games as _folder  # noqa: F401  loaded first, so that the function of this name keeps it
    from sandtable import registration as _registration  # noqa: F401
    from sandtable.kernel.actions import Action
    from sandtable.kernel.batch import Batch
    from sandtable.kernel.game import Game
    from sandtable.kernel.outcomes import Afterstate, Outcome, TooManyOutcomes
    from sandtable.kernel.record import BadRecord, Record
    from sandtable.kernel.refusals import BadOption, BadPosition, BadScript, Refusal, Refused
    from sandtable.kernel.registry import games, load
    from sandtable.kernel.state import State


def _shown(state: State) -> str:
    """In a notebook: the board of the web app."""
    from sandtable.show import html

    return html(state)


State.shown = _shown

__all__ = [
    "Action",
    "Afterstate",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BadScript",
    "Batch",
    "Game",
    "Outcome",
    "Record",
    "Refusal",
    "Refused",
    "State",
    "TooManyOutcomes",
    "games",
    "load",
]
__version__ = "0.1.0"
