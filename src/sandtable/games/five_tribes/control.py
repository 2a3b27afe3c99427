"""Control of tiles: camels (FT-2.3)."""

from __future__ import annotations

from sandtable.jit import jit
from sandtable.kernel.tape import Tape, emit

from .events import (
    BY_CAMEL,
    EV_CAMEL,
    EV_ENDING,
)
from .state import Record


@jit
def put_camel(s: Record, tile: int, by: int, tape: Tape) -> None:
    """An own camel goes on a tile; the last one triggers the end (FT-4.1)."""
    seat = s.seat
    s.camel[tile] = seat
    s.camels[seat] -= 1
    emit(tape, EV_CAMEL, seat, tile, s.camels[seat], by)
    if s.camels[seat] == 0 and not s.ending:
        s.ending = 1
        emit(tape, EV_ENDING, seat, BY_CAMEL)


@jit
def control(s: Record, tile: int, by: int, tape: Tape) -> None:
    """An emptied tile without camel must be taken, if a camel is left (FT-2.3.2, FT-2.4.9)."""
    if s.height[tile] == 0 and s.camel[tile] < 0 and s.camels[s.seat] > 0:
        put_camel(s, tile, by, tape)
