"""Positions are written once for all who look at them."""

from __future__ import annotations

import marshal
from collections.abc import Callable
from threading import Lock
from typing import Any

JSON = dict[str, Any]
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
