"""The round: its die, its pack of tribe cards with one fate card, and revealing them one by one (TG-4)."""

from __future__ import annotations

from sandtable.jit import jit
from sandtable.kernel.chance import roll, shuffle
from sandtable.kernel.tape import Tape, emit

from .components import DIE, DOUBLE, DOUBLE_TURNS, FATES, SAFETY_ROUND
from .ending import finish
from .events import E_CARD, E_CARD_SKIPPED, E_FATES_RESHUFFLED, E_ROUND_END, E_ROUND_START, ROUNDS
from .fate import carry_out
from .income import pay_incomes
from .state import TRIBE, Phase, Record
from .turn import start_turn


@jit
def rounds(s: Record) -> int:
    """How many rounds the game can have: one per fate card (TG-4.1); the safety end of conquest only (TG-R43)."""
    if s.conquest_only != 0:
        return SAFETY_ROUND
    count = 0
    for number in range(1, FATES + 1):
        count += (s.fates >> number) & 1
    return count


@jit
def shuffle_fates(s: Record, tape: Tape) -> None:
    """All fate cards of the game as a new face-down deck (TG-3.9, TG-R43)."""
    size = 0
    for number in range(1, FATES + 1):
        if (s.fates >> number) & 1:
            s.deck[size] = number
            size += 1
    s.deck_size = size
    s.seen[:] = 0
    s.seen_size = 0
    shuffle(s, tape, s.deck[:], size)


@jit
def draw_fate(s: Record) -> int:
    """Takes the top card of the fate deck, unseen."""
    number = s.deck[0]
    last = s.deck_size - 1
    for i in range(last):
        s.deck[i] = s.deck[i + 1]
    s.deck[last] = 0
    s.deck_size = last
    return number


@jit
def start_round(s: Record, tape: Tape) -> None:
    """Die, pack, shuffle (TG-4.2 to TG-4.5)."""
    if s.deck_size == 0:
        shuffle_fates(s, tape)
        emit(tape, E_FATES_RESHUFFLED)
    s.number += 1
    s.fate_now = 0
    die = roll(s, tape, DIE)
    each = 1 if die == DOUBLE else die
    s.die = die
    size = 0
    for seat in range(s.players):
        if s.out[seat] == 0:
            for _ in range(each):
                s.pack[size] = TRIBE + seat
                size += 1
    s.pack[size] = draw_fate(s)
    size += 1
    for i in range(size, len(s.pack)):
        s.pack[i] = 0
    s.pack_size = size
    s.turned = 0
    shuffle(s, tape, s.pack[:], size)
    emit(tape, E_ROUND_START, s.number, die, each, DOUBLE_TURNS if die == DOUBLE else 1, size)


@jit
def end_round(s: Record, tape: Tape) -> None:
    """The pack is empty: incomes (TG-4.9); after the last round the game is over (TG-6.3), the last income counted (TG-R38)."""
    pay_incomes(s, tape)
    emit(tape, E_ROUND_END, s.number)
    if s.number >= rounds(s) or (s.deck_size == 0 and s.conquest_only == 0):
        finish(s, ROUNDS, tape)


@jit
def reveal(s: Record, tape: Tape) -> None:
    """Turns up cards until a player still in has his turn, or the game is over (TG-4.6, TG-R24)."""
    while True:
        if s.turned == s.pack_size:
            if s.number > 0:
                end_round(s, tape)
                if s.phase == Phase.OVER:
                    return
            start_round(s, tape)
        card = s.pack[s.turned]
        s.turned += 1
        if card < TRIBE:
            carry_out(s, card, tape)
        elif s.out[card - TRIBE] != 0:
            emit(tape, E_CARD_SKIPPED, card - TRIBE)
        else:
            s.seat = card - TRIBE
            s.turns_left = DOUBLE_TURNS if s.die == DOUBLE else 1
            emit(tape, E_CARD, card - TRIBE, s.turns_left)
            start_turn(s)
            return
