"""The position as one record, the decisions as numbers.

Players are seats here; seat 0 is the first colour in play, so a seat's colour is ``COLOURS[seat + 4 - players]``.
"""

from __future__ import annotations

from enum import IntEnum
from itertools import product
from typing import Any

from sandtable.jit import I8, I16, I32, I64, jit, record
from sandtable.kernel.actions import irregular, kind

from .components import COINS, COLOURS, DIRECTIONS, FATES, FIELDS, MOST_AT_ONCE, UNLIMITED

Record = Any

PACK = 5 * len(COLOURS) + 1
TRIBE = 20
"""A tribe card in the pack is ``TRIBE`` + seat; a fate card is its number."""

NOBODY = -1


class Phase(IntEnum):
    SETTLE = 0
    TURN = 1
    MARCH_AMOUNT = 2
    FIGHT = 3
    ADVANCE_AMOUNT = 4
    BUY_AMOUNT = 5
    OVER = 6


STATE = record(
    [
        ("players", I8),
        ("seat", I8),
        ("phase", I8),
        # options
        ("stacking", I8),
        ("split_purchase", I8),
        ("camel_limit", I8),
        ("money_limit", I8),
        ("conquest_only", I8),
        ("fates", I32),  # bit n: fate card n is in the game
        # the board; entry 0 is unused
        ("card", I8, (FIELDS + 1,)),
        ("owner", I8, (FIELDS + 1,)),
        ("camels", I32, (FIELDS + 1,)),
        # players
        ("home", I8, (4,)),  # field of the own settlement, 0 before it is placed
        ("money", I32, (4,)),
        ("out", I8, (4,)),  # 0: still in; else the how-manieth to go out
        ("supply", I32),  # 0 without camel_limit
        # the round
        ("number", I16),  # of the round; 0 while settling (`round` is taken: records have a method of that name)
        ("die", I8),
        ("pack", I8, (PACK,)),  # turned-up cards first
        ("pack_size", I8),
        ("turned", I8),
        ("deck", I8, (FATES,)),
        ("deck_size", I8),
        ("seen", I8, (FATES,)),
        ("seen_size", I8),
        ("fate_now", I8),
        # the turn
        ("turns_left", I8),
        ("moved", I8),
        ("bought", I8),
        ("origin", I8),  # pending: 0 if there is none; the field of a purchase is the target
        ("target", I8),
        ("defender", I8),
        ("rng", I64, (4,)),
    ]
)

# ---- decisions (TG-D2) --------------------------------------------------------------------------------------------------------------

_FIELDS = range(1, FIELDS + 1)
_MOVES = tuple(product(_FIELDS, DIRECTIONS))
KINDS = (
    kind("end_turn"),
    kind("fight_on"),
    kind("break_off"),
    kind("settle", field=_FIELDS),
    kind("buy", field=_FIELDS),
    irregular("march", ("from", "dir"), _MOVES),
    irregular("attack", ("from", "dir"), _MOVES),
    kind("amount", n=range(1, MOST_AT_ONCE + 1)),
)
END_TURN, FIGHT_ON, BREAK_OFF = 0, 1, 2
SETTLE = 2  # + field
BUY = 51  # + field
MARCH = 101  # + (from - 1) * 8 + direction
ATTACK = 493
AMOUNT = 884  # + n
NUM_ACTIONS = 1285

# ---- small questions many rules ask -------------------------------------------------------------------------------------------------


@jit
def still_in(s: Record) -> int:
    """How many players are still in the game."""
    count = 0
    for seat in range(s.players):
        if s.out[seat] == 0:
            count += 1
    return count


@jit
def camels_left(s: Record) -> int:
    """Camels in the supply that can still be had (TG-2.7, TG-R18)."""
    return s.supply if s.camel_limit != 0 else UNLIMITED


@jit
def place(s: Record, field: int, change: int) -> None:
    """Camels come from the supply onto a field, or go back to it (TG-2.7)."""
    s.camels[field] += change
    if s.camel_limit != 0:
        s.supply -= change


@jit
def bank(s: Record) -> int:
    """Silver that can still be paid out (TG-R19)."""
    if s.money_limit == 0:
        return UNLIMITED
    left = COINS
    for seat in range(s.players):
        left -= s.money[seat]
    return left


@jit
def pay(s: Record, seat: int, due: int) -> int:
    """Pays from the bank what it can; returns that (TG-R19)."""
    paid = min(due, bank(s))
    s.money[seat] += paid
    return paid


@jit
def holds_home(s: Record, seat: int) -> bool:
    """Does the own settlement carry the own marker?"""
    field = s.home[seat]
    return field > 0 and s.owner[field] == seat
