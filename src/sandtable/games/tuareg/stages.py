"""Piles, the end of a stage and the start of the next (TU-13)."""

from __future__ import annotations

from sandtable.jit import jit
from sandtable.kernel.chance import shuffle
from sandtable.kernel.tape import Tape, emit

from .components import (
    ANIMAL_SLOTS,
    CAMELS,
    CAVE,
    CAVE_LIMIT,
    CAVE_SLOTS,
    DONKEY,
    FIRST_DONKEY,
    KINDS,
    THIEF,
    THIEF_SLOTS,
)
from .events import RETURNS, STAGE_BEGINS, STAGE_ENDS, TURN_BEGINS
from .maps import queue_map_choices
from .scoring import announce_end, count_good, score_leftovers, score_majorities, uncover
from .state import EMPTY, NO, UNUSED_THIEF, Phase, Record


@jit
def build_pile(s: Record, tape: Tape) -> None:
    """Shuffles the goods of ``stage_pile`` into the pile; chance names the top card first."""
    n = 0
    for good in range(KINDS):
        for _ in range(s.stage_pile[good]):
            s.pile[n] = good
            n += 1
    shuffle(s, tape, s.pile, n)
    for i in range(n // 2):
        card = s.pile[i]
        s.pile[i] = s.pile[n - 1 - i]
        s.pile[n - 1 - i] = card
    s.pile_size = n


@jit
def take_from_pile(s: Record) -> int:
    s.pile_size -= 1
    good = s.pile[s.pile_size]
    s.pile[s.pile_size] = 0
    return good


@jit
def begin_stage(s: Record, tape: Tape) -> None:
    s.seat = s.current
    emit(tape, STAGE_BEGINS, s.stage, s.start, s.pile_size)
    emit(tape, TURN_BEGINS, s.seat, s.stage, s.lap)


@jit
def end_stage(s: Record, tape: Tape) -> None:
    """The closing lap is over: hidden goods are turned over and majorities scored (TU-13.3 to TU-13.8)."""
    emit(tape, STAGE_ENDS, s.stage)
    uncover(s, tape)
    score_majorities(s, tape)
    if s.stage == 1:
        queue_map_choices(s)
    else:  # there is no map choice (TU-14.1)
        s.phase = Phase.OVER
        s.seat = NO
        score_leftovers(s, tape)
        announce_end(s, tape)


# ---- stage 2 --------------------------------------------------------------------------------------------------------------------


@jit
def start_stage_2(s: Record, tape: Tape) -> None:
    """Scored goods make the new pile (TU-13.11); market and hands stay (TU-13.12)."""
    gather_goods(s)
    for seat in range(s.players):
        return_donkeys(s, seat, tape)
        return_caves(s, seat, tape)
        return_thieves(s, seat, tape)
        for good in range(KINDS):
            s.drawn[seat, good] = 0
    s.stage = 2
    s.phase = Phase.TURN
    s.start = s.current
    s.ender = NO
    build_pile(s, tape)
    if s.pile_size == 0:  # TU-13.15
        s.ender = (s.start + s.players - 1) % s.players
        s.lap = s.players
    begin_stage(s, tape)


@jit
def gather_goods(s: Record) -> None:
    """All counted goods, and the discard pile if the option says so (TU-13.11, TU-13.13)."""
    for good in range(KINDS):
        n = 0
        for seat in range(s.players):
            n += count_good(s, seat, good)
        if s.discard_in & 1:
            n += s.discard[good]
            s.discard[good] = 0
        s.stage_pile[good] = n


@jit
def return_donkeys(s: Record, seat: int, tape: Tape) -> None:
    """Camels are unloaded; loaded donkeys go back (TU-13.9), empty ones are kept and renumbered (TU-9.2, TU-13.10)."""
    for camel in range(CAMELS[s.players]):
        s.stack[seat, camel] = EMPTY
    kept = 0
    back = 0
    for animal in range(FIRST_DONKEY, ANIMAL_SLOTS):
        kept += s.stack[seat, animal] == EMPTY
        back += s.stack[seat, animal] > EMPTY
    for donkey in range(ANIMAL_SLOTS - FIRST_DONKEY):
        s.stack[seat, FIRST_DONKEY + donkey] = EMPTY if donkey < kept else 0
    give_back(s, seat, DONKEY, back, tape)


@jit
def return_caves(s: Record, seat: int, tape: Tape) -> None:
    kept = 0
    for cave in range(s.caves[seat]):
        kept += s.cave[seat, cave, 0] == 0
    back = s.caves[seat] - kept
    s.caves[seat] = kept
    for cave in range(CAVE_SLOTS):
        for place in range(CAVE_LIMIT):
            s.cave[seat, cave, place] = 0
    give_back(s, seat, CAVE, back, tape)


@jit
def return_thieves(s: Record, seat: int, tape: Tape) -> None:
    kept = 0
    back = 0
    for place in range(THIEF_SLOTS):
        kept += s.thief[seat, place] == UNUSED_THIEF
        back += s.thief[seat, place] > UNUSED_THIEF
    for place in range(THIEF_SLOTS):
        s.thief[seat, place] = UNUSED_THIEF if place < kept else 0
    give_back(s, seat, THIEF, back, tape)


@jit
def give_back(s: Record, seat: int, special: int, number: int, tape: Tape) -> None:
    s.supply[special] += number
    if number > 0:
        emit(tape, RETURNS, seat, special, number)
