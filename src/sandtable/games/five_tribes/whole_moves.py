"""Whole sowing moves: counting them (perft), listing their outcomes with what each is worth at once.

A move is a route with an order of colours (FT-9.11). Two moves have the same outcome if they leave the same board and collect the same
colour on the same tile.

A stack of n meeples has about 3**n routes, so stacks above a cap are not enumerated: ``perft`` leaves them out and says so, ``moves`` lists
for them one route to every tile and colour where they can end on a waiting meeple, and only without any one loop for every colour that
can close one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .components import COLOURS, DIRECTIONS, TILE_NAMES
from .gains import PARTS
from .state import A_DROP, A_LIFT, STATE, Stage
from .walks import (
    LOOP_PATH,
    PATH_CAP,
    R_COLOUR,
    R_COUNT,
    R_FINAL,
    R_GAIN,
    R_PARTS,
    R_PATH,
    R_SIZE,
    R_START,
    R_WIDTH,
    closes,
    count_moves,
    guide,
    guide_loop,
    list_finishes,
    list_moves,
    pick_up,
    step,
)

PERFT_CAP = 8
MOVES_CAP = 7


def _positions(record: Any, n: int) -> NDArray[Any]:
    return np.repeat(np.atleast_1d(record), n).view(STATE)


def perft(record: Any, cap: int = PERFT_CAP) -> dict[str, Any]:
    """Complete sowing moves and their distinct outcomes, whoever's turn it is; stacks above ``cap`` are left out and named."""
    states = _positions(record, 1)
    moves = int(count_moves(states, cap, np.zeros(0, np.int64)))
    keys = np.zeros(moves, np.int64)
    count_moves(states, cap, keys)
    heights = record["height"].tolist()
    return {
        "moves": moves,
        "outcomes": len(np.unique(keys)),
        "cap": cap,
        "left_out": [name for name, height in zip(TILE_NAMES, heights, strict=True) if height > cap],
    }


def outcomes(record: Any, cap: int = MOVES_CAP, room: int = 1 << 13) -> NDArray[np.int64]:
    """The rows of ``list_moves``, or of ``list_finishes`` while a move is under way."""
    cap = min(cap, PATH_CAP)
    listing = list_finishes if record["stage"] == Stage.SOW else list_moves
    while True:
        rows = np.empty((room, R_WIDTH), np.int64)
        n = int(listing(_positions(record, 2), cap, rows, np.full(4 * room, -1, np.int64)))
        if n < room:
            return rows[:n]
        room *= 4


def moves(record: Any, top: int | None = 20, cap: int = MOVES_CAP) -> list[dict[str, Any]]:
    """The sowing moves of the turn by outcome, the greatest gain first; empty outside the stage ``start``."""
    if record["stage"] != Stage.START:
        return []
    rows = outcomes(record, cap)
    best = np.argsort(-rows[:, R_GAIN], kind="stable")[:top]
    return [named(record, rows[i].tolist()) for i in best]


def named(record: Any, row: list[int]) -> dict[str, Any]:
    """One listed move in names: what to decide, where it ends, what it collects and brings."""
    choices = drops(record, row)
    return {
        "decisions": [f"lift {TILE_NAMES[row[R_START]]}", *(f"drop {DIRECTIONS[c // 5]} {COLOURS[c % 5]}" for c in choices)],
        "ids": [A_LIFT + row[R_START], *(A_DROP + c for c in choices)],
        "start": TILE_NAMES[row[R_START]],
        "gain": row[R_GAIN],
        **collected(row),
    }


def collected(row: list[int]) -> dict[str, Any]:
    """Where a listed move ends, what it collects there, and what each part of that brings."""
    return {
        "final": TILE_NAMES[row[R_FINAL]],
        "colour": COLOURS[row[R_COLOUR]],
        "count": row[R_COUNT],
        "parts": {name: points for name, points in zip(PARTS, row[R_PARTS:], strict=False) if points},
    }


def drops(record: Any, row: list[int]) -> list[int]:
    """The drops of a listed way, as choices (5 * direction + colour)."""
    return _path(row) if row[R_PATH] >= 0 else _guided(record, row)


def _path(row: list[int]) -> list[int]:
    return [row[R_PATH] >> 5 * i & 31 for i in range(row[R_SIZE])]


def _guided(record: Any, row: list[int]) -> list[int]:
    walker = _positions(record, 1)[0]
    if record["stage"] != Stage.SOW:
        pick_up(walker, row[R_START])
    choices = []
    colour, anchored = row[R_COLOUR], row[R_PATH] != LOOP_PATH
    while walker["moving_size"] > 0:
        choices.append(int(guide(walker, row[R_FINAL], colour) if anchored else guide_loop(walker, colour)))
        step(walker, choices[-1])
        anchored = anchored or (choices[-1] % 5 == colour and bool(closes(walker, colour)))
    return choices
