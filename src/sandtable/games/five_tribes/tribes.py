"""The actions of the five tribes (FT-2.4)."""

from __future__ import annotations

from typing import Any

from sandtable.jit import jit
from sandtable.kernel.tape import Tape, emit

from .cards import discard_fakirs, draw_hidden, earn, reward, take_from_row
from .components import BLOCK, BLUE, BOAZ, DISTANCE, FAKIR, GREEN, KANDICHA, NEKIR, SACRED, TILES, VILLAGE, WHITE, YELLOW
from .control import control
from .events import (
    BY_BUILDERS,
    BY_CONTROL,
    BY_KANDICHA,
    BY_KILL,
    BY_MERCHANTS,
    BY_NEKIR,
    EV_KEPT,
    EV_KILL,
    EV_KILL_OWNED,
    EV_NO_KILL,
    EV_TAKEN_OVER,
)
from .state import A_FAKIRS, A_KILL, A_KILL_OWNED, A_NO_KILL, MOST_FAKIRS, Record, Stage, owns, take_meeples


@jit
def act(s: Record, tape: Tape) -> None:
    """After the last drop: control of the final tile, then at once (FT-R37) the action of the collected tribe (FT-2.3, FT-2.4)."""
    seat, colour, count = s.seat, s.colour, s.count
    control(s, s.final, BY_CONTROL, tape)
    s.stage = Stage.TILE
    if colour == YELLOW:
        s.viziers[seat] += count
        emit(tape, EV_KEPT, seat, colour, count)
    elif colour == WHITE:
        s.elders[seat] += count
        emit(tape, EV_KEPT, seat, colour, count)
    else:
        s.bag[colour] += count
        if colour == GREEN:
            trade(s, seat, count, tape)
        else:
            s.stage = Stage.BUILDERS if colour == BLUE else Stage.ASSASSINS


@jit
def trade(s: Record, seat: int, merchants: int, tape: Tape) -> None:
    """Merchants take cards from the front of the row, at most all of it (FT-2.4.4, FT-R15)."""
    for _ in range(min(merchants, s.row_size)):
        take_from_row(s, seat, 0, BY_MERCHANTS, tape)


# ---- builders -----------------------------------------------------------------------------------------------------------------------


@jit
def blue_tiles(s: Record, tile: int) -> int:
    """Blue tiles in the 3 by 3 block round a tile (FT-2.4.5)."""
    n = 0
    for i in range(9):
        other = BLOCK[tile, i]
        if other >= 0 and (s.kind[other] == VILLAGE or s.kind[other] == SACRED):
            n += 1
    return n


@jit
def most_fakirs(s: Record) -> int:
    """How many Fakirs may be added to the builders (FT-6.4.5)."""
    if blue_tiles(s, s.final) == 0:
        return 0
    return min(MOST_FAKIRS, s.hand[s.seat, FAKIR])


@jit
def legal_fakirs(s: Record, out: Any, n: int) -> int:
    for fakirs in range(most_fakirs(s) + 1):
        out[n] = A_FAKIRS + fakirs
        n += 1
    return n


@jit
def builders(s: Record, fakirs: int, tape: Tape) -> None:
    """Gold for builders and Fakirs times blue tiles, doubled by Echidna (FT-2.4.5, FT-D06)."""
    seat = s.seat
    discard_fakirs(s, seat, fakirs, BY_BUILDERS, tape)
    gold = (s.count + fakirs) * blue_tiles(s, s.final) * (1 + s.echidna)
    if gold > 0:
        earn(s, seat, gold, BY_BUILDERS, tape)
    s.stage = Stage.TILE


# ---- assassins ----------------------------------------------------------------------------------------------------------------------


@jit
def fakirs_for(s: Record, tile: int) -> int:
    """The Fakirs that a victim on this tile costs (FT-2.4.8)."""
    missing = DISTANCE[s.final, tile] - s.count
    return missing if missing > 0 else 0


@jit
def is_target(s: Record, seat: int) -> bool:
    """Viziers and elders of this seat can be killed: an opponent's, without Boaz (FT-R05, FT-D04)."""
    return seat != s.seat and not owns(s, seat, BOAZ)


@jit
def victims_of(s: Record, seat: int) -> int:
    """Viziers and elders that assassins could kill in front of a seat."""
    return s.viziers[seat] + s.elders[seat] if is_target(s, seat) else 0


@jit
def victim_within(s: Record, fakirs: int) -> bool:
    """Can anybody be killed with at most so many Fakirs?"""
    for seat in range(s.players):
        if victims_of(s, seat) > 0:
            return True
    for tile in range(TILES):
        if s.height[tile] > 0 and fakirs_for(s, tile) <= fakirs:
            return True
    return False


@jit
def legal_kills(s: Record, out: Any, n: int) -> int:
    """Every victim in reach; declining only if none comes free (FT-6.4.6 to FT-6.4.8)."""
    fakirs = s.hand[s.seat, FAKIR]
    for tile in range(TILES):
        if s.height[tile] > 0 and fakirs_for(s, tile) <= fakirs:
            for colour in range(5):
                if s.meeples[tile, colour] > 0:
                    out[n] = A_KILL + 5 * tile + colour
                    n += 1
    for seat in range(s.players):
        if is_target(s, seat):
            n = legal_owned_kills(s, seat, out, n)
    if not victim_within(s, 0):
        out[n] = A_NO_KILL
        n += 1
    return n


@jit
def legal_owned_kills(s: Record, seat: int, out: Any, n: int) -> int:
    if s.viziers[seat] > 0:
        out[n] = A_KILL_OWNED + 2 * seat
        n += 1
    if s.elders[seat] > 0:
        out[n] = A_KILL_OWNED + 2 * seat + 1
        n += 1
    return n


@jit
def legal_second_kills(s: Record, out: Any) -> int:
    """A second victim comes from the place of the first (FT-D10, FT-R39)."""
    n = 0
    if s.place >= TILES:
        seat = s.place - TILES
        return legal_owned_kills(s, seat, out, n) if is_target(s, seat) else 0
    for colour in range(5):
        if s.meeples[s.place, colour] > 0:
            out[n] = A_KILL + 5 * s.place + colour
            n += 1
    return n


@jit
def strike(s: Record, tile: int, tape: Tape) -> None:
    """Before the first victim falls: Fakirs for the way (``tile`` -1: none), then Nekir, once per strike (FT-D18)."""
    if s.stage == Stage.ASSASSINS:
        seat = s.seat
        if tile >= 0:
            discard_fakirs(s, seat, fakirs_for(s, tile), BY_KILL, tape)
        reward(s, NEKIR, seat, BY_NEKIR, tape)
        s.struck = 1


@jit
def kill(s: Record, tile: int, colour: int, tape: Tape) -> None:
    """A victim on the board (FT-2.4.7); Kandicha, then control of an emptied tile (FT-2.4.9)."""
    seat = s.seat
    strike(s, tile, tape)
    take_meeples(s, tile, colour, 1)
    emit(tape, EV_KILL, seat, tile, colour)
    bury(s, seat, tile, colour, tape)
    control(s, tile, BY_KILL, tape)
    after_kill(s, tile, s.height[tile] > 0)


@jit
def kill_owned(s: Record, victim: int, colour: int, tape: Tape) -> None:
    """A vizier or elder in front of an opponent (FT-2.4.7)."""
    seat = s.seat
    strike(s, -1, tape)
    if colour == YELLOW:
        s.viziers[victim] -= 1
    else:
        s.elders[victim] -= 1
    emit(tape, EV_KILL_OWNED, seat, victim, colour)
    bury(s, seat, -1, colour, tape)
    after_kill(s, TILES + victim, s.viziers[victim] + s.elders[victim] > 0)


@jit
def bury(s: Record, seat: int, tile: int, colour: int, tape: Tape) -> None:
    """The victim goes to the bag (FT-2.4.12), unless Kandicha makes use of it (FT-D12)."""
    kandicha = owns(s, seat, KANDICHA)
    if kandicha and colour == YELLOW:
        s.viziers[seat] += 1
        emit(tape, EV_TAKEN_OVER, seat, colour)
        return
    if kandicha and colour == WHITE:
        s.elders[seat] += 1
        emit(tape, EV_TAKEN_OVER, seat, colour)
        return
    s.bag[colour] += 1
    if kandicha and colour == GREEN:
        draw_hidden(s, seat, BY_KANDICHA, tape)
    elif kandicha and colour == BLUE:
        gold = blue_tiles(s, tile) * (1 + s.echidna)
        if gold > 0:
            earn(s, seat, gold, BY_KANDICHA, tape)


@jit
def after_kill(s: Record, place: int, more: bool) -> None:
    """With Iblis a second victim is due, if one is left there (FT-R39)."""
    if s.iblis and more and s.stage == Stage.ASSASSINS:
        s.place = place
        s.stage = Stage.SECOND_KILL
    else:
        s.place = -1
        s.stage = Stage.TILE


@jit
def no_kill(s: Record, tape: Tape) -> None:
    emit(tape, EV_NO_KILL, s.seat)
    s.stage = Stage.TILE
