"""How long a search may take and how much memory it may use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Limits:
    """Bounded by time, or by simulations (then the result follows from the seed alone, whatever the machine)."""

    milliseconds: float | None = None
    simulations: int | None = None
    threads: int = 1
    memory: int = 256 << 20
    """Bytes for the trees of all threads together."""
    clock: Literal["wall", "processor"] = "wall"
    """Whose milliseconds: the clock's on the wall, or those the search really computed, whatever else the machine does meanwhile."""

    def __post_init__(self) -> None:
        if (self.milliseconds is None) == (self.simulations is None):
            raise ValueError("A search is bounded either by milliseconds or by simulations.")
        if (self.milliseconds is not None and self.milliseconds <= 0) or (self.simulations is not None and self.simulations < 1):
            raise ValueError("A search needs a positive time or at least 1 simulation.")
        if not 1 <= self.threads <= 256:
            raise ValueError(f"A search runs on 1 to 256 threads, not {self.threads}.")
        if self.clock == "processor" and (self.milliseconds is None or self.threads > 1):
            raise ValueError("Processor time bounds a search in milliseconds, on one thread.")
        if self.memory < 1 << 20:
            raise ValueError("A search needs at least 1 MB (1048576 bytes).")
