"""Bidding for the order of play (FT-1)."""

from __future__ import annotations

from typing import Any

from sandtable.jit import jit
from sandtable.kernel.tape import Tape, emit

from .cards import discard_fakirs
from .components import FAKIR, KUMARBI, PRICES, ZERO_SPOTS
from .events import BY_BID, EV_BID
from .state import A_BID, Record, owns

NUM_SPOTS = 7


@jit
def is_free(s: Record, spot: int) -> bool:
    """A spot with a price holds one marker, the 0 spots three (FT-1.2, FT-1.4)."""
    taken = 0
    for i in range(s.bid_count):
        if s.bid_spot[i] == spot:
            taken += 1
    return taken < (ZERO_SPOTS if spot == 0 else 1)


@jit
def kumarbi_fakirs(s: Record, seat: int) -> int:
    """How many Fakirs the seat could discard with a bid (FT-D13)."""
    if owns(s, seat, KUMARBI) and (s.used[seat] >> KUMARBI) & 1 == 0:
        return s.hand[seat, FAKIR]
    return 0


@jit
def legal_bids(s: Record, out: Any) -> int:
    """Every free spot that one's gold pays (FT-R24), with every useful number of Fakirs (FT-6.4.1)."""
    seat = s.seat
    gold = s.gold[seat]
    fakirs = kumarbi_fakirs(s, seat)
    lowest = -1
    destitute = False
    n = 0
    for spot in range(NUM_SPOTS):
        if not is_free(s, spot):
            continue
        if lowest < 0:
            lowest = spot
            if gold < PRICES[spot]:
                # Destitute bidder: the lowest free spot for whatever there is (FT-1.6); dearer ones cannot be paid either.
                out[n] = A_BID + spot * (spot + 1) // 2
                n += 1
                destitute = True
        for f in range(spot + 1):
            if f > fakirs:
                break
            if PRICES[spot - f] <= gold and not (destitute and f == 0):
                out[n] = A_BID + spot * (spot + 1) // 2 + f
                n += 1
    return n


@jit
def bid(s: Record, number: int, tape: Tape) -> None:
    """Puts the next marker on a spot and pays its price, lowered by Kumarbi's Fakirs (FT-1.1)."""
    seat = s.seat
    spot = 0
    while (spot + 1) * (spot + 2) // 2 <= number:
        spot += 1
    fakirs = number - spot * (spot + 1) // 2
    price = min(PRICES[spot - fakirs], s.gold[seat])
    s.gold[seat] -= price
    emit(tape, EV_BID, seat, PRICES[spot], price, fakirs)
    discard_fakirs(s, seat, fakirs, BY_BID, tape)
    if fakirs > 0 and not s.turn_limit:
        s.used[seat] |= 1 << KUMARBI
    s.bid_spot[s.bid_count] = spot
    s.bid_seat[s.bid_count] = seat
    s.bid_count += 1
    left = s.bid_order_size - 1
    for i in range(left):
        s.bid_order[i] = s.bid_order[i + 1]
    s.bid_order[left] = 0
    s.bid_order_size = left


@jit
def line_up(s: Record) -> None:
    """The order of play: highest spot first, then the 0 bids from the latest to the earliest (FT-1.3, FT-1.8)."""
    n = 0
    for spot in range(NUM_SPOTS - 1, -1, -1):
        for i in range(s.bid_count - 1, -1, -1):
            if s.bid_spot[i] == spot:
                s.queue[n] = s.bid_seat[i]
                n += 1
    s.queue_size = n
