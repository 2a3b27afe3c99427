"""A borrowed array is the same array, and nothing of it is counted."""

import sys
from typing import Any

import numpy as np

from sandtable.jit import jit
from sandtable.jit_borrowed import borrowed


@jit
def double(rows: Any) -> int:
    rows = borrowed(rows)
    total = 0
    for i in range(len(rows)):
        row = rows[i]
        row[:] = row * 2
        total += row.sum()
    return total


def test_what_is_written_is_written_and_the_array_lives_on() -> None:
    rows = np.arange(12).reshape(3, 4)
    assert double(np.zeros((0, 4), rows.dtype)) == 0  # compiles: until garbage is looked for, that holds on to what it was called with
    before = sys.getrefcount(rows)
    for _ in range(3):
        assert double(rows) == rows.sum()
    assert rows.tolist() == (8 * np.arange(12).reshape(3, 4)).tolist()
    assert sys.getrefcount(rows) == before
