"""Many games side by side for learning: one call steps all of them and writes observations, masks and rewards into flat arrays."""

from __future__ import annotations

import os
import weakref
from copy import deepcopy
from queue import SimpleQueue
from threading import Thread
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sandtable.encodings import encoding
from sandtable.jit import COMPILED
from sandtable.kernel import seeds

HELPER = "vector helper"
"""The name of a helping thread."""


class VectorEnv:
    """``n`` games of one kind; every step plays one decision in each. A finished game is dealt anew at once (its rewards stay readable).
    Only one thread at a time may step it.

    The arrays below are allocated once and overwritten by every step, or given by the caller (``out``):

    - ``states`` (n) records: the games themselves, to look into or to change (then call ``observe``); from then on
      every step looks for what is legal once more, since the games may have been changed;
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
        self._states = np.zeros(n, self.game.dtype)
        self._offers = np.zeros((n, 1 + self.encoding.num_actions), np.int32)
        self._shown = False
        """Whoever asked for the games may change them at any time: then what was legal after the last step is looked for once more."""
        self._written = False
        """Was what is legal written after the last step?"""
        self.threads = threads
        self._episodes, self._chosen, self._key = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(4, np.int64)
        given = dict(out or {})
        self.observations: NDArray[np.int16] = _array(given, "observations", (n, self.encoding.size), np.int16)
        self.masks: NDArray[np.bool_] = _array(given, "masks", (n, self.encoding.num_actions), np.bool_)
        self.rewards: NDArray[np.float32] = _array(given, "rewards", (n, self.players), np.float32)
        self.done: NDArray[np.bool_] = _array(given, "done", (n,), np.bool_)
        self.scores: NDArray[np.int64] = _array(given, "scores", (n, self.players), np.int64)
        if given:
            raise ValueError(f"out has unknown arrays: {', '.join(given)}; known are observations, masks, rewards, done, scores.")
        self._take_up()
        self.reset(seed)

    def _take_up(self) -> None:
        self._loops = self.encoding.loops
        arrays = (self._states, self._chosen, self.template, self._key, self._episodes)
        self._shared = (*arrays, self.observations, self.masks, self.rewards, self.done, self.scores, self._offers)
        self._team = Team(self._loops, self._shared, min(self.threads, -(-len(self) // self._loops.SHARE)) - 1)

    def __getstate__(self) -> dict[str, Any]:
        """Everything but threads and compiled loops, which the other process has itself."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_loops", "_shared", "_team")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._take_up()

    def __copy__(self) -> VectorEnv:
        """Copies never share arrays."""
        return deepcopy(self)

    def __len__(self) -> int:
        return len(self._states)

    @property
    def states(self) -> NDArray[Any]:
        self._shown = True
        return self._states

    @property
    def seats(self) -> NDArray[Any]:
        column: NDArray[Any] = self._states["seat"]
        column.flags.writeable = False
        return column

    def reset(self, seed: seeds.Seed = None) -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
        """Deals all games anew. Equal seeds give equal games, whatever the number of threads."""
        self._key[:] = seeds.key(seeds.to_bytes(seed), 0)
        self._written = False
        self._do(self._loops.DEAL, self._chosen)
        self.rewards[:] = 0
        self.done[:] = False
        self.scores[:] = 0
        return self.observe()

    def observe(self) -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
        """Writes observations and masks of the present states (after you changed some of them)."""
        self._do(self._loops.VIEW, self._chosen)
        self._written = True
        return self.observations, self.masks

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.int16], NDArray[np.bool_], NDArray[np.float32], NDArray[np.bool_]]:
        """One decision in every game: ``observations, masks, rewards, done``. An illegal one changes no game and raises ``ValueError``."""
        chosen = np.require(actions, np.int64, ["C", "A", "W", "E"])  # another kind of array would be compiled for anew
        if chosen.shape != (len(self),):
            raise ValueError(f"step needs one decision per game: shape ({len(self)},), not {chosen.shape}.")
        if self._do(self._loops.STEP, chosen):
            bad = self._loops.take_many(self._states, 0, len(self), self._chosen, self._chosen, self._offers, self._sure())
            raise ValueError(f"Decision {self._chosen[bad]} is not legal in game {bad}; nothing was played. Use masks.")
        self._written = True
        return self.observations, self.masks, self.rewards, self.done

    def sample(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """A random legal decision for every game, each drawn from its game's own generator; 0 for one that is over. ``out``: an int64 array
        to write them into."""
        chosen = np.empty(len(self), np.int64) if out is None else _fitting("out", out, (len(self),), np.int64)
        self._do(self._loops.CHOOSE, chosen)
        return chosen

    def _sure(self) -> bool:
        """Are the games as they were when what is legal was written?"""
        return self._written and not self._shown

    def _do(self, what: int, decisions: NDArray[np.int64]) -> bool:
        """Does this to all games; true if a decision is not legal, and nothing was played."""
        try:
            return self._team.do(what, decisions, self._sure())
        except BaseException:  # whatever it was
            self._written = False
            raise

    def close(self) -> None:
        """Ends the threads."""
        self._team.end()

    def __repr__(self) -> str:
        return f"<VectorEnv of {len(self)} × {self.game.id}, {self.players} players, {self.threads} threads>"


class Team:
    """The thread that calls and its helpers. Work lies on a desk in memory; each does its own games, in compiled code, and then those of
    helpers who sleep: nobody waits for them. Who finds nothing to do for a while sleeps until it is called."""

    def __init__(self, loops: Any, shared: tuple[NDArray[Any], ...], helpers: int) -> None:
        self._loops, self._shared = loops, shared
        self._begin(helpers)

    def _begin(self, helpers: int) -> None:
        """An empty desk, and helpers who begin, look round and go to sleep."""
        loops, shared = self._loops, self._shared
        self._busy, self._wanted = False, helpers
        helpers = min(helpers, processors() - 1) if COMPILED else 0  # any others would only be in each other's way
        room = np.zeros(loops.NEXT + loops.LINE * (2 + helpers), np.int64)
        first = -room.ctypes.data // room.itemsize % loops.LINE
        self._desk = room[first : len(room) - loops.LINE + first]
        self._desk[loops.NEXT :: loops.LINE] = len(shared[0])
        self._desk[loops.NEXT + loops.AWAKE] = 1  # whoever calls
        self._failed: list[BaseException] = []
        places = range(loops.NEXT + loops.LINE + loops.AWAKE, len(self._desk), loops.LINE)
        self._calls: list[tuple[int, SimpleQueue[bool]]] = [(place, SimpleQueue()) for place in places]
        """For each helper where on the desk lies whether it is awake, and what it sleeps on."""
        loops.call_off(self._desk, 0)  # nobody is there yet; now it is compiled
        self.end = weakref.finalize(self, _send_away, [calls for _, calls in self._calls])
        nothing = np.zeros(0, np.int64)
        for me, (_, calls) in enumerate(self._calls, 1):
            helping = (loops, (self._desk, me, 0, nothing, False, *shared), calls, self._failed)
            Thread(target=_help, args=helping, name=HELPER, daemon=True).start()
        self._process = os.getpid()

    def do(self, what: int, decisions: NDArray[np.int64], sure: bool) -> bool:
        """Does this to all games; true if a decision is not legal, and nothing was played. ``decisions``: where they are written, or found;
        ``sure``: nobody else can have changed the games since their offers were written."""
        if self._process != os.getpid():  # this process was forked: its helpers stayed in the other one
            self._begin(self._wanted if self.end.alive else 0)
        self._tell_of_failures()
        if self._busy:
            raise RuntimeError("This environment is in the middle of a step that somebody else has begun; give each thread one of its own.")
        try:
            self._busy = True
            for awake, calls in self._calls:
                if self._desk[awake] == 0 and calls.empty() and self.end.alive:
                    calls.put(True)
            bad = self._loops.share(self._desk, 0, what, decisions, sure, *self._shared)
        except BaseException:  # if the loops themselves have failed, helpers may still be at work
            self._loops.call_off(self._desk, len(self._shared[0]))
            raise
        finally:
            self._busy = False
        self._tell_of_failures()
        return bool(bad)

    def _tell_of_failures(self) -> None:
        if self._failed:
            raise RuntimeError("A thread of this environment has failed; make a new one.") from self._failed[0]


def processors() -> int:
    """How many this process may use: with more threads than that, some would hold others up."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _help(loops: Any, arguments: tuple[Any, ...], calls: SimpleQueue[bool], failed: list[BaseException]) -> None:
    """What a helper does: sleeps, helps, sleeps."""
    desk, me, *_ = arguments
    while calls.get():
        try:
            loops.share(*arguments)
        except BaseException as error:
            failed.append(error)
            desk[loops.NEXT + me * loops.LINE + loops.AWAKE] = 0
            return


def _send_away(all_calls: list[SimpleQueue[bool]]) -> None:
    for calls in all_calls:
        calls.put(False)


def _array(given: dict[str, NDArray[Any]], name: str, shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """The caller's array, or a new one."""
    array = given.pop(name, None)
    return np.zeros(shape, dtype) if array is None else _fitting(f"out[{name!r}]", array, shape, dtype)


def _fitting(name: str, array: NDArray[Any], shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """The caller's array, into which compiled code may write."""
    if array.shape != shape or array.dtype != dtype or not array.flags.carray:
        raise ValueError(f"{name} must be a writable, aligned, C-contiguous array of {np.dtype(dtype)} with shape {shape}.")
    return array
