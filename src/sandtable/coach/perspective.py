"""Whose eyes a position is looked at with: one seat's, or all cards of all hands open. What nobody can know stays chance.

With open hands the orders of piles, packs and decks are still unknown: a coach that knew the next card would blame players for not
knowing it too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from sandtable.kernel import tape
from sandtable.kernel.coaching import World
from sandtable.kernel.game import Game
from sandtable.kernel.state import State
from sandtable.search.heuristics import Given, given
from sandtable.search.knowledge import FIXED, canonical
from sandtable.search.weights import shipped_at

if TYPE_CHECKING:
    from sandtable.coach.bench import Bench

Eyes = int | Literal["all"]

SAMPLES = 6
"""Worlds in which a decision is tried to see whether chance has a part in it."""
SHUFFLES = 1024
"""Different orders of a pile that are mixed here."""


@dataclass
class Candidate:
    """``decisions`` lead from the start to ``world``; then, if chance has a part in it, ``forced`` is decided."""

    decisions: list[int]
    steps: list[World]
    """The position before every decision."""
    world: World
    forced: int | None
    bench: Bench = field(init=False, repr=False)

    @property
    def outcome(self) -> tuple[bytes, int]:
        """Turns with the same outcome are the same, in whatever order they were decided."""
        return self.world.tobytes(), -1 if self.forced is None else self.forced


class Perspective:
    """How a game is looked at: what is known of a position, and how the rest is dealt."""

    def __init__(self, game: Game, eyes: Eyes) -> None:
        self.game = game
        self.eyes = eyes
        self.mixes = eyes == "all" and game.coaching.redeals_hands
        """The rules can only re-deal what one seat cannot know, which here includes other hands: the piles are then mixed here."""
        self.seat = -1 if self.mixes else 0 if eyes == "all" else int(eyes)
        """Whose ignorance the search re-deals; -1: nobody's."""

    def given(self, players: int) -> tuple[NDArray[np.float64], Given]:
        """What its searches at a table of so many are given: the game's network where that is asked."""
        return given(self.game.id, shipped_at(self.game.id, players) if players in self.game.coaching.asks_network else None)

    def look(self, world: World) -> World:
        """The one position that stands for all that cannot be told apart from this one."""
        if self.mixes:
            copy = np.array(world, dtype=self.game.dtype, copy=True).reshape(1)
            for cards, size in self.game.coaching.piles(copy[0]):
                cards[:size] = np.sort(cards[:size])
            copy["rng"][0] = FIXED
            return copy
        if self.eyes == "all":
            world = np.array(world, dtype=self.game.dtype, copy=True).reshape(1)
            self.game.coaching.open_hands(world[0])
        return canonical(self.game, world, self.seat)

    def of(self, state: State) -> World:
        return self.look(np.atleast_1d(np.asarray(state.record)))

    def deal(self, world: World, key: NDArray[np.int64], number: int) -> World:
        """A possible world: what is unknown is dealt from a key."""
        copy = np.array(world, copy=True)
        if self.mixes:
            self.mix(copy, key, number)
        else:
            self.game.loops.redeal(copy, 0, self.seat, _salted(key, number))
        return copy

    def mix(self, world: World, key: NDArray[np.int64], number: int) -> None:
        """Shuffles the piles; the same key shuffles piles of the same size alike."""
        for cards, size in self.game.coaching.piles(world[0]):
            row = _shuffles(tuple(int(word) & 0xFFFFFFFF for word in key), len(cards))[number % SHUFFLES]
            cards[:size] = cards[row[:size].argsort()]

    def play(self, world: World, action: int, key: NDArray[np.int64] = FIXED) -> World | None:
        """The world after a decision; None if it is not legal there."""
        copy = np.array(world, copy=True)
        status = self.game.loops.play(copy, 0, action, key, tape.rewound(self.game.desk.tape), self.game.desk.ids)
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

    def begin(self, world: World) -> Candidate:
        """A turn of which nothing is decided yet."""
        return Candidate([], [], world, None)

    def follow(self, so_far: Candidate, action: int) -> Candidate | None:
        """One more decision of a turn; None if it is not legal in the known position."""
        decisions, steps = [*so_far.decisions, action], [*so_far.steps, so_far.world]
        if self.is_chance(so_far.world, action):
            return Candidate(decisions, steps, so_far.world, action)
        after = self.play(so_far.world, action)
        return None if after is None else Candidate(decisions, steps, self.look(after), None)

    def settled(self, world: World) -> bytes:
        """A position without what does not matter after a turn."""
        copy: Any = np.array(world, copy=True)
        self.game.coaching.forget_the_way(copy[0])
        found: bytes = copy.tobytes()
        return found


@lru_cache(maxsize=16)
def _shuffles(key: tuple[int, ...], cards: int) -> NDArray[np.float64]:
    """Random numbers to sort piles by, one row per world."""
    return np.random.default_rng(key).random((SHUFFLES, cards))


def _salted(key: NDArray[np.int64], number: int) -> NDArray[np.int64]:
    salted = key.copy()
    salted[2] = (salted[2] + 0x9E3779B1 * (number + 1)) & 0xFFFFFFFF
    return salted
