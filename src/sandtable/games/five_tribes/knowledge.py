"""What a seat cannot know is dealt anew (FT-7.3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.jit import jit
from sandtable.kernel.chance import below

from .components import CARDS
from .state import MAX_CARDS, MAX_DJINNS, STAGE_OVER, Record


@jit
def mix(s: Record, cards: Any, n: int) -> None:
    for i in range(n - 1, 0, -1):
        at = below(s, i + 1)
        card = cards[i]
        cards[i] = cards[at]
        cards[at] = card


@jit
def redeal(s: Record, seat: int) -> None:
    """Draws anew the piles, the hidden cards of the others and the djinns another seat is looking at. Seat -1: a spectator."""
    if s.stage == STAGE_OVER:
        return
    redeal_cards(s, seat)
    redeal_djinns(s, seat)


@jit
def redeal_cards(s: Record, seat: int) -> None:
    heap = np.zeros(2 * MAX_CARDS, np.int64)
    hidden = np.zeros(4, np.int64)
    n = s.pile_size + 0
    for i in range(n):
        heap[i] = s.pile[i]
    if not s.open_hands:
        for other in range(s.players + 0):
            if other == seat:
                continue
            for card in range(len(CARDS)):
                unseen = s.hand[other, card] - s.seen[other, card]
                for _ in range(unseen):
                    heap[n] = card
                    n += 1
                    s.hand[other, card] -= 1
                    hidden[other] += 1
    mix(s, heap, n)
    for other in range(s.players + 0):
        for _ in range(hidden[other]):
            n -= 1
            s.hand[other, heap[n]] += 1
    for i in range(n):
        s.pile[i] = heap[i]


@jit
def redeal_djinns(s: Record, seat: int) -> None:
    heap = np.zeros(MAX_DJINNS + 3, np.int64)
    n = s.djinn_pile_size + 0
    for i in range(n):
        heap[i] = s.djinn_pile[i]
    guess = s.peek_size > 0 and s.seat != seat and not s.open_hands
    if guess:
        for i in range(s.peek_size):
            heap[n] = s.peek[i]
            n += 1
    mix(s, heap, n)
    if guess:
        for i in range(s.peek_size):
            n -= 1
            s.peek[i] = heap[n]
    for i in range(n):
        s.djinn_pile[i] = heap[i]
