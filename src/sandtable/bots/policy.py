"""A trained policy takes a seat: a function of observation and mask, or a model with ``predict``.

>>> from sandtable.bots import policy
>>> first = policy(lambda observation, mask: mask)   # the scores of the decisions; the best legal one is played
>>> first.name
'policy'

In the arena and wherever bots have names: ``policy:package.module:name``, where ``name`` is the function, the model, or the bot.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.bots.base import Bot, Forfeit
from sandtable.encodings import encoding
from sandtable.search import Knowledge
from sandtable.search.search import Progress

Act = Callable[[NDArray[Any], NDArray[np.bool_]], Any]
"""From observation and mask to an id, or to one score per decision."""


class PolicyBot(Bot):
    """Asks a policy for every decision. ``scaled``: the observation is divided by ``encoding.unit``."""

    def __init__(self, act: Act, name: str = "policy", scaled: bool = False) -> None:
        self.act, self.name, self.scaled = act, name, scaled

    def decide(self, knowledge: Knowledge, progress: Progress | None = None) -> int:
        row: NDArray[Any] = knowledge.observation
        answer = np.asarray(self.act(encoding(knowledge.game.id).scaled(row) if self.scaled else row, knowledge.mask))
        if answer.ndim == 0 or answer.size == 1:
            return int(answer.item())
        if answer.shape != knowledge.mask.shape:
            raise Forfeit(f"{self.name}: a policy answers with an id or with {len(knowledge.mask)} scores, not with shape {answer.shape}.")
        return int(knowledge.ids[np.argmax(answer[knowledge.ids])])


def policy(model: Any, name: str = "policy", scaled: bool | None = None) -> Bot:
    """A bot from a function of observation and mask, or from a model with ``predict`` as Stable-Baselines3 has it.

    A model says itself what it wants to see: the dictionary of the environments, or one scaled row. Functions get whole numbers unless
    ``scaled`` is true."""
    if isinstance(model, Bot):
        return model
    if not hasattr(model, "predict"):
        return PolicyBot(model, name, bool(scaled))
    wants_both = hasattr(getattr(model, "observation_space", None), "spaces")

    def act(observation: NDArray[Any], mask: NDArray[np.bool_]) -> Any:
        look = {"observation": observation, "action_mask": mask.view(np.int8)} if wants_both else observation
        return model.predict(look, action_masks=mask, deterministic=True)[0]

    return PolicyBot(act, name, not wants_both if scaled is None else scaled)


def imported(place: str) -> Bot:
    """The policy at ``package.module:name``: installed, or in the folder of the command."""
    module, _, name = place.partition(":")
    if not module or not name:
        raise ValueError(f"a policy is named package.module:name, not {place!r}.")
    if (here := os.getcwd()) not in sys.path:
        sys.path.append(here)
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"{place}: {error}.") from None
    return policy(found, name)
