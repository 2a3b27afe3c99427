"""The compiled rules as the kernel's loops call them: one line per decision."""

from __future__ import annotations

from sandtable.jit import jit
from sandtable.kernel.tape import Tape

from .buying import choose_special, offer_payments, pay_from_animal, pay_from_hand, why_buy, why_pay_animal, why_pay_hand
from .caves import hide_from_animal, hide_from_hand, why_hide_animal, why_hide_hand
from .components import (
    BUY,
    DRAW,
    END_TURN,
    HIDE_ANIMAL,
    HIDE_HAND,
    KEEP_MAP,
    LOAD_HAND,
    LOAD_MARKET,
    NUM_ACTIONS,
    PASS,
    PAY_ANIMAL,
    PAY_HAND,
    STEAL_ANIMAL,
    STEAL_HAND,
    TO_MARKET,
    USE_MAP,
)
from .knowledge import redeal
from .loading import Ints, load_from_hand, load_from_market, why_load_hand, why_load_market
from .maps import keep_map, use_map
from .refusal_codes import Code
from .scoring import rank, score
from .setup import setup
from .stages import end_stage, start_stage_2
from .state import Phase, Record
from .thieves import steal_from_animal, steal_from_hand, why_steal_animal, why_steal_hand
from .turn import draw, end_turn, ends_stage, offer_turn, put_into_market, why_draw, why_end_turn, why_pass, why_to_market

__all__ = ["NUM_ACTIONS", "apply", "legal", "rank", "redeal", "reveals", "score", "setup", "why"]


@jit
def legal(s: Record, out: Ints) -> int:
    """Writes the ids of all offered decisions in ascending order (TU-16.1, 16a)."""
    seat = s.seat
    if s.phase == Phase.TURN:
        return offer_turn(s, seat, out)
    if s.phase == Phase.PAY:
        return offer_payments(s, seat, out, 0)
    if s.phase == Phase.MAPS:
        out[0] = USE_MAP
        out[1] = KEEP_MAP
        return 2
    return 0


@jit
def why(s: Record, action: int) -> int:
    """The first reason against a decision of the seat to decide, in the order of section 18; ``FREE`` exactly if it is legal."""
    seat = s.seat
    paying = PAY_HAND <= action < HIDE_HAND
    if s.phase == Phase.MAPS:
        return Code.FREE if action == USE_MAP or action == KEEP_MAP else Code.MAPS_FIRST
    if s.phase == Phase.PAY and not paying:
        return Code.PAY_FIRST
    if action == USE_MAP or action == KEEP_MAP:
        return Code.NO_MAP_CHOICE
    if s.phase != Phase.PAY and paying:
        return Code.NO_PURCHASE
    if action == DRAW:
        return why_draw(s)
    if action < LOAD_HAND:
        return why_to_market(s, seat, action - TO_MARKET)
    if action < LOAD_MARKET:
        return why_load_hand(s, seat, (action - LOAD_HAND) // 4, (action - LOAD_HAND) % 4)
    if action < BUY:
        return why_load_market(s, seat, (action - LOAD_MARKET) // 4, (action - LOAD_MARKET) % 4)
    if action < PAY_HAND:
        return why_buy(s, seat, action - BUY)
    if action < PAY_ANIMAL:
        return why_pay_hand(s, seat, action - PAY_HAND)
    if action < HIDE_HAND:
        return why_pay_animal(s, seat, action - PAY_ANIMAL)
    if action < HIDE_ANIMAL:
        return why_hide_hand(s, seat, (action - HIDE_HAND) // 4, (action - HIDE_HAND) % 4)
    if action < STEAL_HAND:
        return why_hide_animal(s, seat, (action - HIDE_ANIMAL) // 8, (action - HIDE_ANIMAL) % 8)
    if action < STEAL_ANIMAL:
        return why_steal_hand(s, seat, action - STEAL_HAND)
    if action < USE_MAP:
        return why_steal_animal(s, seat, (action - STEAL_ANIMAL) // 8, (action - STEAL_ANIMAL) % 8)
    return why_end_turn(s, seat) if action == END_TURN else why_pass(s)


@jit
def apply(s: Record, action: int, tape: Tape) -> None:
    """Carries out one offered decision (16b)."""
    seat = s.seat
    if action == DRAW:
        draw(s, seat, tape)
    elif action < LOAD_HAND:
        put_into_market(s, seat, action - TO_MARKET, tape)
    elif action < LOAD_MARKET:
        load_from_hand(s, seat, (action - LOAD_HAND) // 4, (action - LOAD_HAND) % 4, tape)
    elif action < BUY:
        load_from_market(s, seat, (action - LOAD_MARKET) // 4, (action - LOAD_MARKET) % 4, tape)
    elif action < PAY_HAND:
        choose_special(s, seat, action - BUY, tape)
    elif action < PAY_ANIMAL:
        pay_from_hand(s, seat, action - PAY_HAND, tape)
    elif action < HIDE_HAND:
        pay_from_animal(s, seat, action - PAY_ANIMAL, tape)
    elif action < HIDE_ANIMAL:
        hide_from_hand(s, seat, (action - HIDE_HAND) // 4, (action - HIDE_HAND) % 4, tape)
    elif action < STEAL_HAND:
        hide_from_animal(s, seat, (action - HIDE_ANIMAL) // 8, (action - HIDE_ANIMAL) % 8, tape)
    elif action < STEAL_ANIMAL:
        steal_from_hand(s, seat, action - STEAL_HAND, tape)
    elif action < USE_MAP:
        steal_from_animal(s, seat, (action - STEAL_ANIMAL) // 8, (action - STEAL_ANIMAL) % 8, tape)
    elif action == USE_MAP:
        use_map(s, seat, tape)
    elif action == KEEP_MAP:
        keep_map(s, seat, tape)
    elif end_turn(s, seat, tape):
        end_stage(s, tape)
    if s.phase == Phase.MAPS and s.queue_size == 0:
        start_stage_2(s, tape)


@jit
def reveals(s: Record, action: int) -> bool:
    """Drawing, stealing from a hand, ending a stage and starting stage 2 uncover something (17c)."""
    if action == DRAW or STEAL_HAND <= action < STEAL_ANIMAL:
        return True
    if action in (END_TURN, PASS):
        return ends_stage(s)
    if s.phase == Phase.MAPS and s.queue_size == 1:
        return action == KEEP_MAP or s.maps[s.seat] == 1
    return False
