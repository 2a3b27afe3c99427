"""Resource cards, gold and djinn cards changing hands: drawing, taking, discarding, reshuffling (FT-2.5.7, FT-3.3)."""

from __future__ import annotations

from sandtable.jit import jit
from sandtable.kernel.chance import shuffle
from sandtable.kernel.tape import Tape, emit

from .components import BAAL, DJINNS, FAKIR, WHITE
from .events import (
    BY_BAAL,
    BY_CARDS,
    BY_DJINNS,
    EV_CARD,
    EV_DJINN,
    EV_DRAWN,
    EV_ELDERS,
    EV_FAKIRS,
    EV_GOLD,
    EV_PAID,
    EV_RESHUFFLE,
)
from .state import Record, owns


@jit
def earn(s: Record, seat: int, gold: int, by: int, tape: Tape) -> None:
    """Gold from the stock, which never runs out (FT-R34)."""
    s.gold[seat] += gold
    emit(tape, EV_GOLD, seat, gold, by)


@jit
def pay(s: Record, seat: int, gold: int, by: int, tape: Tape) -> None:
    s.gold[seat] -= gold
    emit(tape, EV_PAID, seat, gold, by)


@jit
def reward(s: Record, djinn: int, seat: int, by: int, tape: Tape) -> None:
    """The owner of a reward djinn gets 1 gold for an own deed, 2 for an opponent's; the bank pays (FT-R46)."""
    for owner in range(s.players):
        reward_owner(s, owner, djinn, seat, by, tape)


@jit
def reward_owner(s: Record, owner: int, djinn: int, seat: int, by: int, tape: Tape) -> None:
    if owns(s, owner, djinn):
        earn(s, owner, 1 if owner == seat else 2, by, tape)


@jit
def discard(s: Record, seat: int, card: int) -> None:
    """Lays a card of the hand on the discards; a card the others had not seen shows itself (FT-7.2)."""
    s.hand[seat, card] -= 1
    if s.seen[seat, card] > 0:
        s.seen[seat, card] -= 1
    s.discard[card] += 1


@jit
def discard_fakirs(s: Record, seat: int, n: int, by: int, tape: Tape) -> None:
    for _ in range(n):
        discard(s, seat, FAKIR)
    if n > 0:
        emit(tape, EV_FAKIRS, seat, n, by)


@jit
def spend_elders(s: Record, seat: int, n: int, by: int, tape: Tape) -> None:
    """Spent elders go to the bag (FT-5.3)."""
    s.elders[seat] -= n
    s.bag[WHITE] += n
    if n > 0:
        emit(tape, EV_ELDERS, seat, n, by)


@jit
def take_from_row(s: Record, seat: int, slot: int, by: int, tape: Tape) -> None:
    """Takes a card openly; the row closes up (FT-2.5.7, FT-2.5.8)."""
    card = s.row[slot]
    size = s.row_size - 1
    for i in range(slot, size):
        s.row[i] = s.row[i + 1]
    s.row[size] = 0
    s.row_size = size
    s.hand[seat, card] += 1
    s.seen[seat, card] += 1
    emit(tape, EV_CARD, seat, card, by)


@jit
def cards_left(s: Record) -> bool:
    """Is there a card to draw, after a reshuffle if need be?"""
    if s.pile_size > 0:
        return True
    for card in range(len(s.discard)):
        if s.discard[card] > 0:
            return True
    return False


@jit
def draw_card(s: Record, tape: Tape) -> int:
    """The top card of the pile; an empty pile is made anew from the discards (FT-3.3). -1: there is none."""
    if s.pile_size == 0:
        n = 0
        for card in range(len(s.discard)):
            for _ in range(s.discard[card]):
                s.pile[n] = card
                n += 1
            s.discard[card] = 0
        if n == 0:
            return -1
        shuffle(s, tape, s.pile[:], n)
        turn_over(s.pile[:], n)
        s.pile_size = n
        emit(tape, EV_RESHUFFLE, BY_CARDS, n)
    top = s.pile_size - 1
    card = s.pile[top]
    s.pile[top] = 0
    s.pile_size = top
    return card


@jit
def turn_over(pile: Record, n: int) -> None:
    """A shuffled order lists the top card first; piles keep it last."""
    for i in range(n // 2):
        card = pile[i]
        pile[i] = pile[n - 1 - i]
        pile[n - 1 - i] = card


@jit
def draw_hidden(s: Record, seat: int, by: int, tape: Tape) -> None:
    """Draws the top card unseen by the others (FT-D12, FT-D21); nothing if there is none (FT-R19)."""
    card = draw_card(s, tape)
    if card >= 0:
        s.hand[seat, card] += 1
        emit(tape, EV_DRAWN, seat, card, by)


@jit
def djinns_left(s: Record) -> bool:
    if s.djinn_pile_size > 0:
        return True
    for djinn in range(len(DJINNS)):
        if s.djinn_discard[djinn] > 0:
            return True
    return False


@jit
def draw_djinn(s: Record, tape: Tape) -> int:
    """The top djinn of the pile, after a reshuffle if need be (FT-3.3). -1: there is none."""
    if s.djinn_pile_size == 0:
        n = 0
        for djinn in range(len(DJINNS)):
            for _ in range(s.djinn_discard[djinn]):
                s.djinn_pile[n] = djinn
                n += 1
            s.djinn_discard[djinn] = 0
        if n == 0:
            return -1
        shuffle(s, tape, s.djinn_pile[:], n)
        turn_over(s.djinn_pile[:], n)
        s.djinn_pile_size = n
        emit(tape, EV_RESHUFFLE, BY_DJINNS, n)
    top = s.djinn_pile_size - 1
    djinn = s.djinn_pile[top]
    s.djinn_pile[top] = 0
    s.djinn_pile_size = top
    return djinn


@jit
def take_djinn(s: Record, seat: int, djinn: int, by: int, tape: Tape) -> None:
    """Ba'al is paid, except for himself, then the djinn is laid in front of the player (FT-D03)."""
    if djinn != BAAL:
        reward(s, BAAL, seat, BY_BAAL, tape)
    s.djinns[seat, s.djinn_count[seat]] = djinn
    s.djinn_count[seat] += 1
    s.owns[seat] |= 1 << djinn
    emit(tape, EV_DJINN, seat, djinn, by)
