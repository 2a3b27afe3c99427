"""Laying out a new game (TU-2)."""

from __future__ import annotations

from sandtable.jit import jit
from sandtable.kernel.chance import choose
from sandtable.kernel.tape import Tape, emit

from .components import (
    CAMELS,
    SUPPLY,
)
from .events import DEALT
from .stages import begin_stage, build_pile, take_from_pile
from .state import EMPTY, NO, Phase, Record, clear_turn


@jit
def setup(s: Record, tape: Tape) -> None:
    """Deals a new game: first the goods are shuffled, then the start player is drawn (16h). Nobody has anything in hand (TU-2.4)."""
    s.stage = 1
    s.phase = Phase.TURN
    s.ender = NO
    clear_turn(s)
    for seat in range(s.players):
        for camel in range(CAMELS[s.players]):
            s.stack[seat, camel] = EMPTY
    for special in range(4):
        s.supply[special] = SUPPLY[s.players, special]
    build_pile(s, tape)
    lay_out_market(s, tape)
    s.start = s.start_option if s.start_option >= 0 else choose(s, tape, s.players)
    s.current = s.start
    begin_stage(s, tape)


@jit
def lay_out_market(s: Record, tape: Tape) -> None:
    """The top 2 goods are the market; the other 42 are the pile of stage 1 (TU-2.3)."""
    first = take_from_pile(s)
    second = take_from_pile(s)
    for good in (first, second):
        s.market[good] += 1
        s.stage_pile[good] -= 1
    emit(tape, DEALT, first, second, s.pile_size)
