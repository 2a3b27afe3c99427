"""What `train_tuareg.py` has learned, as a bot: `policy:tuareg_policy:bot` in the arena, from this folder.

The weights are read from the file that the variable `TUAREG_POLICY` names (default: `tuareg.npz` in the folder of the command).
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.bots import policy

WEIGHTS: dict[str, NDArray[np.float32]] = dict(np.load(os.environ.get("TUAREG_POLICY", "tuareg.npz")))


def scores(observation: NDArray[Any], mask: NDArray[np.bool_]) -> NDArray[np.float32]:
    """One number per decision; the best legal one is played."""
    hidden = np.maximum(observation @ WEIGHTS["in"] + WEIGHTS["in bias"], 0)
    found: NDArray[np.float32] = hidden @ WEIGHTS["policy"]
    return found


bot = policy(scores, name="learned", scaled=True)
