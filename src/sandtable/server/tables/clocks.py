"""Turn clocks: a bank of seconds for live play, or time for each turn over days."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

GRACE = 60.0
"""Who comes back after the time was up has at least this many seconds."""


@dataclass(frozen=True, slots=True)
class Clock:
    """How time is counted at a table."""

    mode: Literal["live", "days"]
    bank: float = 0.0
    increment: float = 0.0
    turn: float = 0.0

    def to_json(self) -> dict[str, Any]:
        if self.mode == "live":
            return {"mode": "live", "bank": self.bank, "increment": self.increment}
        return {"mode": "days", "turn": self.turn}


@dataclass(frozen=True, slots=True)
class Timing:
    """What is left to each seat at ``since``, when the seat to decide came to decide. ``moved``: when the position last changed."""

    left: tuple[float, ...]
    since: float
    moved: float

    @classmethod
    def begin(cls, clock: Clock | None, players: int, at: float) -> Timing:
        return cls((clock.bank if clock else 0.0,) * players, at, at)

    def after(self, clock: Clock | None, before: int | None, now: int | None, at: float, runs: bool, forward: bool) -> Timing:
        """The position changed at ``at``: the decision passed from ``before`` to ``now``. ``runs``: time was counted."""
        if before == now:
            return Timing(self.left, self.since, at)
        left = list(self.left)
        if clock and clock.mode == "live" and runs and before is not None:
            left[before] = max(0.0, left[before] - max(0.0, at - self.since)) + (clock.increment if forward else 0.0)
        return Timing(tuple(left), at, at)

    def returned(self, clock: Clock | None, seat: int, decides: bool, at: float) -> Timing:
        """A person is back: with what was left, at least the grace."""
        left = list(self.left)
        if clock and clock.mode == "live":
            left[seat] = max(left[seat], GRACE)
        return Timing(tuple(left), at, at) if decides else replace(self, left=tuple(left))

    def deadline(self, clock: Clock | None, seat: int) -> float | None:
        """When the time of ``seat``, which is to decide, is up."""
        if clock is None:
            return None
        return self.since + (self.left[seat] if clock.mode == "live" else clock.turn)
