"""Buying a special (TU-8): choosing it, then paying card by card without a superfluous one."""

from __future__ import annotations

import numpy as np

from sandtable.jit import jit
from sandtable.kernel.tape import Tape, emit

from .components import (
    ANIMAL_SLOTS,
    BUY,
    CAVE,
    DINAR,
    DONKEY,
    FIRST_DONKEY,
    KINDS,
    PAY_ANIMAL,
    PAY_HAND,
    PRICE,
    THIEF,
    THIEF_SLOTS,
)
from .events import BUYS, CHOOSES, PAYS
from .loading import Ints, take_top, why_top
from .refusal_codes import Code
from .state import EMPTY, NO, STACK_CODES, UNUSED_THIEF, Main, Phase, Record

STACK_WORTH, TOP_WORTH, ONES_ON_TOP = (np.zeros((len(DINAR), STACK_CODES), np.int64) for _ in range(3))
"""Tables ``[row of DINAR, code]`` of what is on an animal: the dinar of all of it and of the top, and how many ones lie on top."""
for _code in range(EMPTY + 1, STACK_CODES):
    _below, _value = _code // 4, DINAR[:, _code % 4]
    STACK_WORTH[:, _code] = STACK_WORTH[:, _below] + _value
    TOP_WORTH[:, _code] = _value
    ONES_ON_TOP[:, _code] = np.where(_value == 1, ONES_ON_TOP[:, _below] + 1, 0)


@jit
def wealth(s: Record, seat: int) -> int:
    """The dinar a player could pay: hand and animals, not caves and thieves (TU-8.2, TU-8.10)."""
    total = hand_worth(s, seat)
    for animal in range(ANIMAL_SLOTS):
        total += STACK_WORTH[s.goods, s.stack[seat, animal]]
    return total


@jit
def hand_worth(s: Record, seat: int) -> int:
    total = 0
    for good in range(KINDS):
        total += s.hand[seat, good] * DINAR[s.goods, good]
    return total


@jit
def why_special(s: Record, special: int) -> int:
    if s.main != Main.NONE:
        return Code.MAIN_DONE
    return Code.SOLD_OUT if s.supply[special] == 0 else Code.FREE


@jit
def why_buy(s: Record, seat: int, special: int) -> int:
    """It is still in the supply, and 3 dinar can be paid (TU-8.1)."""
    code = why_special(s, special)
    if code != Code.FREE:
        return code
    return Code.CANNOT_PAY if wealth(s, seat) < PRICE else Code.FREE


@jit
def offer_specials(s: Record, seat: int, out: Ints, n: int) -> int:
    """As ``why_buy``, with the wealth looked at once."""
    if wealth(s, seat) >= PRICE:
        for special in range(4):
            if why_special(s, special) == Code.FREE:
                out[n] = BUY + special
                n += 1
    return n


@jit
def choose_special(s: Record, seat: int, special: int, tape: Tape) -> None:
    """Starts the payment; nothing moves yet (TU-3.5)."""
    s.phase = Phase.PAY
    s.special = special
    emit(tape, CHOOSES, seat, special)


# ---- payments without a superfluous card (TU-8.5) -------------------------------------------------------------------------------
#
# Only hand cards and the deepest card taken from each animal can be left out of a payment. So a card of value v that ends a payment of
# ``total`` is right if ``total + v - 3`` is less than each of those. What matters of the cards paid so far is their total (1 or 2), the
# cheapest of them, and whether all came from one animal (the ``chain``): they had to go first if the payment goes on there.


@jit
def total_paid(s: Record) -> int:
    total = 0
    for i in range(s.paid):
        total += DINAR[s.goods, s.paid_good[i]]
    return total


@jit
def chain_of(s: Record) -> int:
    """The animal that gave all cards paid so far; NO if there is none."""
    if s.paid == 0 or (s.paid == 2 and s.paid_from[1] != s.paid_from[0]):
        return NO
    return s.paid_from[0]


@jit
def can_be_finished(s: Record, seat: int, without_good: int, without_animal: int, total: int, cheapest: int, chain: int) -> bool:
    """Is there a right way on from a payment of 1 or 2 dinar, when one more hand card or top card is gone?"""
    ones = 0
    twos = 0
    for good in range(KINDS):
        left = s.hand[seat, good] - (1 if good == without_good else 0)
        if DINAR[s.goods, good] == 1:
            ones += left
        elif DINAR[s.goods, good] == 2:
            twos += left
    next_on_chain = EMPTY
    for animal in range(ANIMAL_SLOTS):
        code = s.stack[seat, animal]
        if code > EMPTY:
            if animal == without_animal:
                code //= 4
            ones += ONES_ON_TOP[s.goods, code]
            if TOP_WORTH[s.goods, code] == 2:
                twos += 1
            if animal == chain:
                next_on_chain = code
    if total == 1:
        more = TOP_WORTH[s.goods, next_on_chain]
        return twos > 0 or ones >= 2 or more > 1 or (more == 1 and next_on_chain // 4 > EMPTY)
    if cheapest == 2:
        return ones > 0 or twos > 0 or next_on_chain > EMPTY
    return ones > 0 or next_on_chain > EMPTY


@jit
def is_right(s: Record, seat: int, place: int, good: int) -> bool:
    """May this card, from an animal or the hand (NO), be paid next?"""
    if s.overpay & 1:
        return total_paid(s) + wealth(s, seat) >= PRICE
    value = DINAR[s.goods, good]
    total = total_paid(s) + value
    chain = chain_of(s)
    if place != NO and s.paid > 0 and place == chain:
        cheapest = value
    elif s.paid > 0:
        cheapest = min(value, DINAR[s.goods, s.paid_good[s.paid - 1]])
        chain = NO
    else:
        cheapest = value
        chain = place
    if total >= PRICE:
        return total - PRICE < cheapest
    return can_be_finished(s, seat, good if place == NO else NO, place, total, cheapest, chain)


@jit
def why_pay_hand(s: Record, seat: int, good: int) -> int:
    if s.hand[seat, good] == 0:
        return Code.NOT_IN_HAND
    return Code.FREE if is_right(s, seat, NO, good) else Code.SUPERFLUOUS


@jit
def why_pay_animal(s: Record, seat: int, animal: int) -> int:
    code = why_top(s, seat, animal)
    if code != Code.FREE:
        return code
    return Code.FREE if is_right(s, seat, animal, s.stack[seat, animal] % 4) else Code.SUPERFLUOUS


@jit
def offer_payments(s: Record, seat: int, out: Ints, n: int) -> int:
    """The cards that can be paid next (16a)."""
    for good in range(KINDS):
        if why_pay_hand(s, seat, good) == Code.FREE:
            out[n] = PAY_HAND + good
            n += 1
    for animal in range(ANIMAL_SLOTS):
        if why_pay_animal(s, seat, animal) == Code.FREE:
            out[n] = PAY_ANIMAL + animal
            n += 1
    return n


@jit
def pay(s: Record, seat: int, place: int, good: int, tape: Tape) -> None:
    """Lays one card to the payment; at 3 dinar the purchase is complete (TU-8.6)."""
    s.paid_from[s.paid] = place
    s.paid_good[s.paid] = good
    s.paid += 1
    emit(tape, PAYS, seat, place, good)
    total = total_paid(s)
    if total >= PRICE:
        complete_purchase(s, seat, total, tape)


@jit
def pay_from_hand(s: Record, seat: int, good: int, tape: Tape) -> None:
    s.hand[seat, good] -= 1
    pay(s, seat, NO, good, tape)


@jit
def pay_from_animal(s: Record, seat: int, animal: int, tape: Tape) -> None:
    pay(s, seat, animal, take_top(s, seat, animal), tape)


@jit
def complete_purchase(s: Record, seat: int, total: int, tape: Tape) -> None:
    """The cards go to the discard pile (TU-8.7), the special lies before its buyer (TU-8.8)."""
    for i in range(s.paid):
        s.discard[s.paid_good[i]] += 1
        s.paid_from[i] = 0
        s.paid_good[i] = 0
    special = s.special
    s.paid = 0
    s.special = NO
    s.phase = Phase.TURN
    s.main = Main.BUY
    s.supply[special] -= 1
    receive(s, seat, special)
    emit(tape, BUYS, seat, special, total)


@jit
def receive(s: Record, seat: int, special: int) -> None:
    """Donkeys and caves are numbered in the order of purchase (section 16)."""
    if special == DONKEY:
        animal = FIRST_DONKEY
        while s.stack[seat, animal] > 0:
            animal += 1
        s.stack[seat, animal] = EMPTY
    elif special == CAVE:
        s.caves[seat] += 1
    elif special == THIEF:
        for place in range(THIEF_SLOTS):
            if s.thief[seat, place] == 0:
                s.thief[seat, place] = UNUSED_THIEF
                break
    else:
        s.maps[seat] += 1
