"""Stealing with thieves (TU-11); it closes a loading (TU-3.4)."""

from __future__ import annotations

from sandtable.jit import jit
from sandtable.kernel.chance import pick
from sandtable.kernel.tape import Tape, emit

from .components import (
    ANIMAL_SLOTS,
    STEAL_ANIMAL,
    STEAL_HAND,
    THIEF_SLOTS,
)
from .events import STEALS
from .loading import Ints, take_top, why_top
from .refusal_codes import Code
from .state import NO, UNUSED_THIEF, Record, all_know, hand_size, hidden_card


@jit
def first_unused_thief(s: Record, seat: int) -> int:
    """Thieves are alike; the first unused one goes (TU-R38). NO if there is none."""
    for place in range(THIEF_SLOTS):
        if s.thief[seat, place] == UNUSED_THIEF:
            return place
    return NO


@jit
def why_victim(s: Record, seat: int, victim: int) -> int:
    if victim >= s.players:
        return Code.NO_SUCH_SEAT
    if victim == seat:
        return Code.STEAL_SELF
    return Code.NO_THIEF if first_unused_thief(s, seat) == NO else Code.FREE


@jit
def why_steal_hand(s: Record, seat: int, victim: int) -> int:
    """Any other hand that is not empty (TU-11.5)."""
    code = why_victim(s, seat, victim)
    if code != Code.FREE:
        return code
    return Code.HAND_EMPTY if hand_size(s, victim) == 0 else Code.FREE


@jit
def why_steal_animal(s: Record, seat: int, victim: int, animal: int) -> int:
    """The top card of any other animal (TU-11.2, TU-11.5)."""
    code = why_victim(s, seat, victim)
    return code if code != Code.FREE else why_top(s, victim, animal)


@jit
def offer_stealing(s: Record, seat: int, out: Ints, n: int) -> int:
    if first_unused_thief(s, seat) == NO:
        return n
    for victim in range(s.players):
        if why_steal_hand(s, seat, victim) == Code.FREE:
            out[n] = STEAL_HAND + victim
            n += 1
    for victim in range(s.players):
        for animal in range(ANIMAL_SLOTS):
            if why_steal_animal(s, seat, victim, animal) == Code.FREE:
                out[n] = STEAL_ANIMAL + 8 * victim + animal
                n += 1
    return n


@jit
def put_under_thief(s: Record, seat: int, card: int) -> None:
    """The good stays there until the stage ends (TU-11.4)."""
    s.thief[seat, first_unused_thief(s, seat)] = card
    s.loading = 0


@jit
def steal_from_hand(s: Record, seat: int, victim: int, tape: Tape) -> None:
    """A random card (TU-11.3), known to thief and victim (TU-17.3)."""
    good = pick(s, tape, s.hand[victim])
    s.hand[victim, good] -= 1
    put_under_thief(s, seat, hidden_card(good, 1 << seat | 1 << victim))
    emit(tape, STEALS, seat, victim, NO, good)


@jit
def steal_from_animal(s: Record, seat: int, victim: int, animal: int, tape: Tape) -> None:
    """Everyone saw the card before (TU-17.4)."""
    good = take_top(s, victim, animal)
    put_under_thief(s, seat, hidden_card(good, all_know(s)))
    emit(tape, STEALS, seat, victim, animal, good)
