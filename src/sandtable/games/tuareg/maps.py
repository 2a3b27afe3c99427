"""Choosing about maps after stage 1 (TU-12)."""

from __future__ import annotations

from sandtable.jit import jit
from sandtable.kernel.tape import Tape, emit

from .components import MAP
from .events import KEEPS_MAPS, USES_MAP
from .state import MAPS1, Phase, Record
from .values import map_vp


@jit
def queue_map_choices(s: Record) -> None:
    """The owners of maps choose in turn order from the start player of stage 2 (TU-12.4, TU-13.14)."""
    s.phase = Phase.MAPS
    s.current = (s.ender + 1) % s.players
    for i in range(s.players):
        seat = (s.current + i) % s.players
        if s.maps[seat] > 0:
            s.queue[s.queue_size] = seat
            s.queue_size += 1
    s.seat = s.queue[0]


@jit
def use_map(s: Record, seat: int, tape: Tape) -> None:
    """2 VP now; the map leaves the game or goes back to the supply (TU-12.1, TU-12.2)."""
    s.maps[seat] -= 1
    s.vp[seat, MAPS1] += map_vp(s)
    if s.maps_back & 1:
        s.supply[MAP] += 1
    else:
        s.maps_out += 1
    emit(tape, USES_MAP, seat, map_vp(s))
    if s.maps[seat] == 0:
        next_map_choice(s)


@jit
def keep_map(s: Record, seat: int, tape: Tape) -> None:
    """All maps the seat has left count at the end of the game (TU-12.3)."""
    emit(tape, KEEPS_MAPS, seat, s.maps[seat])
    next_map_choice(s)


@jit
def next_map_choice(s: Record) -> None:
    """The next seat in the queue; when it is empty stage 2 starts."""
    s.queue_size -= 1
    for i in range(s.queue_size):
        s.queue[i] = s.queue[i + 1]
    s.queue[s.queue_size] = 0
    s.seat = s.queue[0]
