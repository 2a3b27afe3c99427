"""What a game is: its vocabulary, options and state record, its compiled rules, and the words around them.

A game is a folder ``sandtable/games/<name>`` whose package defines ``GAME``, an instance of a subclass of ``Game``. Rules are compiled
functions on the state record (see ``loops``); everything a person reads or writes (positions, views, refusals, events, drawings) is
plain Python in the methods below. ``s`` is always one ``np.record`` of ``dtype``; seats count from 0, a spectator is ``None``.
"""

from __future__ import annotations

import pkgutil
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from sandtable.kernel import seeds
from sandtable.kernel.actions import Action, Attempt, Kind, Vocabulary
from sandtable.kernel.bind import bind
from sandtable.kernel.refusals import BadOption, Refusal, refusal
from sandtable.kernel.tape import recording

if TYPE_CHECKING:
    from sandtable.kernel.batch import Batch
    from sandtable.kernel.state import Move, State

JSON = dict[str, Any]


class Desk(threading.local):
    """Room that compiled calls write into, kept per thread: fresh arrays for every decision would cost more than the decision."""

    def __init__(self, num_actions: int) -> None:
        self.ids = np.empty(num_actions, np.int64)
        self.words = np.empty(4, np.int64)
        self.tape = recording()


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: the values that can be listed, the default first, and the rule it belongs to."""

    name: str
    values: tuple[Any, ...]
    rule: str

    @property
    def default(self) -> Any:
        return self.values[0]


class Game(ABC):
    """One game. Subclasses fill in the data and the abstract methods."""

    id: ClassVar[str]
    name: ClassVar[str]
    rules_version: ClassVar[int]
    players: ClassVar[range]
    prefix: ClassVar[str]
    """Rule ids begin with it: ``TU``, ``FT``, ``TG``."""
    dtype: ClassVar[np.dtype[Any]]
    kinds: ClassVar[Sequence[Kind]]
    options: ClassVar[Sequence[Option]]
    option_rule: ClassVar[str]
    """Cited for an option that does not exist."""
    player_rule: ClassVar[str]
    """Cited for a number of players that is not offered."""
    over_rule: ClassVar[str]
    """Cited when the game is over."""
    undo_rule: ClassVar[str]
    """Cited when something cannot be taken back."""
    commits: ClassVar[Sequence[str]] = ()
    """Kinds that stand by rule, although they need not uncover anything."""
    uncovering: ClassVar[Sequence[str]] = ()
    """The events after such a decision that tell that something was uncovered."""
    spectator_rule: ClassVar[str]
    """Cited when somebody without a seat wants to act."""
    rules: ClassVar[ModuleType]
    """The compiled rules, as ``kernel.loops`` describes them."""

    # ---- options and the record -------------------------------------------------------------------------------------------------

    @abstractmethod
    def write_options(self, s: Any, options: Mapping[str, Any]) -> None:
        """Puts complete, checked options into the record (before the deal)."""

    @abstractmethod
    def read_options(self, s: Any) -> JSON:
        """The options of a record, complete."""

    def check_option(self, option: Option, value: Any, players: int) -> Any:
        """Returns the value in its canonical form; raises ``ValueError`` with what would be accepted."""
        for known in option.values:
            if type(known) is type(value) and known == value:
                return known
        raise ValueError(f"{option.name} is one of: {', '.join(map(str, option.values))}.")

    # ---- positions and views ----------------------------------------------------------------------------------------------------

    @abstractmethod
    def write_position(self, s: Any) -> JSON:
        """The complete position in the specification's exchange format."""

    @abstractmethod
    def read_position(self, position: Mapping[str, Any], s: Any) -> None:
        """Fills a zeroed record from the exchange format; raises ``BadPosition`` with the reason. ``s.rng`` is the caller's."""

    @abstractmethod
    def view(self, s: Any, seat: int | None) -> JSON:
        """What a seat or a spectator may see: JSON-able, the only thing that may leave about a running game."""

    # ---- decisions --------------------------------------------------------------------------------------------------------------

    def meant(self, s: Any, attempt: Attempt) -> Action | None:
        """The decision that an attempt stands for; a game may understand gestures too (a target tile instead of a direction)."""
        return attempt.action

    @abstractmethod
    def why(self, s: Any, attempt: Attempt, seat: int | None) -> Refusal | None:
        """Why ``seat`` may not do this now, from that seat's knowledge; None if it may. Written apart from the compiled ``legal``."""

    def why_undo(self, s: Any, moves: Sequence[Move], seat: int | None) -> Refusal | None:
        """Why ``seat`` may not take back the last decision; None if it may. One's own, not over a revelation, not after the end."""
        if s.seat < 0:
            return self.refuse("GAME_OVER", self.over_rule)
        if seat is None:
            return self.refuse("SPECTATOR", self.spectator_rule)
        if all(move.seat != seat for move in moves):
            return self.refuse("UNDO_NOTHING", self.undo_rule)
        if moves[-1].seat != seat:
            return self.refuse("UNDO_OTHER_PLAYER", self.undo_rule)
        if moves[-1].reveals:
            return self.refuse("UNDO_REVEALED", self.undo_rule)
        return None

    # ---- words ------------------------------------------------------------------------------------------------------------------

    @abstractmethod
    def tell(self, s: Any, event: tuple[int, ...], seat: int | None, everything: bool) -> JSON | None:
        """One event of the tape as an object with the key ``event``, as ``seat`` may know it (``everything``: the whole truth).

        ``s`` is the state after the decision that caused the event. None: the event is not for this seat."""

    @abstractmethod
    def sentence(self, event: JSON, language: str, names: Sequence[str]) -> str:
        """An event of ``tell`` as a sentence; ``names`` are the names of the seats."""

    @abstractmethod
    def draw(self, view: JSON, language: str = "en") -> str:
        """The table as text with rich markup, from a view or a position."""

    def script(self, s: Any, action: Any, chance: Sequence[Any]) -> list[int]:
        """Scripted chance in the words of the game (kinds, colours, numbers) as the integers the rules read. ``action`` None: setup."""
        return [int(value) for value in chance]

    def warm_steps(self) -> list[tuple[str, Callable[[], object]]]:
        """Further compiled entry points of this game, each with a tiny call, for ``kernel.warm``."""
        return []

    # ---- made from the above ----------------------------------------------------------------------------------------------------

    @cached_property
    def actions(self) -> Vocabulary:
        """All decisions, by id."""
        return Vocabulary(self.kinds)

    @property
    def num_actions(self) -> int:
        return len(self.actions)

    @cached_property
    def loops(self) -> Any:
        """The compiled entry points."""
        return bind(self.id, self.rules)

    @cached_property
    def desk(self) -> Desk:
        """This thread's room for compiled calls."""
        return Desk(self.num_actions)

    def refuse(self, code: str, rule: str, **details: str) -> Refusal:
        return refusal(self.id, code, f"{self.prefix}-{rule}", **details)

    def check_options(self, players: Any, options: Mapping[str, Any]) -> JSON:
        """Complete options with defaults; raises ``BadOption`` for a number of players, a name or a value that does not exist."""
        if isinstance(players, bool) or not isinstance(players, int) or players not in self.players:
            raise BadOption(self.refuse("PLAYER_COUNT", self.player_rule), f"Got {players!r}.")
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise BadOption(self.refuse("UNKNOWN_OPTION", self.option_rule), f"{name!r} is not one of: {', '.join(known)}.")
        complete: JSON = {}
        for option in self.options:
            value = options.get(option.name, option.default)
            try:
                complete[option.name] = self.check_option(option, value, players)
            except ValueError as error:
                if isinstance(error, BadOption):
                    raise
                rule = option.rule.removeprefix(f"{self.prefix}-")
                raise BadOption(self.refuse("UNKNOWN_OPTION", rule), f"Got {value!r}: {error}") from None
        return complete

    def blank(self, players: int, options: Mapping[str, Any], n: int = 1) -> np.ndarray[Any, Any]:
        """``n`` zeroed records with players and options written in."""
        states = np.zeros(n, self.dtype)
        states[0]["players"] = players
        self.write_options(states[0], options)
        states[1:] = states[0]
        return states

    def new(self, players: int | None = None, seed: seeds.Seed = None, chance: Sequence[Any] | None = None, **options: Any) -> State:
        """Deals a new game. ``seed``: an int, hex text or bytes; drawn with 256 bits if left out. ``chance`` scripts the deal."""
        from sandtable.kernel.state import State

        players = self.players[0] if players is None else players
        return State.deal(self, players, self.check_options(players, options), seeds.to_bytes(seed), chance)

    def position(self, position: Mapping[str, Any], seed: seeds.Seed = None) -> State:
        """Sets up any position of the exchange format; raises ``BadPosition`` with the reason if it cannot exist."""
        from sandtable.kernel.state import State

        return State.from_position(self, position, seeds.to_bytes(seed))

    def batch(self, n: int, players: int | None = None, seed: seeds.Seed = None, threads: int = 1, **options: Any) -> Batch:
        """``n`` games dealt side by side in one NumPy array of records."""
        from sandtable.kernel.batch import Batch

        players = self.players[0] if players is None else players
        return Batch(self, n, players, self.check_options(players, options), seeds.to_bytes(seed), threads)

    def perft(self, state: State, depth: int | None = None, cap: int | None = None) -> JSON:
        """Counts sequences of decisions of every length up to ``depth`` (games may count something better; ``cap`` is theirs)."""
        counts = []
        for length in range(1, (1 if depth is None else depth) + 1):
            states = np.repeat(np.atleast_1d(state.record), length + 1).view(self.dtype)
            counts.append(int(self.loops.perft(states, length)))
        return {"depth": len(counts), "counts": counts}

    def __repr__(self) -> str:
        return f"<Game {self.id}>"


def games() -> list[str]:
    """The ids of all games: the folders under ``sandtable.games``."""
    return list(_found())


@cache
def _found() -> tuple[str, ...]:
    package = import_module("sandtable.games")
    return tuple(sorted(m.name.replace("_", "-") for m in pkgutil.iter_modules(package.__path__) if m.ispkg))


def load(name: str) -> Game:
    """The game of this id, e.g. ``load("tuareg")``."""
    if name not in _found():
        raise KeyError(f"There is no game {name!r}; there are: {', '.join(_found())}.")
    game: Game = import_module(f"sandtable.games.{name.replace('-', '_')}").GAME
    return game
