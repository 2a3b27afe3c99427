"""Sandtable: desert board games, played exactly by their rules.

>>> import sandtable
>>> game = sandtable.load(sandtable.games()[0])
>>> state = game.new(players=3, seed=7)
>>> state.over
False
"""

from sandtable import games as _folder  # noqa: F401  loaded first, so that the function of this name keeps it
from sandtable.kernel.actions import Action
from sandtable.kernel.batch import Batch
from sandtable.kernel.game import Game
from sandtable.kernel.record import BadRecord, Record
from sandtable.kernel.refusals import BadOption, BadPosition, BadScript, Refusal, Refused
from sandtable.kernel.registry import games, load
from sandtable.kernel.state import State

__all__ = [
    "Action",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BadScript",
    "Batch",
    "Game",
    "Record",
    "Refusal",
    "Refused",
    "State",
    "games",
    "load",
]
__version__ = "0.1.0"
