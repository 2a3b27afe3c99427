"""The sixteen fate cards (TG-9), carried out the moment they are revealed. Cards 13 and 16 work through ``fate_now``."""

from __future__ import annotations

from sandtable.jit import jit
from sandtable.kernel.tape import Tape, emit

from .components import (
    CARAVAN,
    CARAVAN_SILVER,
    DROUGHT,
    DROUGHT_LEAVES,
    DUNES,
    FIELDS,
    FIRST_GIFT,
    GIFT,
    HILLS,
    HOSTILE_TRIBE,
    LAST_GIFT,
    OASIS,
    PLAGUE,
    POISON,
    POISON_TAKES,
    RAID,
    RAIN,
    RAIN_TAKES,
    SALT_WORKS,
    SALT_WORKS_RAID,
    SANDSTORM,
    SANDSTORM_TAKES,
    SETTLEMENT,
    SPRING,
    SPRING_BRINGS,
)
from .events import E_FATE, E_FATE_CAMELS, E_FATE_MONEY
from .state import NOBODY, Record, camels_left, holds_home, pay, place


@jit
def loss(number: int, card: int, camels: int) -> int:
    """How many of its camels a field of this kind loses by this card."""
    if number == SALT_WORKS_RAID:
        return camels if card == SALT_WORKS else 0
    if number == SANDSTORM:
        return min(camels, SANDSTORM_TAKES) if card == DUNES else 0
    if number == DROUGHT:
        return max(camels - DROUGHT_LEAVES, 0) if card == OASIS else 0
    if number == PLAGUE:
        return camels // 2 if card >= SETTLEMENT else 0
    if number == HOSTILE_TRIBE:
        return min(camels, 1)
    if number == RAIN:
        return min(camels, RAIN_TAKES) if card == HILLS else 0
    if number == POISON:
        return min(camels, POISON_TAKES) if card == OASIS else 0
    return 0


@jit
def change_camels(s: Record, number: int, field: int, change: int, tape: Tape) -> None:
    if change != 0:
        place(s, field, change)
        emit(tape, E_FATE_CAMELS, number, field, change)


@jit
def losses(s: Record, number: int, tape: Tape) -> None:
    """Each field of the kind loses camels to the supply (TG-9.1, TG-9.6, TG-9.7, TG-9.9 to TG-9.11, TG-9.14, TG-R33)."""
    for field in range(1, FIELDS + 1):
        if s.camels[field] > 0:
            change_camels(s, number, field, -loss(number, s.card[field], s.camels[field]), tape)


@jit
def gift(s: Record, number: int, tape: Tape) -> None:
    """Camels for the settlement of one tribe if it carries its marker (TG-9.2 to TG-9.5, TG-R31, TG-R32)."""
    seat = number - FIRST_GIFT - (4 - s.players)
    if seat >= 0 and holds_home(s, seat):
        change_camels(s, number, s.home[seat], min(GIFT, camels_left(s)), tape)


@jit
def spring(s: Record, number: int, tape: Tape) -> None:
    """Camels are born in every marked oasis, equally many in each (TG-9.12, TG-R30)."""
    oases = 0
    for field in range(1, FIELDS + 1):
        if s.card[field] == OASIS and s.owner[field] != NOBODY:
            oases += 1
    if oases == 0:
        return
    born = min(SPRING_BRINGS, camels_left(s) // oases)
    for field in range(1, FIELDS + 1):
        if s.card[field] == OASIS and s.owner[field] != NOBODY:
            change_camels(s, number, field, born, tape)


@jit
def caravan(s: Record, number: int, tape: Tape) -> None:
    """Silver for every player who holds his own settlement (TG-9.8)."""
    for seat in range(s.players):
        if holds_home(s, seat):
            emit(tape, E_FATE_MONEY, number, seat, pay(s, seat, CARAVAN_SILVER))


@jit
def raid(s: Record, number: int, tape: Tape) -> None:
    """Every player who holds his own settlement loses all his money (TG-9.15, TG-R35)."""
    for seat in range(s.players):
        if holds_home(s, seat):
            lost = s.money[seat]
            s.money[seat] = 0
            emit(tape, E_FATE_MONEY, number, seat, -lost)


@jit
def carry_out(s: Record, number: int, tape: Tape) -> None:
    """A fate card is revealed (TG-4.6)."""
    s.fate_now = number
    s.seen[s.seen_size] = number
    s.seen_size += 1
    emit(tape, E_FATE, number)
    if FIRST_GIFT <= number <= LAST_GIFT:
        gift(s, number, tape)
    elif number == CARAVAN:
        caravan(s, number, tape)
    elif number == RAID:
        raid(s, number, tape)
    elif number == SPRING:
        spring(s, number, tape)
    else:
        losses(s, number, tape)
