"""The turn (TU-3): drawing (TU-4), what is offered, and its end (16a to 16c)."""

from __future__ import annotations

from sandtable.jit import jit
from sandtable.kernel.tape import Tape, emit

from .buying import offer_specials
from .caves import offer_hiding
from .components import DRAW, DRAW_SIZE, END_TURN, HAND_LIMIT, KINDS, PASS, TO_MARKET
from .events import DRAWS, ENDS_TURN, LAP_BEGINS, PASSES, PILE_EMPTY, PUTS_INTO_MARKET, TURN_BEGINS
from .loading import Ints, offer_loadings
from .refusal_codes import Code
from .stages import take_from_pile
from .state import NO, Main, Record, clear_turn, hand_size
from .thieves import offer_stealing


@jit
def why_draw(s: Record) -> int:
    if s.main != Main.NONE:
        return Code.MAIN_DONE
    return Code.PILE_EMPTY if s.pile_size == 0 else Code.FREE


@jit
def why_to_market(s: Record, seat: int, good: int) -> int:
    """After drawing any hand card may go to the market (TU-4.3, TU-4.4)."""
    if s.main != Main.DRAW:
        return Code.MARKET_ONLY_AFTER_DRAW
    return Code.NOT_IN_HAND if s.hand[seat, good] == 0 else Code.FREE


@jit
def why_end_turn(s: Record, seat: int) -> int:
    if s.main == Main.NONE:
        return Code.NO_ACTION_YET
    if s.owed == 1:
        return Code.MARKET_CARD_OWED
    return Code.HAND_LIMIT if hand_size(s, seat) > HAND_LIMIT else Code.FREE


@jit
def why_pass(s: Record) -> int:
    """Only in the closing lap (TU-3.2)."""
    if s.main != Main.NONE:
        return Code.PASS_AFTER_ACTION
    return Code.PASS_TOO_EARLY if s.lap == 0 else Code.FREE


@jit
def offer_turn(s: Record, seat: int, out: Ints) -> int:
    """All decisions of phase ``turn``, in ascending order (16a); caves and thieves at any point of it (TU-3.3)."""
    n = 0
    if why_draw(s) == Code.FREE:
        out[n] = DRAW
        n += 1
    if s.main == Main.DRAW:
        for good in range(KINDS):
            if why_to_market(s, seat, good) == Code.FREE:
                out[n] = TO_MARKET + good
                n += 1
    n = offer_loadings(s, seat, out, n)
    if s.main == Main.NONE:
        n = offer_specials(s, seat, out, n)
    n = offer_hiding(s, seat, out, n)
    n = offer_stealing(s, seat, out, n)
    if why_end_turn(s, seat) == Code.FREE:
        out[n] = END_TURN
        n += 1
    elif why_pass(s) == Code.FREE:
        out[n] = PASS
        n += 1
    return n


@jit
def draw(s: Record, seat: int, tape: Tape) -> None:
    """Up to 3 goods from the pile; after a full draw the market is owed one (TU-4.1, TU-4.3, TU-4.6)."""
    n = min(DRAW_SIZE, s.pile_size)
    first, second, third = draw_one(s, seat), draw_one(s, seat), draw_one(s, seat)
    s.main = Main.DRAW
    s.owed = 1 if n == DRAW_SIZE else 0
    emit(tape, DRAWS, seat, n, first, second, third, s.pile_size)
    if s.pile_size == 0:
        s.ender = seat
        emit(tape, PILE_EMPTY, seat)


@jit
def draw_one(s: Record, seat: int) -> int:
    if s.pile_size == 0:
        return NO
    good = take_from_pile(s)
    s.hand[seat, good] += 1
    s.drawn[seat, good] += 1
    return good


@jit
def put_into_market(s: Record, seat: int, good: int, tape: Tape) -> None:
    s.hand[seat, good] -= 1
    s.market[good] += 1
    s.owed = 0
    emit(tape, PUTS_INTO_MARKET, seat, good)


@jit
def end_turn(s: Record, seat: int, tape: Tape) -> bool:
    """Clears the turn; counts down the closing lap or begins it (TU-13.1); the left neighbour is next (16c). Is the stage over?"""
    emit(tape, PASSES if s.main == Main.NONE else ENDS_TURN, seat)
    clear_turn(s)
    s.cave_used[seat] = 0
    if s.lap > 0:
        s.lap -= 1
        if s.lap == 0:
            return True
    elif s.ender >= 0:
        s.lap = s.players
        emit(tape, LAP_BEGINS, (seat + 1) % s.players, s.lap)
    s.current = (seat + 1) % s.players
    s.seat = s.current
    emit(tape, TURN_BEGINS, s.seat, s.stage, s.lap)
    return False


@jit
def ends_stage(s: Record) -> bool:
    """Is this the last turn of the stage?"""
    return s.lap == 1
