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
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.bots.base import Bot, Forfeit
from sandtable.encodings import encoding
from sandtable.search import Knowledge
from sandtable.search.search import Progress

Act = Callable[[NDArray[Any], NDArray[np.bool_]], Any]
"""From observation and mask to an id, or to one score per decision. Of many rows at once: to one of these per row."""


class PolicyBot(Bot):
    """Asks a policy for every decision. ``scaled``: observations are divided by ``encoding.unit``. ``batched``: ``act`` takes many rows."""

    def __init__(self, act: Act, name: str = "policy", scaled: bool = False, batched: bool = False) -> None:
        self.act, self.name, self.scaled, self.batched = act, name, scaled, batched

    def decide(self, knowledge: Knowledge, progress: Progress | None = None) -> int:
        return int(self.choose(knowledge.game.id, knowledge.observation[None], knowledge.mask[None])[0])

    def choose(self, game: str, observations: NDArray[Any], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """One decision per row, all of one game."""
        rows = encoding(game).scaled(observations) if self.scaled else observations
        if self.batched:
            return self._ids(np.asarray(self.act(rows, masks)), masks)
        answers = [np.asarray(self.act(row, mask)) for row, mask in zip(rows, masks, strict=True)]
        alone = [self._ids(answer.reshape(1) if answer.size == 1 else answer[None], masks[i : i + 1]) for i, answer in enumerate(answers)]
        return np.concatenate(alone)

    def _ids(self, answers: NDArray[Any], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The ids that were answered, or the legal ones with the best scores."""
        if answers.shape == masks.shape[:1]:
            return answers.astype(np.int64)
        if answers.shape != masks.shape:
            raise Forfeit(f"{self.name}: a policy answers with an id or with {masks.shape[1]} scores, not with shape {answers.shape[1:]}.")
        return np.where(masks, answers, -np.inf).argmax(axis=1)


class Predicting:
    """The decisions of a model with ``predict``. One question at a time: such models keep the mask in themselves while they answer."""

    def __init__(self, model: Any) -> None:
        self.model, self.wants_both = model, hasattr(getattr(model, "observation_space", None), "spaces")
        self.lock = Lock()

    def __call__(self, observations: NDArray[Any], masks: NDArray[np.bool_]) -> Any:
        look = {"observation": observations, "action_mask": masks.view(np.int8)} if self.wants_both else observations
        with self.lock:
            return self.model.predict(look, action_masks=masks, deterministic=True)[0]

    def __deepcopy__(self, memo: dict[int, Any]) -> Predicting:
        """It remembers nothing, so copies of an environment share it."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Predicting, (self.model,)


def policy(model: Any, name: str = "policy", scaled: bool | None = None, batched: bool = False) -> Bot:
    """A bot from a function of observation and mask, or from a model with ``predict`` as Stable-Baselines3 has it.

    A model says itself what it wants to see: the dictionary of the environments, or one scaled row; it is asked for many tables at once.
    Functions get whole numbers unless ``scaled`` is true, and one row at a time unless ``batched`` is."""
    if isinstance(model, Bot):
        return model
    if not hasattr(model, "predict"):
        return PolicyBot(model, name, bool(scaled), batched)
    act = Predicting(model)
    return PolicyBot(act, name, not act.wants_both if scaled is None else scaled, True)


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
