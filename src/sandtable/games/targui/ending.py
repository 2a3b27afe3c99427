"""Going out, the standing, and the end of the game (TG-6). Incomes are paid before it (TG-R38): ``rounds.end_round`` calls ``finish``.

Every game ends by its rounds, so nothing counts decisions (TG-D9)."""

from __future__ import annotations

from sandtable.jit import jit
from sandtable.kernel.tape import Tape, emit

from .components import FIELDS
from .events import CONQUEST, E_ELIMINATED, E_GAME_OVER
from .income import income
from .state import NOBODY, Phase, Record, still_in


@jit
def capital(s: Record, seat: int) -> int:
    """Camels on the board and silver (TG-6.4)."""
    total = 0
    for field in range(1, FIELDS + 1):
        if s.owner[field] == seat:
            total += s.camels[field]
    return total + s.money[seat]


@jit
def score(s: Record, seat: int) -> int:
    """One number per seat: the income by the present board; 0 for a player who is out."""
    return income(s, seat)


@jit
def ahead(s: Record, a: int, b: int) -> bool:
    """Does ``a`` stand strictly before ``b``? Players in by income, then capital; players out behind, the later the better (TG-R47)."""
    if s.out[a] != 0 or s.out[b] != 0:
        return s.out[b] != 0 and (s.out[a] == 0 or s.out[a] > s.out[b])
    first = income(s, a)
    second = income(s, b)
    if first != second:
        return first > second
    return capital(s, a) > capital(s, b)


@jit
def rank(s: Record, seat: int) -> int:
    """1 is the best; equal players share a rank and the next one is skipped (TG-R47)."""
    place = 1
    for other in range(s.players):
        if other != seat and ahead(s, other, seat):
            place += 1
    return place


@jit
def finish(s: Record, reason: int, tape: Tape) -> None:
    """The game is over; all with rank 1 have won (TG-6.2, TG-6.3)."""
    winners = 0
    for seat in range(s.players):
        if rank(s, seat) == 1:
            winners |= 1 << seat
    s.phase = Phase.OVER
    s.seat = NOBODY
    s.turns_left = 0
    s.moved = 0
    s.bought = 0
    s.origin = 0
    s.target = 0
    emit(tape, E_GAME_OVER, reason, winners)


@jit
def lost_a_field(s: Record, loser: int, by: int, tape: Tape) -> None:
    """After a marker was replaced: a player without markers is out, the last one left has won (TG-6.1, TG-6.2, TG-R46, TG-R48)."""
    if loser == NOBODY:
        return
    for field in range(1, FIELDS + 1):
        if s.owner[field] == loser:
            return
    s.out[loser] = s.players - still_in(s) + 1
    s.money[loser] = 0
    emit(tape, E_ELIMINATED, loser, by)
    if still_in(s) == 1:
        finish(s, CONQUEST, tape)
