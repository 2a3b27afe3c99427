"""What a network learns from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass
class Examples:
    """Positions, what became of them, and where a search was made: how often it tried each decision."""

    states: NDArray[Any]
    scores: NDArray[np.float32]
    """(n, SEATS), absolute seats."""
    wins: NDArray[np.float32]
    starts: NDArray[np.int64]
    """(n + 1,): where the decisions of a position begin in the next two; none where nothing was searched."""
    decisions: NDArray[np.int16]
    """The legal ones."""
    shares: NDArray[np.float32]
    """How much of the search each one got."""

    def __len__(self) -> int:
        return len(self.states)
