"""Many seats of Gymnasium in one environment: ``gymnasium.make_vec("sandtable/<Game>-v1", num_envs=64)``.

Actions, rewards and observations are arrays with one row per game; masks stand in the observation, in ``info`` and in ``action_masks()``.
All three ways of Gymnasium to begin a new game are there (``autoreset_mode``): with the next step (default), in the same step, by hand.
Opponents who follow a policy are asked for all tables at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy, deepcopy
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, concatenate, create_empty_array
from numpy.typing import ArrayLike, NDArray

from sandtable.bots import Bot
from sandtable.bots.policy import PolicyBot
from sandtable.research.gymnasium import RANDOM, Info, Opponent, SeatEnv
from sandtable.research.opponents import play_others

SEEDS = 1 << 31


def _of_its_own(opponents: Any) -> Any:
    """The opponents of one more table: bots that remember a game are copied; policies remember nothing and are shared."""
    if isinstance(opponents, Bot):
        return opponents if isinstance(opponents, PolicyBot) else copy(opponents)
    return opponents if isinstance(opponents, str) else [_of_its_own(one) for one in opponents]


class SeatVectorEnv(VectorEnv[Any, Any, Any]):
    """``num_envs`` tables with a learner each; everything else is as in ``SeatEnv``."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        opponents: Opponent | Sequence[Opponent] = RANDOM,
        **seat: Any,
    ) -> None:
        if num_envs < 1:
            raise ValueError(f"A vector environment needs at least 1 game; got {num_envs}.")
        self.num_envs = num_envs
        self.tables = [SeatEnv(game, opponents=_of_its_own(opponents), **seat) for _ in range(num_envs)]
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**SeatEnv.metadata, "autoreset_mode": self.autoreset_mode}
        self.render_mode = self.tables[0].render_mode
        self.single_action_space = self.tables[0].action_space
        self.single_observation_space = self.tables[0].observation_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._looks: list[Any] = [None] * num_envs
        self._over = np.zeros(num_envs, np.bool_)

    def reset(self, *, seed: int | list[int | None] | None = None, options: Info | None = None) -> tuple[Any, Info]:
        """Deals all games, or those that ``options={"reset_mask": …}`` names."""
        chosen = np.ones(self.num_envs, np.bool_) if not options or "reset_mask" not in options else np.asarray(options["reset_mask"])
        if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_:
            raise ValueError(f"reset_mask has one boolean per game: shape ({self.num_envs},).")
        if isinstance(seed, int):
            seed = [(seed + i) % SEEDS for i in range(self.num_envs)]
        infos: Info = {}
        for i in np.flatnonzero(chosen).tolist():
            self._begin(i, infos, None if seed is None else seed[i])
        return self._observations(), infos

    def _begin(self, i: int, infos: Info, seed: int | None = None) -> None:
        self._looks[i], info = self.tables[i].reset(seed=seed)
        self._over[i] = False
        self._note(infos, info, i)

    def step(self, actions: ArrayLike) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """One decision at every table. A table whose game is over begins anew instead, as ``autoreset_mode`` says."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"step needs one action per game: shape ({self.num_envs},), not {chosen.shape}.")
        if self.autoreset_mode is AutoresetMode.DISABLED and self._over.any():
            raise RuntimeError("Some games are over; call reset(options={'reset_mask': terminated}).")
        rewards, ended = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        infos: Info = {}
        steps = [None if self._over[i] else table.decide(int(chosen[i])) for i, table in enumerate(self.tables)]
        play_others([table for i, table in enumerate(self.tables) if steps[i] is None and not self._over[i]])
        for i, table in enumerate(self.tables):
            if self._over[i]:
                self._begin(i, infos)
                continue
            look, rewards[i], ended[i], _, info = steps[i] or table.outcome()
            if ended[i] and self.autoreset_mode is AutoresetMode.SAME_STEP:
                self._note(infos, {"final_obs": look, "final_info": info}, i)
                self._begin(i, infos)
                continue
            self._looks[i], self._over[i] = look, ended[i]
            self._note(infos, info, i)
        return self._observations(), rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def _note(self, infos: Info, info: Info, i: int) -> None:
        for name in ("scores", "ranks"):
            if name in info:
                info = {**info, name: np.array(info[name])}
        infos.update(self._add_info(infos, info, i))

    def _observations(self) -> Any:
        room: Any = create_empty_array(self.single_observation_space, self.num_envs)
        return concatenate(self.single_observation_space, self._looks, room)

    def action_masks(self) -> NDArray[np.bool_]:
        """What every learner may do: one row per game."""
        return np.stack([table.action_masks() for table in self.tables])

    def render(self) -> tuple[Any, ...]:
        return tuple(table.render() for table in self.tables)

    def __copy__(self) -> SeatVectorEnv:
        """Copies never share a game."""
        return deepcopy(self)

    def close_extras(self, **kwargs: Any) -> None:
        for table in self.tables:
            table.close()
