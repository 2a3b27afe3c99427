"""Economic values and the income at the end of a round (TG-5.5)."""

from __future__ import annotations

from sandtable.jit import jit
from sandtable.kernel.tape import Tape, emit

from .components import EV_IN_FORCE, FIELDS
from .events import E_INCOME
from .state import Record, holds_home, pay


@jit
def land(s: Record, seat: int) -> int:
    """The economic values of all fields with the player's marker (TG-5.5.2); silver in the mountains counts (TG-9.16)."""
    total = 0
    for field in range(1, FIELDS + 1):
        if s.owner[field] == seat:
            total += EV_IN_FORCE[s.fate_now, s.card[field]]
    return total


@jit
def income(s: Record, seat: int) -> int:
    """The income due by the present board: nothing without the own settlement (TG-5.5.3)."""
    return land(s, seat) if holds_home(s, seat) else 0


@jit
def pay_incomes(s: Record, tape: Tape) -> None:
    """Every player still in gets his income, in the order of the colours (TG-5.5.1, TG-R19)."""
    for seat in range(s.players):
        if s.out[seat] == 0:
            value = land(s, seat)
            due = value if holds_home(s, seat) else 0
            emit(tape, E_INCOME, seat, value, due, pay(s, seat, due))
