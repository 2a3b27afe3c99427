"""Loading what stays: Python's search for garbage would go through all of it, again and again, and find nothing."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Nobody looks for garbage in here; afterwards what was loaded counts as old, and is looked through as seldom as old things are."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():  # else others have frozen something, and it stays so
            gc.freeze()
            gc.unfreeze()
        gc.enable()
