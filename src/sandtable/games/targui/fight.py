"""Fights: strikes in turn until one field is empty or the attacker breaks off (TG-5.3)."""

from __future__ import annotations

from sandtable.jit import jit
from sandtable.kernel.chance import roll
from sandtable.kernel.tape import Tape, emit

from .components import NEIGHBOUR, SV_IN_FORCE
from .events import ATTACKER, ATTACKER_WON, BROKEN_OFF, DEFENDER, DEFENDER_WON, E_ATTACK, E_FIGHT_END, E_STRIKE
from .march import end_move
from .state import NOBODY, Phase, Record, place

DIE = 6


@jit
def strategic_value(s: Record, field: int) -> int:
    """The value of the striker's own field (TG-R9); dunes after a change of climate have 3 (TG-9.13)."""
    return SV_IN_FORCE[s.fate_now, s.card[field]]


@jit
def strike(s: Record, side: int, striker: int, struck: int, tape: Tape) -> None:
    """floor((value of the own field + die) / 2) camels of the other side are lost, at most all it has there (TG-5.3.3, TG-R12)."""
    value = strategic_value(s, striker)
    die = roll(s, tape, DIE)
    hits = (value + die) // 2
    lost = min(hits, s.camels[struck])
    place(s, struck, -lost)
    emit(tape, E_STRIKE, side, striker, value, die, hits, lost, s.camels[struck])


@jit
def exchange(s: Record, tape: Tape) -> None:
    """The attacker strikes, then the defender if he has camels left (TG-5.3.4, TG-5.3.6, TG-R10, TG-R11)."""
    origin = s.origin
    target = s.target
    strike(s, ATTACKER, origin, target, tape)
    if s.camels[target] == 0:
        victory(s, tape)
        return
    strike(s, DEFENDER, target, origin, tape)
    if s.camels[origin] == 0:
        emit(tape, E_FIGHT_END, DEFENDER_WON)
        end_move(s)
    else:
        s.phase = Phase.FIGHT


@jit
def victory(s: Record, tape: Tape) -> None:
    """The defender takes his marker back; at least one camel moves in (TG-5.3.5)."""
    emit(tape, E_FIGHT_END, ATTACKER_WON)
    s.defender = s.owner[s.target]
    s.owner[s.target] = NOBODY
    s.phase = Phase.ADVANCE_AMOUNT


@jit
def attack(s: Record, number: int, tape: Tape) -> None:
    """An own field attacks a neighbour with foreign camels; the first exchange follows (TG-5.3.1)."""
    origin = number // 8 + 1
    target = NEIGHBOUR[origin, number % 8]
    s.origin = origin
    s.target = target
    emit(tape, E_ATTACK, s.seat, origin, target, s.owner[target])


@jit
def break_off(s: Record, tape: Tape) -> None:
    """The attacker stops after a strike of the defender (TG-5.3.8)."""
    emit(tape, E_FIGHT_END, BROKEN_OFF)
    end_move(s)
