"""The course of a round: turns (FT-2.1), skipped decision points (FT-6.2.1), preparing the next round (FT-3), the end."""

from __future__ import annotations

from sandtable.jit import jit
from sandtable.kernel.tape import LIMIT, WRITE, Tape, emit

from .bidding import line_up
from .cards import draw_card, draw_djinn
from .components import (
    DJINN_ROW_SIZE,
    FAKIR,
    OASIS,
    ROW_SIZE,
    VILLAGE,
)
from .djinns import power_usable
from .events import (
    BY_ENDING,
    BY_PASS,
    BY_STUCK,
    EV_END_TURN,
    EV_ENDING,
    EV_LAPSE,
    EV_OVER,
    EV_PASS,
    EV_REFILL,
    EV_REFILL_DJINN,
    EV_ROUND,
    EV_SCORE,
    EV_TURN,
)
from .moving import move_exists
from .scoring import rank, score
from .state import Record, Stage, clear_turn
from .tiles import build, buy_card, is_free_choice, lapses, skip, tile_kind
from .tribes import builders, most_fakirs, no_kill, victim_within

# ---- rounds -------------------------------------------------------------------------------------------------------------------------


@jit
def refill(s: Record, tape: Tape) -> None:
    """Nine cards in the row, three open djinns, if there are enough (FT-3.1 to FT-3.3); also at the setup (FT-0.2.6, FT-0.2.7)."""
    while s.row_size < ROW_SIZE:
        card = draw_card(s, tape)
        if card < 0:
            break
        s.row[s.row_size] = card
        s.row_size += 1
        emit(tape, EV_REFILL, s.row_size, card)
    while s.djinn_row_size < DJINN_ROW_SIZE:
        djinn = draw_djinn(s, tape)
        if djinn < 0:
            break
        s.djinn_row[s.djinn_row_size] = djinn
        s.djinn_row_size += 1
        emit(tape, EV_REFILL_DJINN, s.djinn_row_size, djinn)


@jit
def begin_round(s: Record, tape: Tape) -> None:
    """The bidding begins; the markers stand ready in ``bid_order``."""
    s.rounds += 1
    s.used[:] = 0
    s.stage = Stage.BID
    s.seat = s.bid_order[0]
    emit(tape, EV_ROUND, s.rounds)


@jit
def after_bid(s: Record, tape: Tape) -> None:
    """The next marker bids; after the last one the first turn begins (FT-1.8)."""
    if s.bid_order_size > 0:
        s.seat = s.bid_order[0]
        return
    line_up(s)
    begin_turn(s, tape)


@jit
def begin_turn(s: Record, tape: Tape) -> None:
    """The next marker of the track goes to the lowest free spot of the bid-order track (FT-2.1.1)."""
    seat = s.queue[0]
    left = s.queue_size - 1
    for i in range(left):
        s.queue[i] = s.queue[i + 1]
    s.queue[left] = 0
    s.queue_size = left
    s.next_order[s.next_order_size] = seat
    s.next_order_size += 1
    s.seat = seat
    if s.turn_limit:
        s.used[seat] = 0
    clear_turn(s)
    s.stage = Stage.START
    emit(tape, EV_TURN, seat, s.next_order_size)


@jit
def pass_turn(s: Record, tape: Tape) -> None:
    """Without a legal move: no more powers this turn, and the game ends after this round (FT-4.2, FT-R44)."""
    seat = s.seat
    emit(tape, EV_PASS, seat)
    s.closed = 1
    s.stage = Stage.END
    if not s.ending:
        s.ending = 1
        emit(tape, EV_ENDING, seat, BY_PASS)


@jit
def end_turn(s: Record, tape: Tape) -> None:
    emit(tape, EV_END_TURN, s.seat)
    if s.queue_size > 0:
        begin_turn(s, tape)
        return
    clear_turn(s)
    s.bid_spot[:] = 0
    s.bid_seat[:] = 0
    s.bid_count = 0
    if s.ending or not move_exists(s):
        finish(s, tape)
        return
    for i in range(4):
        s.bid_order[i] = s.next_order[i]
        s.next_order[i] = 0
    s.bid_order_size = s.next_order_size
    s.next_order_size = 0
    refill(s, tape)
    begin_round(s, tape)


@jit
def finish(s: Record, tape: Tape) -> None:
    """The game is over, without clean-up (FT-4.5)."""
    s.stage = Stage.OVER
    s.seat = -1
    emit(tape, EV_OVER, BY_ENDING if s.ending else BY_STUCK)
    if tape[WRITE] < tape[LIMIT]:
        for seat in range(s.players):
            emit(tape, EV_SCORE, seat, score(s, seat), rank(s, seat))


# ---- decision points that are skipped -----------------------------------------------------------------------------------------------


@jit
def run_forced_steps(s: Record, tape: Tape) -> None:
    """Carries out without asking what leaves no choice (FT-6.2.1)."""
    while True:
        stage = s.stage
        if stage == Stage.BUILDERS:
            if power_usable(s) or most_fakirs(s) > 0:
                return
            builders(s, 0, tape)
        elif stage == Stage.ASSASSINS:
            if power_usable(s) or victim_within(s, s.hand[s.seat, FAKIR]):
                return
            no_kill(s, tape)
        elif stage == Stage.TILE:
            if lapses(s):
                emit(tape, EV_LAPSE, s.seat, s.final, tile_kind(s))
                s.stage = Stage.END
            elif power_usable(s) or is_free_choice(s):
                return
            elif tile_kind(s) == OASIS or tile_kind(s) == VILLAGE:
                build(s, tape)
            else:
                skip(s, tape)
        elif stage == Stage.SECOND_CARD:
            if s.row_size != 1:
                return
            buy_card(s, 0, tape)
        else:
            return
