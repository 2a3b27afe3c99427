"""The action of the final tile (FT-2.5)."""

from __future__ import annotations

from typing import Any

from sandtable.jit import jit
from sandtable.kernel.tape import Tape, emit

from .cards import discard_fakirs, pay, spend_elders, take_djinn, take_from_row
from .components import (
    DJINN_ROW_SIZE,
    LARGE_MARKET,
    LARGE_PRICE,
    LARGE_REACH,
    OASIS,
    PAY_EE,
    PAY_EF,
    PAY_ELDERS,
    PAY_FAKIRS,
    SACRED,
    SMALL_MARKET,
    SMALL_PRICE,
    SMALL_REACH,
    VILLAGE,
)
from .djinns import can_pay, put_palace, put_palm
from .events import BY_MARKET, BY_SACRED, EV_SKIP
from .state import A_BUILD, A_SKIP, A_TAKE_CARD, A_TAKE_DJINN, Record, Stage


@jit
def tile_kind(s: Record) -> int:
    return s.kind[s.final]


@jit
def lapses(s: Record) -> bool:
    """The goods of this tile's action are used up (FT-2.5.3)."""
    kind = tile_kind(s)
    if kind == OASIS:
        return s.palms_left == 0
    if kind == VILLAGE:
        return s.palaces_left == 0
    if kind == SACRED:
        return s.djinn_row_size == 0
    return s.row_size == 0


@jit
def cards_offered(s: Record, kind: int) -> int:
    """How many front cards a market offers for the gold one has (FT-2.5.4, FT-2.5.5)."""
    gold = s.gold[s.seat]
    if kind == SMALL_MARKET:
        return min(SMALL_REACH, s.row_size) if gold >= SMALL_PRICE else 0
    return min(LARGE_REACH, s.row_size) if gold >= LARGE_PRICE else 0


@jit
def djinn_payable(s: Record) -> bool:
    """Two elders, or an elder and a Fakir (FT-2.5.6)."""
    seat = s.seat
    return can_pay(s, seat, PAY_EE) or can_pay(s, seat, PAY_EF)


@jit
def is_free_choice(s: Record) -> bool:
    """Besides `build` or `skip` the tile offers something."""
    kind = tile_kind(s)
    if kind == OASIS or kind == VILLAGE:
        return False
    if kind == SACRED:
        return s.djinn_row_size > 0 and djinn_payable(s)
    return cards_offered(s, kind) > 0


@jit
def legal_tile_actions(s: Record, out: Any, n: int) -> int:
    kind = tile_kind(s)
    if kind == OASIS or kind == VILLAGE:
        out[n] = A_BUILD
        return n + 1
    out[n] = A_SKIP
    n += 1
    if kind == SACRED:
        seat = s.seat
        for slot in range(min(DJINN_ROW_SIZE, s.djinn_row_size)):
            for payment in range(PAY_EE, PAY_EF + 1):
                if can_pay(s, seat, payment):
                    out[n] = A_TAKE_DJINN + 2 * slot + payment - PAY_EE
                    n += 1
        return n
    for slot in range(cards_offered(s, kind)):
        out[n] = A_TAKE_CARD + slot
        n += 1
    return n


@jit
def legal_second_cards(s: Record, out: Any) -> int:
    """The rest of the six that were in front (FT-R51)."""
    n = min(LARGE_REACH - 1, s.row_size)
    for slot in range(n):
        out[slot] = A_TAKE_CARD + slot
    return n


@jit
def build(s: Record, tape: Tape) -> None:
    """A palm in an oasis, a palace in a village, while there are any (FT-2.5.2)."""
    if tile_kind(s) == OASIS:
        if s.palms_left > 0:
            put_palm(s, s.final, tape)
    elif s.palaces_left > 0:
        put_palace(s, s.final, tape)
    s.stage = Stage.END


@jit
def skip(s: Record, tape: Tape) -> None:
    emit(tape, EV_SKIP, s.seat, s.final, tile_kind(s))
    s.stage = Stage.END


@jit
def buy_card(s: Record, slot: int, tape: Tape) -> None:
    """A market's first card is paid for; the large market gives a second one (FT-2.5.5)."""
    seat = s.seat
    if s.stage == Stage.SECOND_CARD:
        take_from_row(s, seat, slot, BY_MARKET, tape)
        s.stage = Stage.END
        return
    large = tile_kind(s) == LARGE_MARKET
    pay(s, seat, LARGE_PRICE if large else SMALL_PRICE, BY_MARKET, tape)
    take_from_row(s, seat, slot, BY_MARKET, tape)
    s.stage = Stage.SECOND_CARD if large and s.row_size > 0 else Stage.END


@jit
def buy_djinn(s: Record, slot: int, payment: int, tape: Tape) -> None:
    """Pays for an open djinn; the others close up (FT-2.5.6, FT-2.5.7)."""
    seat = s.seat
    spend_elders(s, seat, PAY_ELDERS[payment], BY_SACRED, tape)
    discard_fakirs(s, seat, PAY_FAKIRS[payment], BY_SACRED, tape)
    djinn = s.djinn_row[slot]
    size = s.djinn_row_size - 1
    for i in range(slot, size):
        s.djinn_row[i] = s.djinn_row[i + 1]
    s.djinn_row[size] = 0
    s.djinn_row_size = size
    take_djinn(s, seat, djinn, BY_SACRED, tape)
    s.stage = Stage.END
