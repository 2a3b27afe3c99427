"""How much is tried: a little with all other tests, much more by ``make chaos``."""

from __future__ import annotations

import os

FULL = os.environ.get("SANDTABLE_CHAOS") == "full"


def often(short: int, full: int) -> int:
    return full if FULL else short
