"""The time at which things happen at tables: it never goes back, whatever is done to the system's clock.

It begins with the system's time and then follows a clock that nobody sets. Banks, deadlines and leases are counted by it; so a step of the
system's clock neither gives a player time nor takes it.
"""

from __future__ import annotations

import time

MOST_AHEAD = 86_400.0
"""What was written further in the future than this was written by a clock that was wrong."""


def _ticks() -> float:
    """Seconds since some moment, counted also while the machine sleeps."""
    kind = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if kind is None else time.clock_gettime(kind)


_began = time.time() - _ticks()


def now() -> float:
    """Seconds since 1970."""
    return _began + _ticks()


def not_before(written: float) -> None:
    """Something was written at this time: now is not earlier, even if the system's clock was set back while the server was down."""
    global _began
    ahead = written - now()
    if 0 < ahead < MOST_AHEAD:
        _began += ahead
