"""The compiled rules as ``kernel.loops`` asks for them: every phase hands over to the file of its concept."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit
from sandtable.kernel.tape import Tape

from .components import DOUBLE_TURNS
from .ending import rank, score
from .fight import attack, break_off, exchange
from .knowledge import redeal
from .march import legal_amounts, legal_moves, march, most, move
from .purchase import affordable, buy, legal_purchases, purchase
from .rounds import reveal
from .setup import legal_settle, settle, setup
from .state import AMOUNT, ATTACK, BREAK_OFF, BUY, END_TURN, FIGHT_ON, MARCH, NUM_ACTIONS, SETTLE, Phase, Record
from .turn import end_turn

__all__ = ["NUM_ACTIONS", "apply", "legal", "rank", "redeal", "reveals", "score", "setup"]


@jit
def most_camels(s: Record) -> int:
    """How many camels may be named in an amount phase; 0 in the others."""
    if s.phase == Phase.BUY_AMOUNT:
        return affordable(s)
    if s.phase == Phase.MARCH_AMOUNT or s.phase == Phase.ADVANCE_AMOUNT:
        return most(s)
    return 0


@jit
def legal(s: Record, out: NDArray[np.int64]) -> int:
    """The legal decisions in ascending order (TG-D3); the parts of a turn are optional, so it can always be ended (TG-5.1.3)."""
    if s.phase == Phase.TURN:
        out[0] = END_TURN
        n = legal_purchases(s, out, 1)
        if s.moved == 0 and s.bought == 0:
            n = legal_moves(s, out, n)
        return n
    if s.phase == Phase.FIGHT:
        out[0] = FIGHT_ON
        out[1] = BREAK_OFF
        return 2
    if s.phase == Phase.SETTLE:
        return legal_settle(s, out)
    return legal_amounts(out, most_camels(s))


@jit
def apply(s: Record, action: int, tape: Tape) -> None:
    """Carries out a legal decision and all that follows from it (TG-D1)."""
    n = action - AMOUNT
    card_follows = False
    if n <= 0:
        if action >= ATTACK:
            attack(s, action - ATTACK, tape)
        elif action >= MARCH:
            march(s, action - MARCH)
        elif action > BUY:
            buy(s, action - BUY)
        elif action > SETTLE:
            card_follows = settle(s, action - SETTLE, tape)
        elif action == BREAK_OFF:
            break_off(s, tape)
        elif action == END_TURN:
            card_follows = end_turn(s, tape)
        if action >= ATTACK or action == FIGHT_ON:
            exchange(s, tape)
        if most_camels(s) == 1:
            n = 1  # the only number possible is not asked for (TG-D4)
    if n > 0:
        if s.phase == Phase.BUY_AMOUNT:
            purchase(s, n, tape)
        else:
            move(s, n, tape)
    if card_follows:
        reveal(s, tape)


@jit
def reveals(s: Record, action: int) -> bool:
    """Dice or cards are seen: fights, the end of a card's last turn, the last settlement (TG-H5)."""
    if action == END_TURN:
        return s.turns_left < DOUBLE_TURNS
    if SETTLE < action <= BUY:
        return s.seat + 1 == s.players
    return action == FIGHT_ON or ATTACK <= action <= AMOUNT
