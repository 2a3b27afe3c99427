"""Positions are written once for all who look at them."""

from __future__ import annotations

import marshal
from collections.abc import Callable
from math import prod
from struct import Struct
from threading import Lock
from typing import Any

import numpy as np

JSON = dict[str, Any]
CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q", "b1": "?"}
"""What NumPy calls a number, and what ``struct`` does."""
KEPT = 4
"""Records that a writer remembers: a position, and the worlds that look like it to those who sit at it."""


def once(write: Callable[[Any], JSON]) -> Callable[[Any], JSON]:
    """For a function that writes a record: of the last ones it wrote it makes further copies, which costs a tenth of writing them again.

    Everybody is given a copy of their own, and may change it. What is written consists of Python's own numbers, texts, lists and dicts."""
    known: dict[bytes, bytes] = {}
    lock = Lock()

    def written(s: Any) -> JSON:
        record = s.tobytes()
        text = known.get(record)
        if text is not None:
            copy: JSON = marshal.loads(text)
            return copy
        found = write(s)
        text = marshal.dumps(found)
        with lock:
            known[record] = text
            while len(known) > KEPT:
                del known[next(iter(known))]
        return found

    written.__doc__ = write.__doc__
    return written


def shared(write: Callable[[Any], JSON]) -> Callable[[Any], JSON]:
    """The same for those who only read: of the last records everybody is given the same, and nobody changes it."""
    known: dict[bytes, JSON] = {}
    lock = Lock()

    def written(s: Any) -> JSON:
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


def reader(dtype: np.dtype[Any]) -> Callable[[Any], JSON]:
    """What reads all fields of such records as Python's own numbers and lists: single numbers and rows at once, which NumPy reads one by
    one in a microsecond each."""
    assert dtype.fields is not None
    form, end, count = "=", 0, 0
    single, rows, tables = [], [], []
    for name in dtype.names or ():
        field, offset = dtype.fields[name][:2]
        size = prod(field.shape)
        form += f"{offset - end}x{size}{CODES[field.base.str[1:]]}"
        if len(field.shape) > 1:
            tables.append(name)
        elif field.shape:
            rows.append((name, slice(count, count + size)))
        else:
            single.append((name, count))
        end, count = offset + field.itemsize, count + size
    unpack = Struct(f"{form}{dtype.itemsize - end}x").unpack

    def read(s: Any) -> JSON:
        numbers = unpack(s.tobytes())
        found: JSON = {name: numbers[place] for name, place in single}
        found.update((name, list(numbers[places])) for name, places in rows)
        found.update((name, s[name].tolist()) for name in tables)
        return found

    return read


def copy_of(written: JSON) -> JSON:
    """All of it anew: numbers, texts, lists and dicts."""
    copy: JSON = marshal.loads(marshal.dumps(written))
    return copy
