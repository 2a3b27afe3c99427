"""Gymnasium: one seat for the learner, bots on the others.

``SeatEnv(game, players=3)``, or ``gymnasium.make("sandtable/<Game>-v1", players=3)`` once ``sandtable`` is imported;
``gymnasium.make_vec`` makes many of them in one ``SeatVectorEnv``. Observations are dictionaries with
``observation`` and ``action_mask``, or with ``flat=True`` one scaled row; the mask also stands in ``info`` and in ``action_masks()``, where
masked learners look for it. The reward comes at the end: the share of duels won, -1 to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.bots import Bot, Knowledge, seat_named
from sandtable.kernel.refusals import Refused
from sandtable.research.episodes import ILLEGAL, OVER, Episodes
from sandtable.research.needs import missing
from sandtable.research.opponents import play_others

try:
    import gymnasium
    from gymnasium.spaces import Box, Dict, Discrete
except ImportError as error:
    raise missing("Gymnasium", "gymnasium") from error

Opponent = str | Bot
"""A bot by name (``greedy``, ``level3``, ``uct@50ms``: see the page on bots) or your own; bots are given a seat's knowledge, no more."""
Info = dict[str, Any]

LOSS = -1.0
RANDOM = "random"


def observation_space(episodes: Episodes, flat: bool) -> Any:
    """What ``reset`` and ``step`` return: observation and mask, or one scaled row; the bounds are the largest values there can be."""
    if flat:
        return Box(np.zeros(len(episodes.high), np.float32), episodes.scaled(episodes.high))
    return Dict(
        {
            "observation": Box(np.zeros_like(episodes.high), episodes.high, dtype=np.int16),
            "action_mask": Box(0, 1, (episodes.encoding.num_actions,), np.int8),
        }
    )


class SeatEnv(gymnasium.Env[Any, Any]):
    """``seat``: the learner's (None: drawn for every game). ``opponents``: one for all other seats, or one for each in
    the order of play after the learner; ``random`` is the default and fastest.

    ``flat=True``: the observation alone, divided by ``encoding.unit``, as float32, for tools that want one Box.
    ``perfect=True``: all hands are open; the observations of all seats follow each other, the learner's first.
    ``illegal="lose"`` ends the game with reward -1 and the refusal in ``info``; ``"raise"`` raises ``Refused`` and changes nothing."""

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi", "svg", "rgb_array"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int | None = None,
        seat: int | None = 0,
        opponents: Opponent | Sequence[Opponent] = RANDOM,
        illegal: str = "lose",
        render_mode: str | None = None,
        flat: bool = False,
        perfect: bool = False,
        **options: Any,
    ) -> None:
        self._episodes = Episodes(game, players, options, perfect)
        others = self._episodes.players - 1
        if seat is not None and not 0 <= seat <= others:
            raise ValueError(f"There is no seat {seat!r}; seats run from 0 to {others}, None draws one for every game.")
        if illegal not in ("lose", "raise"):
            raise ValueError(f"illegal is 'lose' or 'raise', not {illegal!r}.")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode is one of: {', '.join(self.metadata['render_modes'])}; got {render_mode!r}.")
        one_each = [opponents] * others if isinstance(opponents, (str, Bot)) else list(opponents)
        if len(one_each) != others:
            raise ValueError(f"{others} opponents are needed, {len(one_each)} were given.")
        self._bots = [seat_named(one).make(game) if isinstance(one, str) else one for one in one_each]
        self._only_random = all(one == RANDOM for one in one_each)
        self._seat_given, self._illegal, self.render_mode = seat, illegal, render_mode
        self.seat = 0 if seat is None else seat
        self.game = self._episodes.game.id
        self._to_decide = OVER
        self._flat = flat
        self.action_space: Any = Discrete(self._episodes.encoding.num_actions)
        self.observation_space: Any = observation_space(self._episodes, flat)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Any, Info]:
        """Deals the first game of a seed, or the next one, and plays until the learner is asked."""
        super().reset(seed=seed)
        if self._seat_given is None:
            self.seat = int(self.np_random.integers(self._episodes.players))
        while True:
            self._to_decide = self._episodes.deal(seed)
            seed = None
            self._seat_bots()
            play_others([self])
            if self._to_decide >= 0:
                return self._look()

    def step(self, action: int) -> tuple[Any, float, bool, bool, Info]:
        """Plays the learner's decision, then all others' until it is asked again or the game is over."""
        refused = self.decide(action)
        if refused is not None:
            return refused
        play_others([self])
        return self.outcome()

    def decide(self, action: int) -> tuple[Any, float, bool, bool, Info] | None:
        """The first half of a step: the learner's decision alone. If it is not legal, the whole step."""
        if self._to_decide < 0:
            raise RuntimeError("The game is over or was never begun; call reset().")
        reply = self._episodes.play(int(action))
        if reply == ILLEGAL:
            return self._refused(int(action))
        self._to_decide = reply
        return None

    def outcome(self) -> tuple[Any, float, bool, bool, Info]:
        """The second half, once all others have decided."""
        reward = float(self._episodes.rewards[self.seat]) if self._to_decide < 0 else 0.0
        if self.render_mode == "human":
            self.render()
        look, info = self._look()
        return look, reward, self._to_decide < 0, False, info

    def _look(self) -> tuple[Any, Info]:
        """The observation and ``info``: the mask, and once the game is over final scores and ranks of all seats."""
        look = self._episodes.look(self.seat)
        info: Info = {"action_mask": look["action_mask"]}
        if self._to_decide < 0:
            info.update(self._episodes.standings())
        return (self._episodes.scaled(look["observation"]) if self._flat else look), info

    def action_masks(self) -> NDArray[np.bool_]:
        """What the learner may do: one boolean per action."""
        return self._episodes.look(self.seat)["action_mask"].view(np.bool_)

    def _seat_bots(self) -> None:
        """Every bot is told that a new game begins, with chance of its own."""
        if not self._only_random:
            for place, bot in enumerate(self._bots, 1):
                seat = (self.seat + place) % self._episodes.players
                bot.start(self._episodes.game, self._episodes.players, seat, int(self.np_random.integers(1 << 48)))

    def asked(self) -> Bot | None:
        """The opponent who is to decide; None when the learner is, or the game is over. Opponents who decide by chance have done so."""
        if self._only_random:
            self._to_decide = self.seat if self._episodes.play_others(self.seat) else OVER
        if self._to_decide < 0 or self._to_decide == self.seat:
            return None
        return self._bots[(self._to_decide - self.seat - 1) % self._episodes.players]

    def known(self) -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
        """Observation and mask of the seat to decide."""
        return self._episodes.known(self._to_decide)

    def knowledge(self) -> Knowledge:
        """What the seat to decide may know."""
        return Knowledge.of(self._episodes.state())

    def answer(self, choice: object) -> None:
        """Plays an opponent's decision; raises ``Refused`` if it is not legal."""
        attempt = self._episodes.game.actions.attempt(choice)
        if attempt.action is None or (reply := self._episodes.play(attempt.action.id)) == ILLEGAL:
            raise Refused(self._episodes.state()._refusal(choice, {}))
        self._to_decide = reply

    def _refused(self, action: int) -> tuple[Any, float, bool, bool, Info]:
        refusal = self._episodes.state()._refusal(action, {})
        if self._illegal == "raise":
            raise Refused(refusal)
        look, info = self._look()
        self._to_decide = OVER
        return look, LOSS, True, False, {**info, "refusal": refusal.to_json()}

    def render(self) -> Any:
        """The table as the learner sees it: as text (``ansi``), SVG or an array of pixels (``rgb_array``), or printed (``human``)."""
        if self.render_mode is None:
            raise ValueError(f"Give render_mode when making the environment: {', '.join(self.metadata['render_modes'])}.")
        return self._episodes.render(self.render_mode, self.seat)

    def __copy__(self) -> SeatEnv:
        """Copies never share a game."""
        return deepcopy(self)

    def close(self) -> None:
        for bot in self._bots:
            bot.close()
