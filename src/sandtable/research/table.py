"""A game whose chance is told from outside, and what each seat remembers of it: the ground of the OpenSpiel door.

Chance that can be enumerated is told as the game means it: one node whose outcomes are dice thrown or cards drawn, with their
probabilities (``State.chance_outcomes``). Anything larger, such as a shuffle, is 16 random bits, given as two bytes; the deal is 32 bits.
So the tree of the game has explicit chance nodes, and the same choices and outcomes always lead to the same position.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.encodings import Encoding
from sandtable.kernel import tape
from sandtable.kernel.game import Game
from sandtable.kernel.outcomes import Outcome, TooManyOutcomes
from sandtable.kernel.state import State, copied

CHANCE, OVER = -1, -2
OUTCOMES = 256
UNIFORM = [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]
SEED = bytes(32)
DEAL_BYTES, DRAW_BYTES = 4, 2
DEAL = -1
NOBODY = -1
ANY_KEY = np.zeros(4, np.int64)


class Table:
    """One game: ``player`` says whose choice is next, ``choose`` makes it. Copies are cheap and independent."""

    __slots__ = ("_bytes", "_memories", "_number", "_outcomes", "_pending", "_trail", "encoding", "players", "states")

    def __init__(self, encoding: Encoding, template: NDArray[Any]) -> None:
        self.encoding = encoding
        self.players = int(template["players"][0])
        self.states = copied(template)
        self._pending: int | None = DEAL
        self._bytes: list[int] = []
        self._outcomes: list[Outcome] | None = None
        self._number = 0
        self._trail: list[tuple[int, int, NDArray[Any]]] = []
        self._memories: list[tuple[int, bytes]] = [(0, b"")] * self.players

    @property
    def game(self) -> Game:
        return self.encoding.game

    @property
    def player(self) -> int:
        """A seat, ``CHANCE`` or ``OVER``."""
        if self._pending is not None:
            return CHANCE
        seat = int(self.states["seat"][0])
        return seat if seat >= 0 else OVER

    @property
    def dealt(self) -> bool:
        return bool(self._trail)

    def legal(self) -> list[int]:
        ids = self.game.desk.ids
        found: list[int] = ids[: self.game.loops.legal(self.states, 0, ids)].tolist()
        return found

    def choose(self, choice: int) -> None:
        """A decision of the seat to decide, or the next byte of chance. ``ValueError`` if it is not possible; then nothing changes."""
        if self._pending is not None and self._outcomes is not None:
            self._turn_out(choice)
            return
        if self._pending is not None:
            if not 0 <= choice < OUTCOMES:
                raise ValueError(f"Chance is a byte from 0 to {OUTCOMES - 1}, not {choice}.")
            self._bytes.append(choice)
            if len(self._bytes) == (DEAL_BYTES if self._pending == DEAL else DRAW_BYTES):
                action, self._pending = self._pending, None
                key = np.array([int.from_bytes(self._bytes, "big"), self._number, 0, 0], np.int64)
                self._bytes = []
                self._carry_out(action, key)
            return
        seat = int(self.states["seat"][0])
        if self._uncovers(choice):
            return
        played = self.encoding.loops.play_unless_it_draws(self.states, choice, ANY_KEY, self.game.desk.ids)
        if played < 0:
            raise ValueError(f"Decision {choice} is not legal here.")
        if played:
            self._remember(seat, choice)
        else:
            self._wait_for_chance(choice)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node with their probabilities."""
        return UNIFORM if self._outcomes is None else [(i, outcome.probability) for i, outcome in enumerate(self._outcomes)]

    def chance_words(self, choice: int) -> str:
        """An outcome in words: dice and kinds in the rules' own numbers."""
        return f"chance {choice}" if self._outcomes is None else f"chance {' '.join(map(str, self._outcomes[choice].chance))}"

    def _uncovers(self, choice: int) -> bool:
        """Does this legal decision draw from a hidden pile? Then its chance node comes next."""
        if not 0 <= choice < self.game.num_actions or self.game.draws(self.states[0], self.game.actions[choice]) is None:
            return False
        if choice not in self.legal():
            return False
        self._wait_for_chance(choice)
        return True

    def _wait_for_chance(self, choice: int) -> None:
        self._pending = choice
        try:
            self._outcomes = State(self.game, copied(self.states), SEED).chance_outcomes(choice, OUTCOMES)
        except TooManyOutcomes:
            self._outcomes = None

    def _turn_out(self, choice: int) -> None:
        assert self._outcomes is not None
        assert self._pending is not None
        if not 0 <= choice < len(self._outcomes):
            raise ValueError(f"There are {len(self._outcomes)} outcomes, not {choice}.")
        seat, action = int(self.states["seat"][0]), self._pending
        self.states = copied(self._outcomes[choice].state.records)
        self._pending = self._outcomes = None
        self._remember(seat, action)

    def _carry_out(self, action: int, key: NDArray[np.int64]) -> None:
        seat = NOBODY
        if action == DEAL:
            self.game.loops.deal(self.states, 0, key, 0, np.zeros(tape.HEAD, np.int64))
        else:
            seat = int(self.states["seat"][0])
            self.game.loops.play(self.states, 0, action, key, np.zeros(tape.HEAD, np.int64), self.game.desk.ids)
        self._remember(seat, action)

    def _remember(self, seat: int, action: int) -> None:
        self._number += 1
        self._trail.append((seat, action, copied(self.states)))

    # ---- what seats know --------------------------------------------------------------------------------------------------------

    def observe(self, seat: int, out: NDArray[np.int16]) -> None:
        """The observation of a seat; zeros before the deal."""
        if self.dealt:
            self.encoding.loops.observe_one(self.states, 0, seat, out, self.game.desk.ids)
        else:
            out[:] = 0

    def observation_string(self, seat: int) -> str:
        """The view of a seat as canonical JSON."""
        if not self.dealt:
            return "not dealt"
        return json.dumps(self.game.view(self.states[0], seat), sort_keys=True, separators=(",", ":"))

    def information_state_string(self, seat: int) -> str:
        """The view and a hash over everything the seat has seen and done: equal exactly for what it cannot tell apart."""
        seen, memory = self._memories[seat]
        row = np.empty(self.encoding.size, np.int16)
        for actor, action, states in self._trail[seen:]:
            self.encoding.loops.observe_one(states, 0, seat, row, self.game.desk.ids)
            own = action if actor == seat else NOBODY
            memory = hashlib.sha256(memory + own.to_bytes(4, "big", signed=True) + row.tobytes()).digest()
        self._memories[seat] = (len(self._trail), memory)
        return f"seat {seat}, memory {memory[:16].hex()}, sees {self.observation_string(seat)}"

    def redeal(self, seat: int, key: NDArray[np.int64]) -> None:
        """All the seat cannot know is drawn anew; what it remembers stays."""
        if self.dealt:
            self.game.loops.redeal(self.states, 0, seat, key)
        if self._pending is not None and self._outcomes is not None:
            self._wait_for_chance(self._pending)

    def position_string(self) -> str:
        """The whole truth as canonical JSON, for those who may see everything."""
        return json.dumps(self.game.write_position(self.states[0]), sort_keys=True, separators=(",", ":")) if self.dealt else "not dealt"

    def rewards(self) -> list[float]:
        """Each seat's share of duels won once the game is over, else zeros."""
        if self.player != OVER:
            return [0.0] * self.players
        scores, ranks = np.zeros((2, 1, self.players), np.int64)
        self.game.loops.standings_many(self.states, 0, 1, scores, ranks)
        places = ranks[0].tolist()
        duels = [sum((theirs > mine) - (theirs < mine) for theirs in places) for mine in places]
        return [won / (self.players - 1) for won in duels]

    def __copy__(self) -> Table:
        twin = Table.__new__(Table)
        twin.encoding, twin.players, twin._pending, twin._number = self.encoding, self.players, self._pending, self._number
        twin.states, twin._bytes, twin._outcomes = copied(self.states), list(self._bytes), self._outcomes
        twin._trail, twin._memories = list(self._trail), list(self._memories)
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return self.__copy__()


def information_state_string(state: Any, seat: int) -> str:
    """The information state of a kernel ``State``: its view and the hash over everything the seat has seen and done."""
    from sandtable.encodings import encoding
    from sandtable.kernel.record import Record

    table = Table(encoding(state.game.id), state.records)
    moves = [(NOBODY, DEAL), *((move.seat, move.action.id) for move in state.moves)]
    for (actor, action), current in zip(moves, Record.of(state).states(), strict=True):
        table._trail.append((actor, action, copied(current.records)))
    return table.information_state_string(seat)
