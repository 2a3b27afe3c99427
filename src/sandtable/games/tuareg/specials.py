"""Extra actions: hiding goods in caves (TU-10) and stealing with thieves (TU-11). Both close a loading (TU-3.4)."""

from __future__ import annotations

from sandtable.jit import jit
from sandtable.kernel.chance import pick
from sandtable.kernel.tape import Tape, emit

from .codes import Code
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
from .loading import Ints, take_top, why_top
from .state import NO, UNUSED_THIEF, Record, all_know, hand_size, hidden_card

# ---- caves ----------------------------------------------------------------------------------------------------------------------


@jit
def why_cave(s: Record, seat: int, cave: int) -> int:
    """One good per cave and turn (TU-10.1), two in all (TU-10.2)."""
    if cave >= s.caves[seat]:
        return Code.NO_SUCH_CAVE
    if s.cave[seat, cave, CAVE_LIMIT - 1] != 0:
        return Code.CAVE_FULL
    return Code.CAVE_USED if s.cave_used[seat] >> cave & 1 else Code.FREE


@jit
def why_hide_hand(s: Record, seat: int, cave: int, good: int) -> int:
    """The last card stays for the market that is owed one (TU-10.5)."""
    code = why_cave(s, seat, cave)
    if code != Code.FREE:
        return code
    if s.hand[seat, good] == 0:
        return Code.NOT_IN_HAND
    return Code.LAST_CARD if s.owed == 1 and hand_size(s, seat) == 1 else Code.FREE


@jit
def why_hide_animal(s: Record, seat: int, cave: int, animal: int) -> int:
    code = why_cave(s, seat, cave)
    return code if code != Code.FREE else why_top(s, seat, animal)


@jit
def offer_hiding(s: Record, seat: int, out: Ints, n: int) -> int:
    for cave in range(s.caves[seat]):
        for good in range(KINDS):
            if why_hide_hand(s, seat, cave, good) == Code.FREE:
                out[n] = HIDE_HAND + 4 * cave + good
                n += 1
    for cave in range(s.caves[seat]):
        for animal in range(ANIMAL_SLOTS):
            if why_hide_animal(s, seat, cave, animal) == Code.FREE:
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
