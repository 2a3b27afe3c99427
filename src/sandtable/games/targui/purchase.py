"""The purchase of camels for one own field (TG-5.4)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit
from sandtable.kernel.tape import Tape, emit

from .components import FIELDS, MOST_AT_ONCE
from .events import E_BOUGHT
from .state import BUY, Phase, Record, camels_left, place


@jit
def affordable(s: Record) -> int:
    """As many as money and supply allow (TG-5.4.1, TG-5.4.2, TG-R50)."""
    return min(s.money[s.seat], camels_left(s), MOST_AT_ONCE)


@jit
def legal_purchases(s: Record, out: NDArray[np.int64], n: int) -> int:
    """Every own field, once per turn or with ``split_purchase`` again and again (TG-5.4.3, TG-R16)."""
    if (s.bought != 0 and s.split_purchase == 0) or affordable(s) < 1:
        return n
    for field in range(1, FIELDS + 1):
        if s.owner[field] == s.seat:
            out[n] = BUY + field
            n += 1
    return n


@jit
def buy(s: Record, field: int) -> None:
    """Names the field; the number of camels follows (TG-5.4.3)."""
    s.target = field
    s.phase = Phase.BUY_AMOUNT


@jit
def purchase(s: Record, n: int, tape: Tape) -> None:
    """Pays one silver per camel and places them (TG-5.4.1, TG-5.4.3)."""
    field = s.target
    s.money[s.seat] -= n
    place(s, field, n)
    s.target = 0
    s.bought = 1
    s.phase = Phase.TURN
    emit(tape, E_BOUGHT, s.seat, field, n)
