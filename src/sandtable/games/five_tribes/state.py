"""The state record, the stages of a turn (FT-6.2) and the atomic decisions with their ids (FT-6.1.1, FT-6.3)."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from sandtable.jit import I8, I16, I32, I64, jit, record
from sandtable.kernel.actions import Kind, irregular, kind

from .components import CARDS, COLOURS, DIRECTIONS, DJINNS, GOODS, PAYMENTS, POWERS, SPOTS, TILE_NAMES, TILES

Record = Any


class Stage(IntEnum):
    """What is decided now (FT-6.2)."""

    BID = 0
    START = 1
    SOW = 2
    BUILDERS = 3
    ASSASSINS = 4
    SECOND_KILL = 5
    TILE = 6
    SECOND_CARD = 7
    END = 8
    SELL = 9
    TARGET = 10
    REDIRECT = 11
    SIBITTIS = 12
    OVER = 13


STAGES = tuple(stage.name.lower() for stage in Stage)

# Room for positions that cannot arise in play (FT-8.1).
MAX_CARDS = 160
MAX_DJINNS = 48
MAX_ROW = 60

STATE = record(
    [
        ("players", I8),
        ("seat", I8),  # to decide; -1 when over
        ("stage", I8),
        ("ending", I8),
        ("rounds", I32),
        ("rng", I64, (4,)),
        # options, 0 = default
        ("slaves", I8),
        ("turn_limit", I8),
        ("orthogonal", I8),
        ("strict_redirect", I8),
        ("open_hands", I8),
        # the board
        ("kind", I8, (TILES,)),
        ("camel", I8, (TILES,)),  # seat; -1 = none
        ("value", I16, (TILES,)),
        ("palms", I16, (TILES,)),
        ("palaces", I16, (TILES,)),
        ("meeples", I16, (TILES, 5)),
        ("height", I16, (TILES,)),  # all meeples of a tile
        ("present", I32, (5,)),  # set of the tiles with a meeple of the colour
        ("bag", I16, (5,)),
        ("palms_left", I16),
        ("palaces_left", I16),
        # the seats
        ("gold", I32, (4,)),
        ("camels", I16, (4,)),
        ("viziers", I16, (4,)),
        ("elders", I16, (4,)),
        ("hand", I16, (4, len(CARDS))),
        ("seen", I16, (4, len(CARDS))),  # public part of the hand (FT-7.2)
        ("owns", I32, (4,)),  # set of djinns
        ("used", I32, (4,)),  # set of djinns used this round
        ("djinns", I8, (4, MAX_DJINNS)),  # in the order taken
        ("djinn_count", I8, (4,)),
        # cards; the top of a pile is its last entry, unused entries are 0
        ("row", I8, (MAX_ROW,)),
        ("row_size", I16),
        ("pile", I8, (MAX_CARDS,)),
        ("pile_size", I16),
        ("discard", I16, (len(CARDS),)),
        ("djinn_row", I8, (MAX_DJINNS,)),
        ("djinn_row_size", I8),
        ("djinn_pile", I8, (MAX_DJINNS,)),
        ("djinn_pile_size", I8),
        ("djinn_discard", I8, (len(DJINNS),)),
        # the tracks; unused entries are 0
        ("bid_order", I8, (4,)),
        ("bid_order_size", I8),
        ("bid_spot", I8, (4,)),  # 0 to 6
        ("bid_seat", I8, (4,)),
        ("bid_count", I8),
        ("queue", I8, (4,)),
        ("queue_size", I8),
        ("next_order", I8, (4,)),
        ("next_order_size", I8),
        # the turn
        ("moving", I16, (5,)),
        ("moving_size", I16),
        ("at", I8),
        ("previous", I8),
        ("final", I8),
        ("colour", I8),
        ("count", I16),
        ("echidna", I8),
        ("iblis", I8),
        ("struck", I8),
        ("place", I8),  # of the first victim: tile, or 30 + seat; -1 = none
        ("closed", I8),
        ("set", I16),  # goods laid down
        ("pending", I8),  # djinn; -1 = none
        ("origin", I8),
        ("back", I8),  # stage; -1 = none
        ("peek", I8, (3,)),
        ("peek_size", I8),
    ]
)

# ---- decisions (FT-6.3) -------------------------------------------------------------------------------------------------------------

KINDS: list[Kind] = [
    irregular("bid", ("spot", "fakirs"), [(spot, n) for step, spot in enumerate(SPOTS) for n in range(step + 1)]),
    irregular("djinn", ("name", "payment"), [(DJINNS[djinn], PAYMENTS[payment]) for djinn, payment in POWERS]),
    kind("lift", tile=TILE_NAMES),
    kind("drop", direction=DIRECTIONS, colour=COLOURS),
    kind("pass"),
    kind("fakirs", n=range(19)),
    kind("kill", tile=TILE_NAMES, colour=COLOURS),
    kind("kill_owned", seat=range(4), colour=COLOURS[:2]),
    kind("no_kill"),
    kind("build"),
    kind("skip"),
    kind("take_card", slot=range(1, 7)),
    kind("take_djinn", slot=range(1, 4), payment=PAYMENTS[2:]),
    kind("place", tile=TILE_NAMES),
    kind("keep", slot=range(1, 4)),
    kind("sell_add", good=GOODS),
    kind("sell_set"),
    kind("end_turn"),
]
A_BID, A_DJINN, A_LIFT, A_DROP, A_PASS, A_FAKIRS = 0, 28, 49, 79, 99, 100
A_KILL, A_KILL_OWNED, A_NO_KILL, A_BUILD, A_SKIP, A_TAKE_CARD, A_TAKE_DJINN = 119, 269, 277, 278, 279, 280, 286
A_PLACE, A_KEEP, A_SELL_ADD, A_SELL_SET, A_END_TURN, NUM_ACTIONS = 292, 322, 325, 334, 335, 336
MOST_FAKIRS = 18

# ---- small changes everybody needs --------------------------------------------------------------------------------------------------


@jit
def owns(s: Record, seat: int, djinn: int) -> bool:
    return (s.owns[seat] >> djinn) & 1 != 0


@jit
def put_meeple(s: Record, tile: int, colour: int) -> None:
    s.meeples[tile, colour] += 1
    s.height[tile] += 1
    s.present[colour] |= 1 << tile


@jit
def take_meeples(s: Record, tile: int, colour: int, n: int) -> None:
    s.meeples[tile, colour] -= n
    s.height[tile] -= n
    if s.meeples[tile, colour] == 0:
        s.present[colour] &= ~(1 << tile)


@jit
def bag_size(s: Record) -> int:
    n = 0
    for colour in range(5):
        n += s.bag[colour]
    return n


@jit
def clear_turn(s: Record) -> None:
    """No turn is under way."""
    s.moving[:] = 0
    s.moving_size = 0
    s.at = -1
    s.previous = -1
    s.final = -1
    s.colour = -1
    s.count = 0
    s.echidna = 0
    s.iblis = 0
    s.struck = 0
    s.place = -1
    s.closed = 0
    s.set = 0
    s.peek[:] = 0
    s.peek_size = 0
    clear_pending(s)


@jit
def clear_pending(s: Record) -> None:
    s.pending = -1
    s.origin = -1
    s.back = -1
