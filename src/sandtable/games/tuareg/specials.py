"""Extra actions: hiding goods in caves (TU-10) and stealing with thieves (TU-11). Both close a loading (TU-3.4)."""

from __future__ import annotations

from sandtable.jit import jit
from sandtable.kernel.chance import pick
from sandtable.kernel.tape import Tape, emit

from .components import (
    ANIMAL_SLOTS,
    CAVE_LIMIT,
    HIDE_ANIMAL,
    HIDE_HAND,
    KINDS,
    STEAL_ANIMAL,
    STEAL_HAND,
    THIEF_SLOTS,
)
from .events import HIDES, STEALS
from .loading import Ints, carries, take_top
from .state import NO, UNUSED_THIEF, Record, all_know, hand_size, hidden_card

# ---- caves ----------------------------------------------------------------------------------------------------------------------


@jit
def cave_is_free(s: Record, seat: int, cave: int) -> bool:
    """One good per cave and turn (TU-10.1), two in all (TU-10.2)."""
    return s.cave[seat, cave, CAVE_LIMIT - 1] == 0 and not s.cave_used[seat] >> cave & 1


@jit
def offer_hiding(s: Record, seat: int, out: Ints, n: int) -> int:
    keeps_last = s.owed == 1 and hand_size(s, seat) == 1  # TU-10.5
    if not keeps_last:
        for cave in range(s.caves[seat]):
            if cave_is_free(s, seat, cave):
                for good in range(KINDS):
                    if s.hand[seat, good] > 0:
                        out[n] = HIDE_HAND + 4 * cave + good
                        n += 1
    for cave in range(s.caves[seat]):
        if cave_is_free(s, seat, cave):
            for animal in range(ANIMAL_SLOTS):
                if carries(s, seat, animal):
                    out[n] = HIDE_ANIMAL + 8 * cave + animal
                    n += 1
    return n


@jit
def hide(s: Record, seat: int, cave: int, card: int) -> None:
    s.cave[seat, cave, 0 if s.cave[seat, cave, 0] == 0 else 1] = card
    s.cave_used[seat] |= 1 << cave
    s.loading = 0


@jit
def hide_from_hand(s: Record, seat: int, cave: int, good: int, tape: Tape) -> None:
    """Only the owner knows what it is (TU-17.2)."""
    s.hand[seat, good] -= 1
    hide(s, seat, cave, hidden_card(good, 1 << seat))
    emit(tape, HIDES, seat, cave, NO, good)


@jit
def hide_from_animal(s: Record, seat: int, cave: int, animal: int, tape: Tape) -> None:
    """Everyone saw the card before (TU-17.4)."""
    good = take_top(s, seat, animal)
    hide(s, seat, cave, hidden_card(good, all_know(s)))
    emit(tape, HIDES, seat, cave, animal, good)


# ---- thieves --------------------------------------------------------------------------------------------------------------------


@jit
def first_unused_thief(s: Record, seat: int) -> int:
    """Thieves are alike; the first unused one goes (TU-R38). NO if there is none."""
    for place in range(THIEF_SLOTS):
        if s.thief[seat, place] == UNUSED_THIEF:
            return place
    return NO


@jit
def offer_stealing(s: Record, seat: int, out: Ints, n: int) -> int:
    """Any other hand that is not empty, and the top card of any other animal (TU-11.2, TU-11.5)."""
    if first_unused_thief(s, seat) == NO:
        return n
    for victim in range(s.players):
        if victim != seat and hand_size(s, victim) > 0:
            out[n] = STEAL_HAND + victim
            n += 1
    for victim in range(s.players):
        if victim != seat:
            for animal in range(ANIMAL_SLOTS):
                if carries(s, victim, animal):
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
