"""What a seat cannot know is dealt anew (FT-7.3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.jit import jit
from sandtable.kernel.chance import below

from .components import CARDS, DJINNS
from .state import MAX_CARDS, Record, Stage


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
    if s.stage == Stage.OVER:
        return
    redeal_cards(s, seat)
    redeal_djinns(s, seat)


@jit
def redeal_cards(s: Record, seat: int) -> None:
    """The order of the pile, mixed with the hidden cards of the others. Starts from bare counts: the result tells nothing of the truth."""
    counts = np.zeros(len(CARDS), np.int64)
    hidden = np.zeros(4, np.int64)
    for i in range(s.pile_size):
        counts[s.pile[i]] += 1
    if not s.open_hands:
        for other in range(s.players):
            if other == seat:
                continue
            for card in range(len(CARDS)):
                unseen = max(s.hand[other, card] - s.seen[other, card], 0)
                s.hand[other, card] -= unseen
                counts[card] += unseen
                hidden[other] += unseen
    heap, n = sorted_heap(counts)
    mix(s, heap, n)
    for other in range(s.players):
        for _ in range(hidden[other]):
            n -= 1
            s.hand[other, heap[n]] += 1
    for i in range(n):
        s.pile[i] = heap[i]


@jit
def redeal_djinns(s: Record, seat: int) -> None:
    """The order of the djinn pile, mixed with the djinns that another seat is looking at."""
    counts = np.zeros(len(DJINNS), np.int64)
    for i in range(s.djinn_pile_size):
        counts[s.djinn_pile[i]] += 1
    looking = s.peek_size if s.seat != seat and not s.open_hands else 0
    for i in range(looking):
        counts[s.peek[i]] += 1
    heap, n = sorted_heap(counts)
    mix(s, heap, n)
    for i in range(looking):
        n -= 1
        s.peek[i] = heap[n]
    for i in range(n):
        s.djinn_pile[i] = heap[i]


@jit
def sorted_heap(counts: Any) -> tuple[Any, int]:
    heap = np.zeros(MAX_CARDS, np.int64)
    n = 0
    for card in range(len(counts)):
        for _ in range(counts[card]):
            heap[n] = card
            n += 1
    return heap, n
