"""What a seat cannot know, dealt anew (17b)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit
from sandtable.kernel.chance import below

from .buying import offer_payments
from .components import CAVE_LIMIT, KINDS, NUM_ACTIONS, THIEF_SLOTS
from .state import CARD, Phase, Record, hand_size, knows

Counts = NDArray[Any]


@jit
def take_any(s: Record, counts: Counts) -> int:
    """Takes one card out of ``counts``, each equally likely."""
    total = 0
    for good in range(KINDS):
        total += counts[good]
    left = below(s, total)
    for good in range(KINDS):
        left -= counts[good]
        if left < 0:
            counts[good] -= 1
            return good
    return 0


@jit
def redeal(s: Record, seat: int) -> None:
    """A world that looks the same to ``seat`` (-1: a spectator), drawn from its knowledge alone (TU-17.9).

    Somebody who is paying can finish the payment (TU-16.2); worlds in which that is not so are drawn again."""
    if s.phase == Phase.OVER:
        return
    deal_unknown(s, seat)
    if s.phase == Phase.PAY:
        payments = np.empty(NUM_ACTIONS, np.int64)
        while offer_payments(s, s.seat, payments, 0) == 0:
            deal_unknown(s, seat)


@jit
def deal_unknown(s: Record, seat: int) -> None:
    unknown = np.zeros(KINDS, np.int64)
    drawn_unseen = np.zeros(KINDS, np.int64)
    collect_unknown(s, seat, unknown)
    for good in range(KINDS):
        drawn_unseen[good] = s.stage_pile[good] - (s.drawn[seat, good] if seat >= 0 else 0)
    redeal_pile(s, unknown, drawn_unseen)
    for other in range(s.players):
        if other != seat:
            redeal_hand(s, other, unknown)
            redeal_drawn(s, other, drawn_unseen)
        redeal_hidden(s, seat, other, unknown)


@jit
def collect_unknown(s: Record, seat: int, unknown: Counts) -> None:
    """Everything the seat cannot see: the pile, the other hands (TU-17.2) and the face-down cards it does not know."""
    piled = 0  # how many of each kind, sixteen bits for each
    for i in range(s.pile_size):
        piled += 1 << (16 * s.pile[i])
    for good in range(KINDS):
        unknown[good] += (piled >> (16 * good)) & 0xFFFF
    for other in range(s.players):
        if other != seat:
            for good in range(KINDS):
                unknown[good] += s.hand[other, good]
        for cave in range(s.caves[other]):
            for place in range(CAVE_LIMIT):
                count_if_unknown(s.cave[other, cave, place], seat, unknown)
        for place in range(THIEF_SLOTS):
            count_if_unknown(s.thief[other, place], seat, unknown)


@jit
def count_if_unknown(card: int, seat: int, unknown: Counts) -> None:
    if card >= CARD and not knows(card, seat):
        unknown[card % 4] += 1


@jit
def redeal_pile(s: Record, unknown: Counts, drawn_unseen: Counts) -> None:
    """The pile first: no more of a kind than it can still hold since the stage began."""
    possible = np.empty(KINDS, np.int64)
    for good in range(KINDS):
        possible[good] = min(unknown[good], drawn_unseen[good])
    for i in range(s.pile_size):
        good = take_any(s, possible)
        s.pile[i] = good
        unknown[good] -= 1
        drawn_unseen[good] -= 1


@jit
def redeal_hand(s: Record, other: int, unknown: Counts) -> None:
    n = hand_size(s, other)
    for good in range(KINDS):
        s.hand[other, good] = 0
    for _ in range(n):
        s.hand[other, take_any(s, unknown)] += 1


@jit
def redeal_drawn(s: Record, other: int, drawn_unseen: Counts) -> None:
    n = 0
    for good in range(KINDS):
        n += s.drawn[other, good]
        s.drawn[other, good] = 0
    for _ in range(n):
        s.drawn[other, take_any(s, drawn_unseen)] += 1


@jit
def redeal_hidden(s: Record, seat: int, other: int, unknown: Counts) -> None:
    for cave in range(s.caves[other]):
        for place in range(CAVE_LIMIT):
            s.cave[other, cave, place] = redealt(s, s.cave[other, cave, place], seat, unknown)
    for place in range(THIEF_SLOTS):
        s.thief[other, place] = redealt(s, s.thief[other, place], seat, unknown)


@jit
def redealt(s: Record, card: int, seat: int, unknown: Counts) -> int:
    if card >= CARD and not knows(card, seat):
        return card - card % 4 + take_any(s, unknown)
    return card
