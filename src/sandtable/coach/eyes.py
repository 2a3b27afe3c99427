"""Whose eyes a position is looked at with: one seat's, or all cards of all hands open. What nobody can know stays chance.

With open hands the orders of piles, packs and decks are still unknown: a coach that knew the next card would blame players for not
knowing it too.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from sandtable.games.tuareg.components import GOODS_TOTAL
from sandtable.kernel import tape
from sandtable.kernel.game import Game
from sandtable.kernel.state import State
from sandtable.search.knowledge import FIXED, canonical

Eyes = int | Literal["all"]
World = NDArray[Any]
"""An array of one state record."""

SAMPLES = 6
"""Worlds in which a decision is tried to see whether chance has a part in it."""
SHUFFLES = 1024
"""Different orders of a pile that are mixed here."""


class Sight:
    """How a game is looked at: what is known of a position, and how the rest is dealt."""

    def __init__(self, game: Game, eyes: Eyes) -> None:
        self.game = game
        self.eyes = eyes
        self.mixes = eyes == "all" and game.id == "tuareg"
        """The rules can only re-deal what one seat cannot know, which in Tuareg includes other hands: the pile is then mixed here."""
        self.seat = -1 if self.mixes else 0 if eyes == "all" else int(eyes)
        """Whose ignorance the search re-deals; -1: nobody's."""

    def look(self, world: World) -> World:
        """The one position that stands for all that cannot be told apart from this one."""
        if self.mixes:
            copy = np.array(world, dtype=self.game.dtype, copy=True).reshape(1)
            size = int(copy["pile_size"][0])
            copy["pile"][0, :size] = np.sort(copy["pile"][0, :size])
            copy["rng"][0] = FIXED
            return copy
        if self.eyes == "all" and self.game.id == "five-tribes":
            world = np.array(world, dtype=self.game.dtype, copy=True).reshape(1)
            world["open_hands"][0] = 1
        return canonical(self.game, world, self.seat)

    def of(self, state: State) -> World:
        return self.look(np.atleast_1d(np.asarray(state.record)))

    def deal(self, world: World, words: NDArray[np.int64], number: int) -> World:
        """A possible world: what is unknown is dealt from a key."""
        copy = np.array(world, copy=True)
        if self.mixes:
            mix(copy, words, number)
        else:
            self.game.loops.redeal(copy, 0, self.seat, _salted(words, number))
        return copy

    def play(self, world: World, action: int, words: NDArray[np.int64] = FIXED) -> World | None:
        """The world after a decision; None if it is not legal there."""
        copy = np.array(world, copy=True)
        status = self.game.loops.play(copy, 0, action, words, tape.rewound(self.game.desk.tape), self.game.desk.ids)
        return None if status >= self.game.loops.ILLEGAL else copy

    def legal(self, world: World) -> NDArray[np.int64]:
        ids = self.game.desk.ids
        return ids[: self.game.loops.legal(world, 0, ids)].copy()

    def is_chance(self, world: World, action: int) -> bool:
        """Does what follows from this decision depend on dice, draws or cards that these eyes cannot know?"""
        if not self.game.loops.reveals(world, 0, action):
            return False
        seen: bytes | None = None
        for number in range(SAMPLES):
            after = self.play(self.deal(world, FIXED, number), action, _salted(FIXED, number))
            if after is None:
                continue
            found = self.look(after).tobytes()
            if seen is not None and seen != found:
                return True
            seen = found
        return False


@lru_cache(maxsize=16)
def _shuffles(words: tuple[int, ...]) -> NDArray[np.float64]:
    """Random numbers to sort piles by, one row per world."""
    return np.random.default_rng(words).random((SHUFFLES, GOODS_TOTAL))


def mix(world: World, words: NDArray[np.int64], number: int) -> None:
    """Shuffles the pile of Tuareg; the same key shuffles piles of the same size alike."""
    size = int(world["pile_size"][0])
    row = _shuffles(tuple(int(word) & 0xFFFFFFFF for word in words))[number % SHUFFLES]
    world["pile"][0, :size] = world["pile"][0, row[:size].argsort()]


def _salted(words: NDArray[np.int64], number: int) -> NDArray[np.int64]:
    salted = words.copy()
    salted[2] = (salted[2] + 0x9E3779B1 * (number + 1)) & 0xFFFFFFFF
    return salted
