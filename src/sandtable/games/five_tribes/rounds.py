"""The course of a round: setup (FT-0.2), turns (FT-2.1), skipped decision points (FT-6.2.1), preparing the next round (FT-3), the end."""

from __future__ import annotations

from sandtable.jit import jit
from sandtable.kernel.chance import shuffle
from sandtable.kernel.tape import LIMIT, WRITE, Tape, emit

from .bidding import line_up
from .cards import draw_card, draw_djinn, turn_over
from .components import (
    CAMELS,
    CARD_BOX,
    DJINN_ROW_SIZE,
    DJINNS,
    FAKIR,
    MARKERS,
    MEEPLE_BOX,
    OASIS,
    PALACES,
    PALMS,
    PER_TILE,
    ROW_SIZE,
    START_GOLD,
    TILE_BOX,
    TILES,
    TYPE_KIND,
    TYPE_VALUE,
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
from .scoring import rank, score
from .sowing import move_exists
from .state import Record, Stage, clear_turn, put_meeple
from .tiles import build, buy_card, is_free_choice, lapses, skip, tile_kind
from .tribes import builders, most_fakirs, no_kill, victim_within

# ---- setup --------------------------------------------------------------------------------------------------------------------------


@jit
def setup(s: Record, tape: Tape) -> None:
    """Lays out a new game (FT-0.2). Chance in this order: tiles, meeples, markers, resource cards, djinns."""
    players = s.players
    for seat in range(4):
        s.gold[seat] = START_GOLD if seat < players else 0
        s.camels[seat] = CAMELS[players] if seat < players else 0
    s.palms_left = PALMS
    s.palaces_left = PALACES
    heap = s.pile[:]  # everything is shuffled where the resource cards will lie
    for i in range(len(TILE_BOX)):
        heap[i] = TILE_BOX[i]
    shuffle(s, tape, heap, len(TILE_BOX))
    for tile in range(TILES):
        s.kind[tile] = TYPE_KIND[heap[tile]]
        s.value[tile] = TYPE_VALUE[heap[tile]]
        s.camel[tile] = -1
    for i in range(len(MEEPLE_BOX)):
        heap[i] = MEEPLE_BOX[i]
    shuffle(s, tape, heap, len(MEEPLE_BOX))
    for i in range(len(MEEPLE_BOX)):
        put_meeple(s, i // PER_TILE, heap[i])
    markers = MARKERS[players]
    for i in range(markers):
        s.bid_order[i] = i % players
    shuffle(s, tape, s.bid_order[:], markers)
    s.bid_order_size = markers
    heap[:] = 0
    for i in range(len(CARD_BOX)):
        heap[i] = CARD_BOX[i]
    shuffle(s, tape, heap, len(CARD_BOX))
    turn_over(heap, len(CARD_BOX))
    s.pile_size = len(CARD_BOX)
    for djinn in range(len(DJINNS)):
        s.djinn_pile[djinn] = djinn
    shuffle(s, tape, s.djinn_pile[:], len(DJINNS))
    turn_over(s.djinn_pile[:], len(DJINNS))
    s.djinn_pile_size = len(DJINNS)
    clear_turn(s)
    refill(s, tape)
    begin_round(s, tape)


# ---- rounds -------------------------------------------------------------------------------------------------------------------------


@jit
def refill(s: Record, tape: Tape) -> None:
    """Nine cards in the row, three open djinns, if there are enough (FT-3.1 to FT-3.3)."""
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
def settle(s: Record, tape: Tape) -> None:
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
