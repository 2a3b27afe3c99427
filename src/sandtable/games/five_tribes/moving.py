"""Moving meeples (FT-2.2): lifting a tile and dropping one meeple per step.

Whether a move can still be finished is read from two tables, not searched for. With ``r`` meeples left in the hand after a drop,
``REACH[r, tile, back]`` is the set of tiles on which a walk of exactly ``r`` steps from ``tile`` can end when its first step may not go in
direction ``back``. The move has a finish exactly if

- some colour in the hand stands on a tile of that set (all drops so far are on the board by then), or
- some colour is in the hand at least twice and the walk can end on a tile it drops on before its end: one of the two waits there for the
  other (FT-R36). ``LOOP[r, tile, back]`` says whether such a walk exists; four steps close the smallest circle, so it needs ``r`` >= 5.

All other meeples of the hand can be dropped in any order, so nothing else matters. From ``r`` = 16 on both tables repeat with period 2.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.jit import jit
from sandtable.kernel.tape import Tape, emit

from .cards import reward_owner
from .components import MARID, NO_DIRECTION, STEP, TILES, TOWARDS
from .events import BY_MARID, EV_COLLECT, EV_DROP, EV_LIFT
from .state import A_DROP, A_LIFT, Record, Stage, put_meeple, take_meeples

SATURATION = 16


def _tables() -> tuple[Any, Any]:
    reach = np.zeros((SATURATION + 2, TILES, 5), np.int64)
    loop = np.zeros((SATURATION + 2, TILES, 5), np.bool_)
    for r in range(1, SATURATION + 2):
        for tile in range(TILES):
            for back in range(5):
                for d in range(4):
                    to = int(STEP[tile, d])
                    if d == back or to < 0:
                        continue
                    opposite = (d + 2) % 4
                    reach[r, tile, back] |= reach[r - 1, to, opposite] if r > 1 else 1 << to
                    loop[r, tile, back] |= loop[r - 1, to, opposite] or bool((reach[r - 1, to, opposite] >> to) & 1)
    return reach, loop


REACH, LOOP = _tables()


@jit
def steps(n: int) -> int:
    """The row of the tables for a walk of ``n`` steps."""
    return n if n <= SATURATION else SATURATION + (n & 1)


@jit
def can_lift(s: Record, tile: int) -> bool:
    """Some complete move from this tile is legal (FT-6.4.2). The tile itself is empty while its meeples move."""
    n = s.height[tile]
    if n == 0:
        return False
    r = steps(n)
    ends = REACH[r, tile, NO_DIRECTION] & ~(1 << tile)
    loop = LOOP[r, tile, NO_DIRECTION]
    for colour in range(5):
        held = s.meeples[tile, colour]
        if held > 0 and (s.present[colour] & ends != 0 or (held > 1 and loop)):
            return True
    return False


@jit
def move_exists(s: Record) -> bool:
    """Is any move possible on the board (FT-2.2.8, FT-4.4)?"""
    for tile in range(TILES):
        if can_lift(s, tile):
            return True
    return False


@jit
def legal_lifts(s: Record, out: Any, n: int) -> int:
    for tile in range(TILES):
        if can_lift(s, tile):
            out[n] = A_LIFT + tile
            n += 1
    return n


@jit
def can_drop(s: Record, to: int, opposite: int, colour: int) -> bool:
    """After dropping ``colour`` of the hand on ``to`` the move is finished or can be (FT-6.4.3)."""
    if s.moving_size == 1:
        return (s.present[colour] >> to) & 1 != 0
    r = steps(s.moving_size - 1)
    ends = REACH[r, to, opposite]
    loop = LOOP[r, to, opposite]
    for c in range(5):
        left = s.moving[c]
        there = s.present[c]
        if c == colour:
            left -= 1
            there |= 1 << to
        if left > 0 and (there & ends != 0 or (left > 1 and loop)):
            return True
    return False


@jit
def legal_drops(s: Record, out: Any) -> int:
    """Every direction and colour with a legal finish; never straight back (FT-2.2.4)."""
    back = TOWARDS[s.at, s.previous]
    n = 0
    for d in range(4):
        to = STEP[s.at, d]
        if d == back or to < 0:
            continue
        for colour in range(5):
            if s.moving[colour] > 0 and can_drop(s, to, (d + 2) & 3, colour):
                out[n] = A_DROP + 5 * d + colour
                n += 1
    return n


@jit
def lift(s: Record, tile: int, tape: Tape) -> None:
    """Takes all meeples of a tile in the hand (FT-2.2.1)."""
    emit(tape, EV_LIFT, s.seat, tile, s.height[tile])
    s.moving_size = s.height[tile]
    for colour in range(5):
        s.moving[colour] = s.meeples[tile, colour]
        s.meeples[tile, colour] = 0
        s.present[colour] &= ~(1 << tile)
    s.height[tile] = 0
    s.at = tile
    s.previous = -1
    s.stage = Stage.SOW


@jit
def drop(s: Record, direction: int, colour: int, tape: Tape) -> None:
    """Drops one meeple on the next tile (FT-2.2.2); Marid's owner is paid on own tiles (FT-D16)."""
    seat = s.seat
    to = STEP[s.at, direction]
    s.moving[colour] -= 1
    s.moving_size -= 1
    put_meeple(s, to, colour)
    s.previous = s.at
    s.at = to
    emit(tape, EV_DROP, seat, to, colour, s.moving_size)
    if s.camel[to] >= 0:
        reward_owner(s, s.camel[to], MARID, seat, BY_MARID, tape)


@jit
def collect(s: Record, colour: int, tape: Tape) -> None:
    """Takes all meeples of the last colour from the final tile in the hand, at least 2 (FT-2.3.1)."""
    tile = s.at
    count = s.meeples[tile, colour]
    take_meeples(s, tile, colour, count)
    s.final = tile
    s.colour = colour
    s.count = count
    emit(tape, EV_COLLECT, s.seat, tile, colour, count)
