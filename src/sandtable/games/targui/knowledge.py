"""What nobody knows, drawn anew: the unseen fate cards and the order of the pack (TG-H2, TG-H4)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit
from sandtable.kernel.chance import below

from .components import FATES
from .state import TRIBE, Record

UNSEEN = TRIBE + 4
"""Stands for the fate card while the pack is sorted: behind all tribe cards."""


@jit
def mix_up(s: Record, cards: NDArray[np.int8], first: int, size: int) -> None:
    for i in range(size - 1, first, -1):
        at = first + below(s, i - first + 1)
        card = cards[i]
        cards[i] = cards[at]
        cards[at] = card


@jit
def unseen_fates(s: Record) -> int:
    """Lays all fate cards that nobody has seen into the deck, in ascending order; returns their number."""
    unseen = s.fates
    for i in range(s.seen_size):
        unseen &= ~(1 << s.seen[i])
    size = 0
    for number in range(1, FATES + 1):
        if (unseen >> number) & 1:
            s.deck[size] = number
            size += 1
    return size


@jit
def sort_pack(s: Record, first: int, size: int) -> bool:
    """Sorts the face-down part of the pack, its fate card last and anonymous; tells whether there is one."""
    fate = False
    for i in range(first, size):
        card = s.pack[i]
        if card < TRIBE:
            card = UNSEEN
            fate = True
        at = i
        while at > first and s.pack[at - 1] > card:
            s.pack[at] = s.pack[at - 1]
            at -= 1
        s.pack[at] = card
    return fate


@jit
def redeal(s: Record, seat: int) -> None:
    """Shuffles the unseen fate cards between deck and pack, and what is left of the pack. All seats know the same (TG-H1)."""
    first = s.turned
    size = s.pack_size
    fate_in_pack = sort_pack(s, first, size)
    unseen = unseen_fates(s)
    mix_up(s, s.deck[:], 0, unseen)
    if fate_in_pack:
        s.pack[size - 1] = s.deck[unseen - 1]
        s.deck[unseen - 1] = 0
    mix_up(s, s.pack[:], first, size)
