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
from .refusal_codes import Code
from .state import EMPTY, STACK_CODES, Main, Record, stack_goods

Ints = NDArray[np.int64]


def overload(goods: list[int], donkey: bool) -> Code:
    """Why these goods may not lie on an animal, bottom first (TU-6.1 to TU-6.5; a donkey only carries no more than four, TU-6.7)."""
    if len(goods) > LOAD_LIMIT:
        return Code.ANIMAL_FULL
    if donkey:
        return Code.FREE
    if WATER in goods and len(set(goods)) > 1:
        return Code.WATER_ALONE
    if goods.count(GOLD) > GOLD_LIMIT:
        return Code.GOLD_LIMIT
    if len(set(goods)) > 2:
        return Code.THIRD_KIND
    if sum(below != above for below, above in pairwise(goods)) > 1:
        return Code.SECOND_CHANGE
    return Code.FREE


def _loading() -> NDArray[np.int64]:
    table = np.full((2, STACK_CODES, KINDS), Code.NO_SUCH_ANIMAL, np.int64)
    for code in range(EMPTY, STACK_CODES):
        for good in range(KINDS):
            for donkey in (0, 1):
                table[donkey, code, good] = overload([*stack_goods(code), good], bool(donkey))
    return table


LOADING = _loading()
"""``[0 for camels, 1 for donkeys, stack, good]``: why the good may not go on top (TU-6.6: only what lies there counts)."""


@jit
def why_loading(s: Record, main: int, animal: int) -> int:
    """May a loading begin, or go on with this animal (TU-3.4, TU-3.7)?"""
    if s.main == Main.NONE:
        return Code.FREE
    if s.main != main:
        return Code.MAIN_DONE
    if s.loading == 0:
        return Code.LOADING_CLOSED
    return Code.FREE if s.animal == animal else Code.ONE_ANIMAL


@jit
def why_on_top(s: Record, seat: int, animal: int, good: int) -> int:
    return LOADING[1 if animal >= FIRST_DONKEY else 0, s.stack[seat, animal], good]


@jit
def why_load_hand(s: Record, seat: int, animal: int, good: int) -> int:
    code = why_loading(s, Main.LOAD_HAND, animal)
    if code != Code.FREE:
        return code
    if s.stack[seat, animal] == 0:
        return Code.NO_SUCH_ANIMAL
    return Code.NOT_IN_HAND if s.hand[seat, good] == 0 else why_on_top(s, seat, animal, good)


@jit
def why_load_market(s: Record, seat: int, animal: int, good: int) -> int:
    code = why_loading(s, Main.LOAD_MARKET, animal)
    if code != Code.FREE:
        return code
    if s.main == Main.LOAD_MARKET and s.good != good:
        return Code.ONE_KIND
    if s.stack[seat, animal] == 0:
        return Code.NO_SUCH_ANIMAL
    return Code.NOT_IN_MARKET if s.market[good] == 0 else why_on_top(s, seat, animal, good)


@jit
def offer_loadings(s: Record, seat: int, out: Ints, n: int) -> int:
    """Every card that may be loaded now; a kind of loading that is not under way is not looked at."""
    if s.main == Main.NONE or s.main == Main.LOAD_HAND:
        for animal in range(ANIMAL_SLOTS):
            if s.stack[seat, animal] > 0:
                for good in range(KINDS):
                    if why_load_hand(s, seat, animal, good) == Code.FREE:
                        out[n] = LOAD_HAND + 4 * animal + good
                        n += 1
    if s.main == Main.NONE or s.main == Main.LOAD_MARKET:
        for animal in range(ANIMAL_SLOTS):
            if s.stack[seat, animal] > 0:
                for good in range(KINDS):
                    if why_load_market(s, seat, animal, good) == Code.FREE:
                        out[n] = LOAD_MARKET + 4 * animal + good
                        n += 1
    return n


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
def why_top(s: Record, seat: int, animal: int) -> int:
    """Is there a top card that could be taken?"""
    code = s.stack[seat, animal]
    return Code.NO_SUCH_ANIMAL if code == 0 else Code.ANIMAL_EMPTY if code == EMPTY else Code.FREE
