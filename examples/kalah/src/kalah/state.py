"""The position as one record."""

from __future__ import annotations

from sandtable.jit import I8, I16, I64, record

SEATS = 4
MOST_PITS = 6

STATE = record(
    [
        ("rng", I64, (4,)),
        ("players", I8),
        ("seat", I8),  # to sow; -1 when the game is over
        ("pits", I8),  # option: pits of a row
        ("seeds", I8),  # option: seeds of a pit in the beginning
        ("empty_capture", I8),  # option: 1 = yes
        ("rest", I8),  # option: 1 = nobody
        ("row", I16, (SEATS, MOST_PITS)),
        ("store", I16, (SEATS,)),
        ("last", I8, (2,)),  # seat and pit of the last sowing; -1 before the first
    ]
)
