"""Hiding goods in caves (TU-10); it closes a loading (TU-3.4)."""

from __future__ import annotations

from sandtable.jit import jit
from sandtable.kernel.tape import Tape, emit

from .components import (
    ANIMAL_SLOTS,
    CAVE_LIMIT,
    HIDE_ANIMAL,
    HIDE_HAND,
    KINDS,
)
from .events import HIDES
from .loading import Ints, take_top, why_top
from .refusal_codes import Code
from .state import NO, Record, all_know, hand_size, hidden_card


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
