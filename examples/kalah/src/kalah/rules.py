"""The rules as Sandtable compiles them (RULES.md). Pits count from 0 here."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kalah.events import AGAIN, CAPTURES, GAME_ENDS, KEEPS, SOWS
from kalah.state import MOST_PITS
from sandtable.jit import jit
from sandtable.kernel.tape import Tape, emit

Record = Any
Ints = NDArray[np.int64]

NUM_ACTIONS = MOST_PITS


@jit
def setup(s: Record, tape: Tape) -> None:
    """Every pit gets its seeds; seat 0 begins (KA-1.1, KA-1.4)."""
    for seat in range(s.players):
        s.row[seat, : s.pits] = s.seeds
    s.last[:] = -1
    s.seat = 0


@jit
def legal(s: Record, out: Ints) -> int:
    """The pits of one's own row that hold seeds (KA-2.1)."""
    n = 0
    for pit in range(s.pits):
        if s.row[s.seat, pit] > 0:
            out[n] = pit
            n += 1
    return n


@jit
def apply(s: Record, action: int, tape: Tape) -> None:
    """One sowing and all that follows from it."""
    seat = np.int64(s.seat)
    row, pit = sow(s, seat, action, tape)
    if pit == s.pits:
        emit(tape, AGAIN, seat)
    else:
        if row == seat and s.row[seat, pit] == 1:
            capture(s, seat, pit, tape)
        s.seat = (seat + 1) % s.players
    if some_row_is_empty(s):
        end(s, tape)


@jit
def sow(s: Record, seat: int, pit: int, tape: Tape) -> tuple[int, int]:
    """Sows a pit round the ring (KA-2.2); returns row and pit of the last seed (after the last pit: the store)."""
    seeds = np.int64(s.row[seat, pit])
    emit(tape, SOWS, seat, pit, seeds)
    s.row[seat, pit] = 0
    s.last[0] = seat
    s.last[1] = pit
    row = seat
    for _ in range(seeds):
        pit += 1
        if pit > s.pits or (pit == s.pits and row != seat):
            row = (row + 1) % s.players
            pit = 0
        if pit == s.pits:
            s.store[seat] += 1
        else:
            s.row[row, pit] += 1
    return row, pit


@jit
def facing(s: Record, seat: int) -> int:
    """Whose row faces that of ``seat`` (KA-1.3)."""
    return (seat + s.players // 2) % s.players


@jit
def capture(s: Record, seat: int, pit: int, tape: Tape) -> None:
    """The last seed fell into an empty pit of one's own (KA-3.1, KA-3.2)."""
    victim = facing(s, seat)
    across = s.pits - 1 - pit
    caught = np.int64(s.row[victim, across])
    if caught > 0 or s.empty_capture:
        s.store[seat] += caught + 1
        s.row[victim, across] = 0
        s.row[seat, pit] = 0
        emit(tape, CAPTURES, seat, victim, across, caught)


@jit
def some_row_is_empty(s: Record) -> bool:
    for seat in range(s.players):
        if s.row[seat].sum() == 0:
            return True
    return False


@jit
def end(s: Record, tape: Tape) -> None:
    """What is left goes to its owners or to nobody (KA-4.1, KA-4.2)."""
    for seat in range(s.players):
        left = s.row[seat].sum()
        if s.rest == 0 and left > 0:
            s.store[seat] += left
            s.row[seat, :] = 0
            emit(tape, KEEPS, seat, left)
    s.seat = -1
    emit(tape, GAME_ENDS)


@jit
def score(s: Record, seat: int) -> int:
    return np.int64(s.store[seat])


@jit
def rank(s: Record, seat: int) -> int:
    """Most seeds win; equals share the place (KA-4.3)."""
    place = 1
    for other in range(s.players):
        place += s.store[other] > s.store[seat]
    return place


@jit
def reveals(s: Record, action: int) -> bool:
    """Nothing is hidden (KA-5.1)."""
    return False


@jit
def redeal(s: Record, seat: int) -> None:
    """Everybody knows everything (KA-5.1)."""
