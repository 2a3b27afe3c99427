"""The compiled rules, gathered: what is legal, what a decision does, what it reveals. ``state`` lists the decisions (FT-6.1.1)."""

from __future__ import annotations

from typing import Any

from sandtable.jit import jit
from sandtable.kernel.tape import Tape

from .bidding import bid, legal_bids
from .components import ANUN_NAK, GREEN, KANDICHA, PAY_EE, POWER_DJINN, SIBITTIS, SLOAR
from .djinns import keep, leave_it, legal_keeps, legal_powers, legal_targets, place, use
from .knowledge import redeal
from .moving import collect, drop, legal_drops, legal_lifts, lift
from .rounds import after_bid, end_turn, pass_turn, run_forced_steps
from .sale import legal_goods, legal_sale, sell_add, sell_set
from .scoring import rank, score
from .setup import setup
from .state import (
    A_BUILD,
    A_DJINN,
    A_DROP,
    A_END_TURN,
    A_FAKIRS,
    A_KEEP,
    A_KILL,
    A_KILL_OWNED,
    A_LIFT,
    A_NO_KILL,
    A_PASS,
    A_PLACE,
    A_SELL_ADD,
    A_SELL_SET,
    A_SKIP,
    A_TAKE_CARD,
    A_TAKE_DJINN,
    NUM_ACTIONS,
    Record,
    Stage,
    owns,
)
from .tiles import build, buy_card, buy_djinn, legal_second_cards, legal_tile_actions, skip
from .tribes import act, builders, kill, kill_owned, legal_fakirs, legal_kills, legal_second_kills, no_kill

__all__ = ["NUM_ACTIONS", "apply", "legal", "rank", "redeal", "reveals", "score", "setup"]


@jit
def legal(s: Record, out: Any) -> int:
    """Writes the ids of the legal decisions (FT-6.2), ascending."""
    stage = s.stage
    if stage == Stage.SOW:
        return legal_drops(s, out)
    if stage == Stage.BID:
        return legal_bids(s, out)
    if stage == Stage.SELL:
        return legal_sale(s, out)
    if stage == Stage.SECOND_CARD:
        return legal_second_cards(s, out)
    if stage == Stage.SECOND_KILL:
        return legal_second_kills(s, out)
    if stage == Stage.TARGET:
        return legal_targets(s, out)
    if stage == Stage.SIBITTIS:
        return legal_keeps(s, out)
    n = legal_powers(s, out)
    if stage == Stage.START:
        powers = n
        n = legal_lifts(s, out, n)
        if n == powers:
            out[n] = A_PASS
            n += 1
    elif stage == Stage.BUILDERS:
        n = legal_fakirs(s, out, n)
    elif stage == Stage.ASSASSINS:
        n = legal_kills(s, out, n)
    elif stage == Stage.TILE:
        n = legal_tile_actions(s, out, n)
    elif stage == Stage.END:
        n = legal_goods(s, out, n)
        out[n] = A_END_TURN
        n += 1
    elif stage == Stage.REDIRECT:
        out[n] = A_BUILD
        n += 1
    return n


@jit
def apply(s: Record, action: int, tape: Tape) -> None:
    """Carries out a legal decision and what follows from it without asking."""
    if A_DROP <= action < A_PASS:
        colour = (action - A_DROP) % 5
        drop(s, (action - A_DROP) // 5, colour, tape)
        if s.moving_size > 0:
            return
        collect(s, colour, tape)
        act(s, tape)
    elif action < A_DJINN:
        bid(s, action, tape)
        after_bid(s, tape)
    elif action < A_LIFT:
        use(s, action - A_DJINN, tape)
    elif action < A_DROP:
        lift(s, action - A_LIFT, tape)
    elif action >= A_SELL_ADD:
        if action < A_SELL_SET:
            sell_add(s, action - A_SELL_ADD, tape)
        elif action == A_SELL_SET:
            sell_set(s, tape)
        else:
            end_turn(s, tape)
    elif action == A_PASS:
        pass_turn(s, tape)
    elif action < A_KILL:
        builders(s, action - A_FAKIRS, tape)
    elif action < A_KILL_OWNED:
        kill(s, (action - A_KILL) // 5, (action - A_KILL) % 5, tape)
    elif action < A_NO_KILL:
        kill_owned(s, (action - A_KILL_OWNED) // 2, (action - A_KILL_OWNED) % 2, tape)
    elif action == A_NO_KILL:
        no_kill(s, tape)
    elif action == A_BUILD:
        if s.stage == Stage.REDIRECT:
            leave_it(s, tape)
        else:
            build(s, tape)
    elif action == A_SKIP:
        skip(s, tape)
    elif action < A_TAKE_DJINN:
        buy_card(s, action - A_TAKE_CARD, tape)
    elif action < A_PLACE:
        buy_djinn(s, (action - A_TAKE_DJINN) // 2, PAY_EE + (action - A_TAKE_DJINN) % 2, tape)
    elif action < A_KEEP:
        place(s, action - A_PLACE, tape)
    else:
        keep(s, action - A_KEEP, tape)
    run_forced_steps(s, tape)


@jit
def reveals(s: Record, action: int) -> bool:
    """Decisions that reveal or commit: undo stops here (FT-7.5)."""
    if action < A_DJINN or action == A_END_TURN or A_KEEP <= action < A_SELL_ADD:
        return True
    if action < A_LIFT:
        djinn = POWER_DJINN[action - A_DJINN]
        return djinn == SLOAR or djinn == SIBITTIS
    if A_PLACE <= action < A_KEEP:
        return s.pending == ANUN_NAK
    if A_KILL <= action < A_KILL_OWNED:
        return (action - A_KILL) % 5 == GREEN and owns(s, s.seat, KANDICHA)
    return False
