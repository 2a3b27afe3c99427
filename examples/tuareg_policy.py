"""What `train_tuareg.py` has learned, as a bot: `policy:tuareg_policy:bot` in the arena, from this folder.

The weights are read from the file that the variable `TUAREG_POLICY` names (default: `tuareg.npz` in the folder of the command). What
`selfplay_pettingzoo.py` has learned can sit beside it: `policy:tuareg_policy:selfplay`, from the file that `TUAREG_SELFPLAY` names.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.bots import Bot, policy


def seated(file: str, name: str) -> Bot:
    """A bot with the weights of a file."""
    weights: dict[str, NDArray[np.float32]] = dict(np.load(file))

    def scores(observation: NDArray[Any], mask: NDArray[np.bool_]) -> NDArray[np.float32]:
        """One number per decision; the best legal one is played."""
        hidden = np.maximum(observation @ weights["in"] + weights["in bias"], 0)
        found: NDArray[np.float32] = hidden @ weights["policy"]
        return found

    return policy(scores, name=name, scaled=True)


bot = seated(os.environ.get("TUAREG_POLICY", "tuareg.npz"), "learned")
if "TUAREG_SELFPLAY" in os.environ:
    selfplay = seated(os.environ["TUAREG_SELFPLAY"], "selfplay")
