"""The desert is laid out and the settlements are placed (TG-3, TG-7)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit
from sandtable.kernel.chance import shuffle
from sandtable.kernel.tape import Tape, emit

from .components import CAMELS, DECK, FIELDS, SALT_WORKS, SETTLEMENT, START_CAMELS, START_FIELDS, START_MONEY
from .events import E_LAYOUT, E_SETTLED, PER_FACT
from .rounds import shuffle_fates
from .state import NOBODY, SETTLE, Phase, Record, camels_left, pay, place


@jit
def packed(s: Record, part: int) -> int:
    """Seventeen cards of the layout as one fact."""
    fact = 0
    for i in range(PER_FACT):
        field = 1 + part * PER_FACT + i
        if field <= FIELDS:
            fact += s.card[field] * (1 << (3 * i))
    return fact


@jit
def setup(s: Record, tape: Tape) -> None:
    """Layout and fate deck; the first colour then chooses its field (TG-3.3 to TG-3.5, TG-3.9)."""
    s.owner[:] = NOBODY
    s.card[1] = SALT_WORKS
    for i in range(len(DECK)):
        s.card[2 + i] = DECK[i]
    shuffle(s, tape, s.card[2:], len(DECK))
    shuffle_fates(s, tape)
    s.supply = CAMELS if s.camel_limit != 0 else 0
    s.seat = 0
    s.phase = Phase.SETTLE
    emit(tape, E_LAYOUT, packed(s, 0), packed(s, 1), packed(s, 2))


@jit
def legal_settle(s: Record, out: NDArray[np.int64]) -> int:
    """The start fields of the colour (TG-3.6, TG-7.1.2, TG-7.2.2), whatever card lies there (TG-R2)."""
    n = 0
    for i in range(START_FIELDS.shape[2]):
        field = START_FIELDS[s.players, s.seat, i]
        if field > 0:
            out[n] = SETTLE + field
            n += 1
    return n


@jit
def settle(s: Record, field: int, tape: Tape) -> bool:
    """The settlement with marker, camels and money (TG-3.6 to TG-3.8). Was it the last one? Then the first round starts."""
    seat = s.seat
    emit(tape, E_SETTLED, seat, field, s.card[field])
    s.card[field] = SETTLEMENT + seat + 4 - s.players
    s.owner[field] = seat
    s.home[seat] = field
    place(s, field, min(START_CAMELS, camels_left(s)))
    pay(s, seat, START_MONEY)
    if seat + 1 < s.players:
        s.seat = seat + 1
        return False
    return True
