"""One game after another in a single record, for the doors that step one game at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.text import Text

from sandtable.encodings import encoding
from sandtable.kernel import seeds, tape
from sandtable.kernel.game import Game
from sandtable.kernel.state import State
from sandtable.research import rendering

OVER, ILLEGAL = -1, -2
Look = dict[str, NDArray[Any]]


class Episodes:
    """Deals, plays and shows games of one kind. A seed fixes the whole series: the first game and all that follow."""

    def __init__(self, game: str, players: int | None, options: dict[str, Any], perfect: bool = False) -> None:
        self.encoding = encoding(game)
        self.game: Game = self.encoding.game
        self.players = self.game.players[0] if players is None else players
        self._template = self.game.blank(self.players, self.game.check_options(self.players, options))
        self.states = self._template.copy()
        self.rewards = np.zeros(self.players, np.float32)
        self.perfect = perfect
        seats = self.players if perfect else 1
        self.high = np.tile(self.encoding.high, seats)
        self._unit = np.tile(self.encoding.unit, seats)
        self._key: NDArray[np.int64] | None = None
        self._number = 0
        self._silent = np.zeros(tape.HEAD, np.int64)
        self._ids = np.empty(max(self.encoding.num_actions, self.encoding.module.SCRATCH), np.int64)
        self._size, self._actions = self.encoding.size, self.encoding.num_actions
        self._take_up()

    def _take_up(self) -> None:
        loops = self.encoding.loops
        self._deal, self._play, self._look, self._play_others = loops.deal, loops.play_one, loops.look, loops.play_others

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the compiled loops, which the other process has itself."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_deal", "_play", "_look", "_play_others")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._take_up()

    def deal(self, seed: seeds.Seed = None) -> int:
        """The first game of a seed, or without one the next game of the series; returns who begins."""
        if seed is not None or self._key is None:
            self._key, self._number = seeds.key(seeds.to_bytes(seed), 0), 0
        self._deal(self.states, 0, self._template, self._key, self._number, self._silent)
        self._number += 1
        return int(self.states["seat"][0])

    def play(self, action: int) -> int:
        """Who decides next; ``OVER`` with ``rewards`` filled in; ``ILLEGAL`` if nothing was played."""
        seat: int = self._play(self.states, action, self._ids, self.rewards)
        return seat

    def play_others(self, seat: int) -> bool:
        """Random decisions until ``seat`` is asked; False when the game is over, with ``rewards`` filled in."""
        return bool(self._play_others(self.states, seat, self._ids, self.rewards))

    def look(self, seat: int) -> Look:
        """A fresh observation and action mask (int8) of a seat; the mask is empty unless it is the one to decide.

        With perfect information the observations of all seats follow each other, the seat's own first."""
        row, mask = self.known(seat)
        if self.perfect:
            row = np.concatenate([row, *(self._row((seat + place) % self.players) for place in range(1, self.players))])
        return {"observation": row, "action_mask": mask.view(np.int8)}

    def known(self, seat: int) -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
        """Observation and mask of a seat, from what it knows alone."""
        row, mask = np.empty(self._size, np.int16), np.empty(self._actions, np.bool_)
        self._look(self.states, seat, row, mask, self._ids)
        return row, mask

    def _row(self, seat: int) -> NDArray[np.int16]:
        return self.encoding.observe_record(self.states, seat)

    def scaled(self, row: NDArray[Any]) -> NDArray[np.float32]:
        """An observation for a network: float32, mostly between 0 and 1."""
        scaled: NDArray[np.float32] = row.astype(np.float32) / self._unit
        return scaled

    def standings(self) -> dict[str, list[int]]:
        """Scores and ranks of all seats; 1 is the best rank."""
        scores, ranks = np.zeros((2, 1, self.players), np.int64)
        self.game.loops.standings_many(self.states, 0, 1, scores, ranks)
        return {"scores": scores[0].tolist(), "ranks": ranks[0].tolist()}

    def everything(self) -> NDArray[np.int16]:
        """What all seats know together, one row after the other: the state of the table for a critic that may see all hands."""
        return np.concatenate([self._row(seat) for seat in range(self.players)])

    def state(self) -> State:
        """The game as a state with words, refusals and views (a copy)."""
        return State(self.game, self.states.copy(), seeds.to_bytes(0))

    def render(self, mode: str, seat: int | None) -> Any:
        """The table as a seat sees it: ``ansi``, ``svg``, ``rgb_array``, or printed (``human``)."""
        view = self.game.view(self.states[0], seat)
        if mode == "svg":
            return rendering.svg(self.game, view)
        if mode == "rgb_array":
            return rendering.rgb_array(self.game, view)
        text = Text.from_markup(self.game.draw(view)).plain
        if mode == "ansi":
            return text
        print(text)
        return None
