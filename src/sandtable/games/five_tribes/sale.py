"""Selling sets of different goods (FT-2.6)."""

from __future__ import annotations

from typing import Any

from sandtable.jit import jit
from sandtable.kernel.tape import Tape, emit

from .cards import discard
from .components import NUM_GOODS, SET_VALUE
from .events import EV_SELL_ADD, EV_SOLD
from .state import A_SELL_ADD, A_SELL_SET, Record, Stage


@jit
def legal_goods(s: Record, out: Any, n: int) -> int:
    """Own goods, in a begun set only those later in the fixed order than the last one (FT-6.4.13)."""
    seat = s.seat
    for good in range(NUM_GOODS):
        if s.hand[seat, good] > 0 and s.set >> good == 0:
            out[n] = A_SELL_ADD + good
            n += 1
    return n


@jit
def legal_sale(s: Record, out: Any) -> int:
    n = legal_goods(s, out, 0)
    if s.set != 0:
        out[n] = A_SELL_SET
        n += 1
    return n


@jit
def sell_add(s: Record, good: int, tape: Tape) -> None:
    """Lays down the next card of a set; from now on no power can be used this turn (FT-2.6.4)."""
    seat = s.seat
    discard(s, seat, good)
    emit(tape, EV_SELL_ADD, seat, good)
    s.set |= 1 << good
    s.closed = 1
    s.stage = Stage.SELL


@jit
def sell_set(s: Record, tape: Tape) -> None:
    """Takes the gold of the set (FT-0.1.6)."""
    seat = s.seat
    size = 0
    for good in range(NUM_GOODS):
        size += (s.set >> good) & 1
    s.gold[seat] += SET_VALUE[size]
    emit(tape, EV_SOLD, seat, size, SET_VALUE[size])
    s.set = 0
    s.stage = Stage.END
