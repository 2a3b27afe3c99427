"""What a game is: its vocabulary, options and state record, its compiled rules, and the words around them.

A game is a package (ours: ``sandtable/games/<name>``) that defines ``GAME``, an instance of a subclass of ``Game``. Rules are compiled
functions on the state record (see ``loops``); everything a person reads or writes (positions, views, refusals, events, drawings) is
plain Python in the methods below. ``s`` is always one ``np.record`` of ``dtype``; seats count from 0, a spectator is ``None``.

What else a game brings lies beside it under fixed names and is found by them, when it is first asked for:

=====================  ==================================================================================================
``words/<lang>.json``   every sentence of the game; ``words/rulebook-<lang>.json``: its rules to read
``heuristics.py``       what the search needs (``search.tree``); without it, light playouts
``encoding.py``         what a seat knows as a row of numbers (``encodings``); without it, the fields of the record
``coaching.py``         what the coach needs (``COACHING``, a subclass of ``kernel.coaching.Coaching``); without it, its defaults
``mirror.py``           positions and decisions in a mirror, where the board has one (training uses it); ``network.npz``: what was learned
``scorepad.py``         adding up a game played with the box (``kernel.scorepad``)
``commands.py``         commands of its own for the command line (``COMMANDS``)
``puzzles.json``        positions with one clearly best turn; ``calibration.json``: see ``coach.calibration``
=====================  ==================================================================================================
"""

from __future__ import annotations

import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from sandtable.kernel import seeds
from sandtable.kernel.actions import Action, Attempt, Kind, Vocabulary
from sandtable.kernel.bind import bind
from sandtable.kernel.coaching import Coaching
from sandtable.kernel.drawing import plain
from sandtable.kernel.refusals import BadOption, Refusal
from sandtable.kernel.registry import load
from sandtable.kernel.tape import recording
from sandtable.kernel.verdict import by_points
from sandtable.kernel.words import LANGUAGES, catalogue, fill, read_json, words_of

if TYPE_CHECKING:
    from sandtable.kernel.batch import Batch
    from sandtable.kernel.outcomes import Draw
    from sandtable.kernel.scorepad import ScorePad
    from sandtable.kernel.state import Move, State

JSON = dict[str, Any]


class Desk(threading.local):
    """Room that compiled calls write into, kept per thread: fresh arrays for every decision would cost more than the decision."""

    def __init__(self, num_actions: int) -> None:
        self.ids = np.empty(num_actions, np.int64)
        self.key = np.empty(4, np.int64)
        self.tape = recording()


@dataclass(frozen=True, slots=True)
class Number:
    """A number that can be entered, with its usual value and its limits."""

    key: str
    default: int
    least: int
    most: int

    def to_json(self) -> JSON:
        return {"key": self.key, "default": self.default, "least": self.least, "most": self.most}


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: the values that can be listed, the default first, and the rule it belongs to. Where ``numbers`` are named, an object of
    them is a value too."""

    name: str
    values: tuple[Any, ...]
    rule: str
    numbers: tuple[Number, ...] = ()

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
    """Rule ids begin with it, and in small letters the ids of puzzles."""
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
    plain_events: ClassVar[bool] = False
    """Does ``tell`` look at nothing of the state but ``players``? Then whatever was told once to a seat need not be told anew."""
    closing: ClassVar[str] = ""
    """The event that ends a game and names no figures: ``State.say`` tells the ``verdict`` in its place."""
    secrets: ClassVar[bool] = True
    """Is there anything a seat cannot know: cards, orders, dice to come?"""
    levels: ClassVar[Sequence[tuple[int, float]]] = ((3, 0.15), (12, 0.0), (40, 0.0), (160, 0.0))
    """Simulations and looseness of the bots of levels 1 to 4 (see ``bots.levels``)."""

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

    def glance(self, s: Any, seat: int | None) -> JSON:
        """The same for those who only read it: it may share parts with what others see, and nobody changes it."""
        return self.view(s, seat)

    def open_view(self, s: Any) -> JSON:
        """The view of somebody who may see all hands, for finished games and free boards; orders of piles are told as in every view."""
        return {**self.write_position(s), "viewer": None}

    # ---- decisions --------------------------------------------------------------------------------------------------------------

    def meant(self, s: Any, attempt: Attempt) -> Action | None:
        """The decision that an attempt stands for; a game may understand gestures too (a target tile instead of a direction)."""
        return attempt.action

    @abstractmethod
    def why(self, s: Any, attempt: Attempt, seat: int | None) -> Refusal | None:
        """Why ``seat`` may not do this now, from that seat's knowledge; None exactly if it is legal."""

    def why_undo(self, s: Any, moves: Sequence[Move], seat: int | None) -> Refusal | None:
        """Why ``seat`` may not take back the last decision; None if it may. One's own, not over a revelation, not after the end."""
        if s["seat"] < 0:
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

    def verdict(self, state: State, language: str, names: Sequence[str]) -> str:
        """What decided a finished game, with its figures: by points, where a game knows nothing else."""
        return by_points(state, language, names)

    def draw(self, view: JSON, language: str = "en") -> str:
        """The table as text with rich markup, from a view or a position; names and values where a game draws nothing better."""
        return plain(view)

    def picture(self, view: JSON, legal: Sequence[Action]) -> str | None:
        """The table as SVG, for games without a board of their own in the web app; None: it has one.

        Elements with ``data-decision`` (the notation of a decision) can be touched while that decision is legal; ``aria-label`` names
        them for those who listen. Only plain shapes, text and gradients are shown."""
        return None

    def phrase(self, action: Action, language: str) -> str:
        """A decision in a few words: the game's ``actions``, filled in with its terms; its notation where there are none."""
        words = self.words(language)
        template = words.get("actions", {}).get(action.kind)
        terms = words.get("terms", {})
        known = {name: terms.get(str(value), value) for name, value in action.args.items()}
        return fill(template, language, **known) if isinstance(template, str) else action.text

    def helps(self, state: State, seat: int | None, view: JSON | None = None) -> JSON:
        """What a board shows beside the view of ``seat`` or a spectator: computed from what that seat may know."""
        return self.helps_from(view or state.view(seat), seat, state.legal if seat is not None and state.seat == seat else ()) or {}

    def helps_from(self, view: JSON, seat: int | None, legal: Sequence[Action]) -> JSON | None:
        """The same from the view alone, and what its seat may decide now; None: a game needs more for it."""
        return None

    def keepsakes(self, position: JSON) -> list[list[str]]:
        """For every seat the keys of what it had at the end of a game that is worth remembering; favourites are counted from them."""
        return []

    def keepsake_name(self, key: str, language: str) -> str:
        """What such a thing is called."""
        return key

    def components(self) -> JSON:
        """The constants of the box that a board or an editor shows: prices, printed values, supplies, neighbourhoods."""
        return {}

    def script(self, s: Any, action: Any, chance: Sequence[Any]) -> list[int]:
        """Scripted chance in the words of the game (kinds, colours, numbers) as the integers the rules read. ``action`` None: setup."""
        return [int(value) for value in chance]

    def draws(self, s: Any, action: Action) -> Draw | None:
        """The cards that a decision takes from a hidden pile, for ``State.chance_outcomes``; None if it takes none, or not so simply."""
        return None

    def warm_steps(self) -> list[tuple[str, Callable[[], object]]]:
        """Further compiled entry points of this game, each with a tiny call, for ``kernel.warm``."""
        return []

    # ---- what lies beside it ----------------------------------------------------------------------------------------------------

    @cached_property
    def package(self) -> str:
        """The package that holds this game's files."""
        module = sys.modules[type(self).__module__]
        return module.__name__ if hasattr(module, "__path__") else str(module.__package__)

    def _part(self, name: str) -> ModuleType | None:
        full = f"{self.package}.{name}"
        return import_module(full) if find_spec(full) else None

    @cached_property
    def heuristics(self) -> ModuleType | None:
        """What the search asks for, as ``search.tree`` lists it; None: light playouts."""
        return self._part("heuristics")

    @cached_property
    def encoding(self) -> ModuleType | None:
        """What a seat knows as numbers, as ``encodings.stepping`` lists it; None: from the record's fields."""
        return self._part("encoding")

    @cached_property
    def mirror(self) -> ModuleType | None:
        """``DECISIONS`` (of every reflection, what each decision becomes) and ``mirrored(states, which)``; None: there is none."""
        return self._part("mirror")

    @cached_property
    def coaching(self) -> Coaching:
        """What the coach needs (``COACHING`` in ``coaching.py``), with defaults for everything."""
        found = self._part("coaching")
        made: Coaching = (found.COACHING if found else Coaching)(self)
        return made

    @cached_property
    def scorepad(self) -> ScorePad | None:
        """For games played with the box (``PAD`` in ``scorepad.py``); None: there is none."""
        found = self._part("scorepad")
        return found.PAD if found else None

    @cached_property
    def commands(self) -> Sequence[Callable[..., None]]:
        """Commands of its own for ``sandtable`` (``COMMANDS`` in ``commands.py``)."""
        found = self._part("commands")
        return found.COMMANDS if found else ()

    def words(self, language: str) -> JSON:
        """All sentences of the game in a language; in English where it does not speak that language."""
        found: JSON = words_of(self.package, language)
        return found

    def rulebook(self, language: str) -> JSON | None:
        """The rules to read in a language, or in English; None if the game brings none."""
        found: JSON | None = read_json(self.package, f"words/rulebook-{language}.json")
        return self.rulebook("en") if found is None and language != "en" else found

    def data(self, name: str) -> Any:
        """A JSON file of the game (``puzzles``, ``calibration``); None if there is none."""
        return read_json(self.package, f"{name}.json")

    def __reduce__(self) -> tuple[Any, ...]:
        """A game is found again by its id, in this process or another: copies and pickles are the game itself."""
        return load, (self.id,)

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
        return bind(self, self.rules)

    @cached_property
    def desk(self) -> Desk:
        """This thread's room for compiled calls."""
        return Desk(self.num_actions)

    def refuse(self, code: str, rule: str, forms: Callable[[str], Mapping[str, str]] | None = None, **details: str) -> Refusal:
        """A refusal in the game's words, or in those of every game. ``details`` fill ``{name}`` fields of the sentences; ``forms`` has
        those of a language."""
        if not details and forms is None:
            return _plainly_refused(self, code, rule)
        return self._refused(code, rule, lambda language: {**details, **(forms(language) if forms else {})})

    def _refused(self, code: str, rule: str, details: Callable[[str], Mapping[str, str]]) -> Refusal:
        said = {}
        for language in LANGUAGES:
            own = self.words(language).get("refusals", {})
            text = own[code] if code in own else catalogue(language, "kernel")["refusals"][code]
            said[language] = fill(text, language, **details(language))
        return Refusal(code, f"{self.prefix}-{rule}", said)

    def check_options(self, players: Any, options: Mapping[str, Any]) -> JSON:
        """Complete options with defaults; raises ``BadOption`` for a number of players, a name or a value that does not exist."""
        if isinstance(players, bool) or not isinstance(players, (int, np.integer)) or players not in self.players:
            raise BadOption(self.refuse("PLAYER_COUNT", self.player_rule), f"Got {players!r}.")
        players = int(players)
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

    def moves(self, state: State, top: int | None = 20) -> list[JSON]:
        """Whole moves of the turn that begins here, the greatest gain at once first; empty where a game does not list them."""
        return []

    def __repr__(self) -> str:
        return f"<Game {self.id}>"


@cache
def _plainly_refused(game: Game, code: str, rule: str) -> Refusal:
    """A refusal that says the same each time."""
    return game._refused(code, rule, lambda language: {})
