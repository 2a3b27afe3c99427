"""Loading animals from the hand (TU-5) and from the market (TU-7) by the loading rules (TU-6)."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit
from sandtable.kernel.tape import Tape, emit

from .components import (
    ANIMAL_SLOTS,
    FIRST_DONKEY,
    GOLD,
    GOLD_LIMIT,
    KINDS,
    LOAD_HAND,
    LOAD_LIMIT,
    LOAD_MARKET,
    WATER,
)
from .events import LOADS
from .state import EMPTY, STACK_CODES, Main, Record, stack_goods

Ints = NDArray[np.int64]


def camel_may_carry(goods: list[int]) -> bool:
    """May these goods lie on a camel, bottom first? (TU-6.1 to TU-6.5)"""
    changes = sum(a != b for a, b in pairwise(goods))
    return (
        len(goods) <= LOAD_LIMIT
        and len(set(goods)) <= 2
        and changes <= 1
        and (WATER not in goods or set(goods) == {WATER})
        and goods.count(GOLD) <= GOLD_LIMIT
    )


def _loadable() -> NDArray[np.int64]:
    """``LOADABLE[0, code]`` for camels, ``LOADABLE[1, code]`` for donkeys (TU-6.7): the set of goods (bits) that may go on top."""
    table = np.zeros((2, STACK_CODES), np.int64)
    for code in range(EMPTY, STACK_CODES):
        goods = stack_goods(code)
        for good in range(KINDS):
            table[0, code] |= camel_may_carry([*goods, good]) << good
            table[1, code] |= (len(goods) < LOAD_LIMIT) << good
    return table


LOADABLE = _loadable()


@jit
def loadable(s: Record, seat: int, animal: int) -> int:
    """The set of goods that may go on top of this animal now; none if there is no such animal (TU-6.6: only what lies there counts)."""
    return LOADABLE[1 if animal >= FIRST_DONKEY else 0, s.stack[seat, animal]]


@jit
def goods_in_hand(s: Record, seat: int) -> int:
    """The kinds in the hand as a set."""
    kinds = 0
    for good in range(KINDS):
        if s.hand[seat, good] > 0:
            kinds |= 1 << good
    return kinds


@jit
def goods_in_market(s: Record) -> int:
    """The kinds in the market as a set."""
    kinds = 0
    for good in range(KINDS):
        if s.market[good] > 0:
            kinds |= 1 << good
    return kinds


@jit
def offer_loading(s: Record, seat: int, base: int, main: int, kinds: int, out: Ints, n: int) -> int:
    """Offers every card that may be loaded now: any animal at first, then only the one begun (TU-3.4, TU-3.7)."""
    first, last = 0, ANIMAL_SLOTS
    if s.main == main and s.loading == 1:
        first, last = s.animal, s.animal + 1
    elif s.main != Main.NONE:
        return n
    for animal in range(first, last):
        fits = loadable(s, seat, animal) & kinds
        if fits:
            for good in range(KINDS):
                if fits >> good & 1:
                    out[n] = base + 4 * animal + good
                    n += 1
    return n


@jit
def offer_loadings(s: Record, seat: int, out: Ints, n: int) -> int:
    n = offer_loading(s, seat, LOAD_HAND, Main.LOAD_HAND, goods_in_hand(s, seat), out, n)
    kinds = goods_in_market(s)
    if s.main == Main.LOAD_MARKET:
        kinds &= 1 << s.good
    return offer_loading(s, seat, LOAD_MARKET, Main.LOAD_MARKET, kinds, out, n)


@jit
def lay_on(s: Record, seat: int, animal: int, good: int) -> None:
    """New goods go on top (TU-5.3)."""
    s.stack[seat, animal] = s.stack[seat, animal] * 4 + good
    s.animal = animal
    s.loading = 1


@jit
def load_from_hand(s: Record, seat: int, animal: int, good: int, tape: Tape) -> None:
    """One hand card onto one own animal (TU-5.1)."""
    s.hand[seat, good] -= 1
    s.main = Main.LOAD_HAND
    lay_on(s, seat, animal, good)
    emit(tape, LOADS, seat, animal, good, 0)


@jit
def load_from_market(s: Record, seat: int, animal: int, good: int, tape: Tape) -> None:
    """One market card straight onto one own animal (TU-7.1); the whole loading is of one kind."""
    s.market[good] -= 1
    s.main = Main.LOAD_MARKET
    s.good = good
    lay_on(s, seat, animal, good)
    emit(tape, LOADS, seat, animal, good, 1)


@jit
def take_top(s: Record, seat: int, animal: int) -> int:
    """Takes the uncovered card off an animal that carries something (TU-8.3)."""
    code = s.stack[seat, animal]
    s.stack[seat, animal] = code // 4
    return code % 4


@jit
def carries(s: Record, seat: int, animal: int) -> bool:
    return s.stack[seat, animal] > EMPTY
