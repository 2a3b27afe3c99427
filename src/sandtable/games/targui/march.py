"""The march, and the advance after a victory: camels go from one field to a neighbour (TG-5.2, TG-5.3.5)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit
from sandtable.kernel.tape import Tape, emit

from .components import FIELDS, MOST_AT_ONCE, NEIGHBOUR, SALT_LAKE
from .ending import lost_a_field
from .events import E_ADVANCED, E_MARCHED
from .state import AMOUNT, ATTACK, MARCH, NOBODY, Phase, Record

SHELF = 800
"""Where attacks wait in the buffer until all marches are listed: there are at most 1 + 49 + 312 decisions before them."""


@jit
def legal_moves(s: Record, out: NDArray[np.int64], n: int) -> int:
    """Every march and every attack (TG-5.2.1, TG-5.2.3, TG-5.2.7, TG-5.2.8, TG-5.3.1, TG-R5)."""
    attacks = 0
    for origin in range(1, FIELDS + 1):
        if s.camels[origin] == 0 or s.owner[origin] != s.seat:
            continue
        for direction in range(8):
            target = NEIGHBOUR[origin, direction]
            if target == 0 or s.card[target] == SALT_LAKE:
                continue
            number = (origin - 1) * 8 + direction
            if s.camels[target] == 0 or (s.owner[target] == s.seat and s.stacking != 0):
                out[n] = MARCH + number
                n += 1
            elif s.owner[target] != s.seat:
                out[SHELF + attacks] = ATTACK + number
                attacks += 1
    for i in range(attacks):
        out[n + i] = out[SHELF + i]
    return n + attacks


@jit
def most(s: Record) -> int:
    """At most all camels of the field of origin (TG-5.2.2, TG-R50)."""
    return min(s.camels[s.origin], MOST_AT_ONCE)


@jit
def legal_amounts(out: NDArray[np.int64], limit: int) -> int:
    for n in range(limit):
        out[n] = AMOUNT + 1 + n
    return limit


@jit
def march(s: Record, number: int) -> None:
    """Names origin and target; the number of camels follows (TG-5.2.1)."""
    s.origin = number // 8 + 1
    s.target = NEIGHBOUR[number // 8 + 1, number % 8]
    s.phase = Phase.MARCH_AMOUNT


@jit
def move(s: Record, n: int, tape: Tape) -> None:
    """Camels march or advance, the target gets their marker, a tribe that lost its last one is out (TG-5.2.5, TG-5.2.9, TG-5.3.5)."""
    seat = s.seat
    origin = s.origin
    target = s.target
    marching = s.phase == Phase.MARCH_AMOUNT
    former = s.owner[target] if marching else s.defender
    if former == seat:
        former = NOBODY
    s.camels[origin] -= n
    s.camels[target] += n
    s.owner[target] = seat
    emit(tape, E_MARCHED if marching else E_ADVANCED, seat, origin, target, n, former)
    end_move(s)
    lost_a_field(s, former, seat, tape)


@jit
def end_move(s: Record) -> None:
    """The march or fight of this turn is over; the purchase is still open (TG-5.2.4, TG-5.3.9)."""
    s.origin = 0
    s.target = 0
    s.defender = 0
    s.moved = 1
    s.phase = Phase.TURN
