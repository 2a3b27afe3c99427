"""What nobody knows, drawn anew: the unseen fate cards and the order of the pack (TG-H2, TG-H4)."""

from __future__ import annotations

import numpy as np

from sandtable.games.targui.state import TRIBE, Record
from sandtable.jit import jit
from sandtable.kernel.chance import below


@jit
def redeal(s: Record, seat: int) -> None:
    """Shuffles the unseen fate cards evenly between deck and pack, and the rest of the pack. All seats know the same (TG-H1)."""
    first = np.int64(s.turned)
    size = np.int64(s.pack_size)
    fate_at = -1
    for i in range(first, size):
        if s.pack[i] < TRIBE:
            fate_at = i
    deck = np.int64(s.deck_size)
    for i in range(deck - 1, 0, -1):
        at = below(s, i + 1)
        card = s.deck[i]
        s.deck[i] = s.deck[at]
        s.deck[at] = card
    if fate_at >= 0:
        at = below(s, deck + 1)
        if at < deck:
            card = s.deck[at]
            s.deck[at] = s.pack[fate_at]
            s.pack[fate_at] = card
    for i in range(size - 1, first, -1):
        at = first + below(s, i - first + 1)
        card = s.pack[i]
        s.pack[i] = s.pack[at]
        s.pack[at] = card
