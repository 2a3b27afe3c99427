"""The position as one record, and how stacks and face-down cards are written as numbers.

A **stack** is one number: 0 = there is no such animal, 1 = empty; a good laid on top appends two bits (``code * 4 + good``). So the top
card is ``code % 4``, taking it is ``code // 4``, and tables over the 512 codes answer what may be loaded and what a stack is worth.

A **hidden card** is one number too: ``CARD`` + who knows it (one bit per seat, one for everybody) * 4 + good; 0 = no card.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from sandtable.jit import I8, I16, I64, jit, record

from .components import ANIMAL_SLOTS, CAVE_LIMIT, CAVE_SLOTS, GOODS_TOTAL, KINDS, MOST_PAID, SEATS, THIEF_SLOTS

Record = Any


class Phase(IntEnum):
    """What is decided now (16a)."""

    TURN = 0
    PAY = 1
    MAPS = 2
    OVER = 3


class Main(IntEnum):
    """The main action of the turn so far (TU-3.1)."""

    NONE = 0
    DRAW = 1
    LOAD_HAND = 2
    LOAD_MARKET = 3
    BUY = 4


PHASES = tuple(phase.name.lower() for phase in Phase)
MAINS = (None, *(main.name.lower() for main in Main if main))

NO = -1  # no animal, no good, no special, no ender; as a place of payment: the hand

# Columns of ``vp``: the four goods of stage 1, the four of stage 2, maps of both stages, unused specials.
GOODS1, GOODS2, MAPS1, MAPS2, UNUSED = 0, 4, 8, 9, 10
VP_COLUMNS = 11

STATE = record(
    [
        ("rng", I64, (4,)),
        ("stack", I16, (SEATS, ANIMAL_SLOTS)),
        ("cave", I16, (SEATS, CAVE_SLOTS, CAVE_LIMIT)),
        ("thief", I16, (SEATS, THIEF_SLOTS)),
        ("players", I8),
        ("seat", I8),
        ("goods", I8),  # option: row of DINAR; what else is printed is in ``values``
        ("overpay", I8),  # option, bit 0: free
        ("discard_in", I8),  # option, bit 0: in
        ("maps_back", I8),  # option, bit 0: back
        ("start_option", I8),  # option: -1 = random
        ("stage", I8),
        ("phase", I8),
        ("pile_size", I8),
        ("pile", I8, (GOODS_TOTAL,)),  # bottom first; the top card is pile[pile_size - 1]
        ("stage_pile", I8, (KINDS,)),
        ("market", I8, (KINDS,)),
        ("discard", I8, (KINDS,)),
        ("supply", I8, (4,)),
        ("maps_out", I8),
        ("hand", I8, (SEATS, KINDS)),
        ("drawn", I8, (SEATS, KINDS)),
        ("caves", I8, (SEATS,)),
        ("cave_used", I8, (SEATS,)),  # one bit per cave, this turn
        ("maps", I8, (SEATS,)),
        ("vp", I8, (SEATS, VP_COLUMNS)),
        ("start", I8),
        ("current", I8),
        ("main", I8),
        ("animal", I8),
        ("good", I8),
        ("loading", I8),
        ("owed", I8),
        ("special", I8),
        ("paid", I8),
        ("paid_from", I8, (MOST_PAID,)),
        ("paid_good", I8, (MOST_PAID,)),
        ("ender", I8),
        ("lap", I8),  # turns left in the closing lap; 0 = no lap
        ("queue_size", I8),
        ("queue", I8, (SEATS,)),
    ]
)

# ---- stacks ---------------------------------------------------------------------------------------------------------------------

EMPTY = 1
STACK_CODES = 512


def stack_code(goods: list[int]) -> int:
    """A stack given bottom first as its number."""
    code = EMPTY
    for good in goods:
        code = code * 4 + good
    return code


def stack_goods(code: int) -> list[int]:
    """The goods of an existing animal, bottom first."""
    goods: list[int] = []
    while code > EMPTY:
        goods.insert(0, code % 4)
        code //= 4
    return goods


# ---- hidden cards ---------------------------------------------------------------------------------------------------------------

UNUSED_THIEF = 1
CARD = 256
EVERYBODY = 1 << SEATS  # spectators too


@jit
def hidden_card(good: int, known: int) -> int:
    """A face-down card; ``known`` is a set of seats (bits), with ``EVERYBODY`` if it was open before (TU-17.2 to TU-17.4)."""
    return CARD + known * 4 + good


@jit
def all_know(s: Record) -> int:
    """The set of knowers of a card that everyone saw (TU-17.4)."""
    return EVERYBODY + (1 << s.players) - 1


@jit
def knows(card: int, seat: int) -> bool:
    """Does this seat (-1: a spectator) know the hidden card?"""
    bit = EVERYBODY if seat < 0 else 1 << seat
    return ((card - CARD) // 4) & (bit | EVERYBODY) != 0


# ---- hands ----------------------------------------------------------------------------------------------------------------------


@jit
def hand_size(s: Record, seat: int) -> int:
    return s.hand[seat, 0] + s.hand[seat, 1] + s.hand[seat, 2] + s.hand[seat, 3]


@jit
def clear_turn(s: Record) -> None:
    """A fresh turn: no main action, nothing owed, nothing being paid (16c)."""
    s.main = Main.NONE
    s.animal = NO
    s.good = NO
    s.loading = 0
    s.owed = 0
    s.special = NO
    s.paid = 0
    for i in range(MOST_PAID):
        s.paid_from[i] = 0
        s.paid_good[i] = 0
