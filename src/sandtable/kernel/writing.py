"""Positions are written once for all who look at them."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Sequence
from struct import Struct
from threading import Lock
from typing import Any, TypeVar

import numpy as np

JSON = dict[str, Any]
Written = TypeVar("Written")
CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q", "b1": "?"}
"""What NumPy calls a number, and what ``struct`` does."""
PLAIN = 2
"""The version of ``marshal`` in which equal things are equal bytes, and nothing in a copy is there twice."""
KEPT = 4
"""Records that a writer remembers: a position, and the worlds that look like it to those who sit at it."""


def shared(write: Callable[[Any], Written]) -> Callable[[Any], Written]:
    """For a function that writes a record: of the last ones everybody is given the same, and nobody changes it."""
    known: dict[bytes, Written] = {}
    lock = Lock()

    def written(s: Any) -> Written:
        record = s.tobytes()
        found = known.get(record)
        if found is None:
            found = write(s)
            with lock:
                known[record] = found
                while len(known) > KEPT:
                    del known[next(iter(known))]
        return found

    written.__doc__ = write.__doc__
    return written


def once(write: Callable[[Any], JSON]) -> Callable[[Any], JSON]:
    """The same for those who may change what they are given: everybody gets a copy, which costs a tenth of writing it again.

    What is written consists of Python's own numbers, texts, lists and dicts."""
    text_of = shared(lambda s: marshal.dumps(write(s), PLAIN))

    def written(s: Any) -> JSON:
        copy: JSON = marshal.loads(text_of(s))
        return copy

    written.__doc__ = write.__doc__
    return written


def place(dtype: np.dtype[Any], name: str, row: int | None = None) -> slice:
    """Where a field (``row``: no more than this row of it) lies in a record's bytes. The same bytes are the same thing, so what was written
    of them is remembered by them."""
    assert dtype.fields is not None
    field, begin = dtype.fields[name][:2]
    size = field.itemsize
    if row is not None:
        size //= field.shape[0]
        begin += row * size
    return slice(begin, begin + size)


def row_of_numbers(dtype: np.dtype[Any], name: str, row: int | None = None) -> Callable[[bytes], tuple[int, ...]]:
    """What reads the numbers of a field, or of a row of it, out of its bytes."""
    assert dtype.fields is not None
    base = dtype.fields[name][0].base
    where = place(dtype, name, row)
    return Struct(f"={(where.stop - where.start) // base.itemsize}{CODES[base.str[1:]]}").unpack


def numbers(dtype: np.dtype[Any], names: Sequence[str]) -> Callable[[bytes], tuple[int, ...]]:
    """What reads these single numbers, named in the order of the record, out of its bytes, all at once: NumPy takes microseconds for
    each."""
    assert dtype.fields is not None
    form, end = "=", 0
    for name in names:
        where = place(dtype, name)
        form += f"{where.start - end}x{CODES[dtype.fields[name][0].str[1:]]}"
        end = where.stop
    return Struct(f"{form}{dtype.itemsize - end}x").unpack


def copy_of(written: JSON) -> JSON:
    """All of it anew: numbers, texts, lists and dicts."""
    copy: JSON = marshal.loads(marshal.dumps(written, PLAIN))
    return copy
