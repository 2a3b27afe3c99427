"""PettingZoo: ``env(game, players=3)`` is an AEC environment whose agents are the seats.

Observations are dictionaries with ``observation`` and ``action_mask``; rewards are 0 until the game ends, then each seat's share of duels
won (+1 beaten all, -1 beaten by all, sum 0). Actions are checked here, so no wrapper is needed, and none slows the steps down.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.kernel.refusals import Refused
from sandtable.research.episodes import ILLEGAL, OVER, Episodes, Look
from sandtable.research.needs import missing

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
except ImportError as error:
    raise missing("PettingZoo", "pettingzoo") from error

Info = dict[str, Any]


class Env(AECEnv[str, Look, int | None]):  # type: ignore[misc]
    """One game for as many agents as it has seats: ``player_0`` is seat 0."""

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi", "svg", "rgb_array"], "is_parallelizable": False, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self, game: str, players: int | None = None, render_mode: str | None = None, perfect: bool = False, **options: Any
    ) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode is one of: {', '.join(self.metadata['render_modes'])}; got {render_mode!r}.")
        self._episodes = Episodes(game, players, options, perfect)
        self.metadata = {**type(self).metadata, "name": f"{game.replace('-', '_')}_v1"}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self._episodes.players)]
        self.agents: list[str] = []
        self._seat = OVER
        encoding = self._episodes.encoding
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(np.zeros_like(self._episodes.high), self._episodes.high, dtype=np.int16),
                    "action_mask": Box(0, 1, (encoding.num_actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        every = np.tile(encoding.high, len(self.possible_agents))
        self.state_space = Box(np.zeros_like(every), every, dtype=np.int16)
        self.action_spaces = {agent: Discrete(encoding.num_actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals the first game of a seed, or the next one. PettingZoo's ``options`` are not used: a game's options are fixed at making."""
        self._seat = self._episodes.deal(seed)
        self.agents = list(self.possible_agents)
        self.agent_selection = self.agents[self._seat]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None

    def observe(self, agent: str) -> Look:
        """What an agent knows now; its mask is empty unless it is the one to decide."""
        if not hasattr(self, "agent_selection"):
            raise RuntimeError("Call reset() before observe().")
        return self._episodes.look(self.possible_agents.index(agent))

    def state(self) -> NDArray[np.int16]:
        """What all seats know together, one observation after the other: for a critic that may see all hands."""
        return self._episodes.everything()

    def last(self, observe: bool = True) -> tuple[Look | None, float, bool, bool, Info]:
        agent = self.agent_selection
        if self._seat < 0:
            return super().last(observe)
        return self._episodes.look(self._seat) if observe else None, 0.0, False, False, self.infos[agent]

    def step(self, action: int | None) -> None:
        """Plays a decision of the selected agent; an illegal one raises ``Refused`` with the rule and changes nothing."""
        if self._seat < 0:
            if not self.agents:
                raise RuntimeError("The game is over or was never begun; call reset().")
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("None is an action only for agents whose game is over.")
        seat = self._episodes.play(int(action))
        if seat >= 0:
            self._seat = seat
            self.agent_selection = self.possible_agents[seat]
        elif seat == ILLEGAL:
            self._refuse(int(action))
        else:
            self._finish()
        if self.render_mode == "human":
            self.render()

    def _finish(self) -> None:
        """All agents are told their reward; each then steps once more with None, as PettingZoo wants it."""
        self._seat = OVER
        standings = self._episodes.standings()
        for agent, reward in zip(self.agents, self._episodes.rewards.tolist(), strict=True):
            self.infos[agent] = standings
            self.rewards[agent] = self._cumulative_rewards[agent] = reward
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def _refuse(self, action: int) -> None:
        refusal = self._episodes.state().why(action)
        if refusal is None:
            raise RuntimeError(f"Decision {action} is not legal, but no reason is known; this is a bug in the game's `why`.")
        raise Refused(refusal)

    def render(self) -> Any:
        """The table as the seat to decide sees it: text (``ansi``), SVG or an array of pixels (``rgb_array``), or printed (``human``)."""
        if self.render_mode is None:
            raise ValueError(f"Give render_mode when making the environment: {', '.join(self.metadata['render_modes'])}.")
        return self._episodes.render(self.render_mode, self._seat if self._seat >= 0 else None)

    def __copy__(self) -> Env:
        """Copies never share a game."""
        return deepcopy(self)

    def close(self) -> None:
        """There is nothing to release."""


def env(game: str, players: int | None = None, render_mode: str | None = None, perfect: bool = False, **options: Any) -> Env:
    """An AEC environment of a game; ``options`` are the game's house rules. ``perfect``: everybody sees what all seats know."""
    return Env(game, players, render_mode, perfect, **options)


raw_env = env
