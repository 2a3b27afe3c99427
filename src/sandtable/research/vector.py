"""Many games side by side for learning: one call steps all of them and writes observations, masks and rewards into flat arrays."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sandtable.encodings import encoding
from sandtable.kernel import seeds
from sandtable.kernel.batch import chunks


class VectorEnv:
    """``n`` games of one kind; every step plays one decision in each. A finished game is dealt anew at once (its rewards stay readable).

    The arrays below are allocated once and overwritten by every step, or given by the caller (``out``):

    - ``states`` (n) records: the games themselves, to look into or to change;
    - ``observations`` (n, size) int16: what the seat to decide knows;
    - ``masks`` (n, actions) bool: what it may do;
    - ``rewards`` (n, players) float32: per absolute seat, 0 until a game ends, then between -1 and 1 with sum 0;
    - ``done`` (n) bool: did this step end the game;
    - ``scores`` (n, players) int64: final scores of each row's last finished game;
    - ``seats`` (n): who is to decide.
    """

    def __init__(
        self,
        game: str,
        n: int,
        players: int | None = None,
        seed: seeds.Seed = None,
        threads: int = 1,
        out: dict[str, NDArray[Any]] | None = None,
        **options: Any,
    ) -> None:
        if n < 1 or threads < 1:
            raise ValueError(f"A vector environment needs at least 1 game and 1 thread; got {n} and {threads}.")
        self.encoding = encoding(game)
        self.game = self.encoding.game
        self.players = self.game.players[0] if players is None else players
        complete = self.game.check_options(self.players, options)
        self.template = self.game.blank(self.players, complete)
        self.states = np.zeros(n, self.game.dtype)
        self._episodes = np.zeros(n, np.int64)
        self._parts = chunks(n, threads)
        self._take_up()
        given = dict(out or {})
        self.observations: NDArray[np.int16] = _array(given, "observations", (n, self.encoding.size), np.int16)
        self.masks: NDArray[np.bool_] = _array(given, "masks", (n, self.encoding.num_actions), np.bool_)
        self.rewards: NDArray[np.float32] = _array(given, "rewards", (n, self.players), np.float32)
        self.done: NDArray[np.bool_] = _array(given, "done", (n,), np.bool_)
        self.scores: NDArray[np.int64] = _array(given, "scores", (n, self.players), np.int64)
        if given:
            raise ValueError(f"out has unknown arrays: {', '.join(given)}; known are observations, masks, rewards, done, scores.")
        self.reset(seed)

    def _take_up(self) -> None:
        self._loops = self.encoding.loops
        self._pool = ThreadPoolExecutor(len(self._parts) - 1) if len(self._parts) > 1 else None

    def __getstate__(self) -> dict[str, Any]:
        """Everything but threads and compiled loops, which the other process has itself."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_loops", "_pool")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._take_up()

    def __copy__(self) -> VectorEnv:
        """Copies never share arrays."""
        return deepcopy(self)

    def __len__(self) -> int:
        return len(self.states)

    @property
    def seats(self) -> NDArray[Any]:
        column: NDArray[Any] = self.states["seat"]
        return column

    def reset(self, seed: seeds.Seed = None) -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
        """Deals all games anew. Equal seeds give equal games, whatever the number of threads."""
        self._key = seeds.key(seeds.to_bytes(seed), 0)
        self._each(lambda a, b: self._loops.deal_many(self.states, a, b, self.template, self._key, self._episodes))
        self.rewards[:] = 0
        self.done[:] = False
        self.scores[:] = 0
        return self.observe()

    def observe(self) -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
        """Writes observations and masks of the present states (after you changed some of them)."""
        self._each(lambda a, b: self._loops.view_many(self.states, a, b, self.observations, self.masks))
        return self.observations, self.masks

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.int16], NDArray[np.bool_], NDArray[np.float32], NDArray[np.bool_]]:
        """One decision in every game: ``observations, masks, rewards, done``. An illegal one changes no game and raises ``ValueError``."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (len(self),):
            raise ValueError(f"step needs one decision per game: shape ({len(self)},), not {chosen.shape}.")
        bad = max(self._each(lambda a, b: self._loops.illegal_many(self.states, a, b, chosen)))
        if bad >= 0:
            raise ValueError(f"Decision {chosen[bad]} is not legal in game {bad}; nothing was played. Use masks.")
        self._each(
            lambda a, b: self._loops.step_many(
                self.states,
                a,
                b,
                chosen,
                self.template,
                self._key,
                self._episodes,
                self.observations,
                self.masks,
                self.rewards,
                self.done,
                self.scores,
            )
        )
        return self.observations, self.masks, self.rewards, self.done

    def sample(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """A random legal decision for every game, each drawn from its game's own generator."""
        actions = np.zeros(len(self), np.int64) if out is None else out
        self._each(lambda a, b: self._loops.choose_many(self.states, a, b, actions))
        return actions

    def close(self) -> None:
        """Ends the threads."""
        if self._pool:
            self._pool.shutdown()

    def _each(self, work: Callable[[int, int], Any]) -> list[Any]:
        """Runs ``work`` over all games, the last part in this thread."""
        if self._pool is None:
            return [work(*self._parts[0])]
        futures = [self._pool.submit(work, *part) for part in self._parts[:-1]]
        last = work(*self._parts[-1])
        return [*(future.result() for future in futures), last]

    def __repr__(self) -> str:
        return f"<VectorEnv of {len(self)} × {self.game.id}, {self.players} players, {len(self._parts)} threads>"


def _array(given: dict[str, NDArray[Any]], name: str, shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """The caller's array if it fits, else a new one."""
    array = given.pop(name, None)
    if array is None:
        return np.zeros(shape, dtype)
    if array.shape != shape or array.dtype != dtype or not array.flags.c_contiguous or not array.flags.writeable:
        raise ValueError(f"out[{name!r}] must be a writable C-contiguous array of {np.dtype(dtype)} with shape {shape}.")
    return array
