"""The turn (TG-5.1)."""

from __future__ import annotations

from sandtable.jit import jit
from sandtable.kernel.tape import Tape, emit

from .events import E_TURN_END
from .state import Phase, Record


@jit
def start_turn(s: Record) -> None:
    """Both parts of the turn are open (TG-5.1.1)."""
    s.phase = Phase.TURN
    s.moved = 0
    s.bought = 0


@jit
def end_turn(s: Record, tape: Tape) -> bool:
    """The second turn of a six (TG-R3), else the next card follows: that is what it tells (TG-5.1.3)."""
    s.turns_left -= 1
    emit(tape, E_TURN_END, s.seat, s.turns_left)
    start_turn(s)
    return s.turns_left == 0
