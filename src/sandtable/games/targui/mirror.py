"""The board in a mirror: once all have settled, whatever holds of a position holds of its seven turns and reflections (for training)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .components import DIRECTIONS, FIELDS, NEIGHBOUR, SIZE, SPIRAL
from .state import ATTACK, BUY, MARCH, NUM_ACTIONS, SETTLE, Phase

ON_FIELDS = ("card", "owner", "camels")
A_FIELD = ("home", "origin", "target")


def _fields(turns: int, reflected: bool) -> NDArray[np.int64]:
    """Where each field goes; 0 stays: it is none."""
    board = np.array(SPIRAL)
    there = np.rot90(board.T if reflected else board, turns)
    found = np.zeros(FIELDS + 1, np.int64)
    found[board.ravel()] = there.ravel()
    return found


def _decisions(fields: NDArray[np.int64]) -> NDArray[np.int64]:
    """What each decision is called there."""
    found = np.arange(NUM_ACTIONS)
    numbers = np.arange(1, FIELDS + 1)
    for first in (SETTLE, BUY):
        found[first + numbers] = first + fields[1:]
    middle = SPIRAL[SIZE // 2][SIZE // 2]
    around = NEIGHBOUR[fields[middle]].tolist()
    turned = np.array([around.index(fields[neighbour]) for neighbour in NEIGHBOUR[middle]])
    for first in (MARCH, ATTACK):
        moves = (fields[1:, None] - 1) * len(DIRECTIONS) + turned
        found[first : first + moves.size] = first + moves.ravel()
    return found


FIELDS_THERE = tuple(_fields(turns, reflected) for reflected in (False, True) for turns in range(4) if turns or reflected)
DECISIONS = tuple(_decisions(fields) for fields in FIELDS_THERE)
"""Of every reflection: ``DECISIONS[which][id]`` is the decision ``id`` in the mirror."""


def mirrored(states: NDArray[Any], which: int) -> NDArray[Any]:
    """The positions in a mirror. While settlements are placed everybody has a corner or an edge of their own: such stay as they are."""
    fields, found = FIELDS_THERE[which], states.copy()
    for name in ON_FIELDS:
        found[name][:, fields] = states[name]
    for name in A_FIELD:
        found[name] = fields[states[name].astype(np.int64)]
    settling = states["phase"] == Phase.SETTLE
    found[settling] = states[settling]
    return found
