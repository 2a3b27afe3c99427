"""The board in a mirror: whatever holds of a position holds of its three reflections, with the decisions reflected too (for training)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .components import COLOURS, COLUMNS, DIRECTIONS, ROWS, TILES
from .state import A_DROP, A_KILL, A_LIFT, A_PLACE, NUM_ACTIONS

ON_TILES = ("kind", "camel", "value", "palms", "palaces", "meeples", "height")
A_TILE = ("at", "previous", "final", "origin", "place")
N, E, S, W = range(4)


def _tiles(sideways: bool, upside_down: bool) -> NDArray[np.int64]:
    """Where each tile goes."""
    tile = np.arange(TILES)
    column, row = tile % COLUMNS, tile // COLUMNS
    return (ROWS - 1 - row if upside_down else row) * COLUMNS + (COLUMNS - 1 - column if sideways else column)


def _decisions(tiles: NDArray[np.int64], sideways: bool, upside_down: bool) -> NDArray[np.int64]:
    """What each decision is called there."""
    found = np.arange(NUM_ACTIONS)
    found[A_LIFT : A_LIFT + TILES] = A_LIFT + tiles
    found[A_PLACE : A_PLACE + TILES] = A_PLACE + tiles
    turned = np.arange(len(DIRECTIONS))
    if sideways:
        turned[[E, W]] = turned[[W, E]]
    if upside_down:
        turned[[N, S]] = turned[[S, N]]
    colours = np.arange(len(COLOURS))
    found[A_DROP : A_DROP + len(turned) * len(COLOURS)] = (A_DROP + turned[:, None] * len(COLOURS) + colours).ravel()
    found[A_KILL : A_KILL + TILES * len(COLOURS)] = (A_KILL + tiles[:, None] * len(COLOURS) + colours).ravel()
    return found


KINDS = ((True, False), (False, True), (True, True))
TILES_THERE = tuple(_tiles(*kind) for kind in KINDS)
DECISIONS = tuple(_decisions(tiles, *kind) for tiles, kind in zip(TILES_THERE, KINDS, strict=True))
"""Of every reflection: ``DECISIONS[which][id]`` is the decision ``id`` in the mirror."""


def mirrored(states: NDArray[Any], which: int) -> NDArray[Any]:
    """The positions in a mirror."""
    tiles, found = TILES_THERE[which], states.copy()
    for name in ON_TILES:
        found[name][:, tiles] = states[name]
    bits = (states["present"][:, :, None] >> np.arange(TILES)) & 1
    found["present"] = (bits << tiles).sum(axis=2)
    for name in A_TILE:
        at = states[name].astype(np.int64)
        on_board = (at >= 0) & (at < TILES)
        found[name] = np.where(on_board, tiles[np.clip(at, 0, TILES - 1)], at)
    return found
