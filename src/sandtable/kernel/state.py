"""A game in progress: whose decision it is, what is legal, what happened, and how to go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cache, lru_cache
from html import escape
from typing import Any, ClassVar, Literal, NamedTuple, SupportsIndex, overload

import numpy as np
from numpy.typing import NDArray

from sandtable.kernel import seeds, tape
from sandtable.kernel.actions import Action
from sandtable.kernel.game import JSON, Game
from sandtable.kernel.outcomes import MOST, Afterstate, Outcome
from sandtable.kernel.reading import fault
from sandtable.kernel.refusals import BadScript, Refusal, Refused
from sandtable.kernel.words import catalogue

LONGEST_ECHO = 80
"""Letters of somebody's input that a refusal repeats."""

DEALT_ANEW = "dealt anew"
"""What a setup says of the hidden orders of its position, if they were drawn from the seed."""


class Move(NamedTuple):
    """One decision that was played."""

    seat: int
    action: Action
    reveals: bool
    chance: tuple[int, ...]
    """Scripted chance as integers; empty when the generator drew."""
    events: int
    """Number of events before it."""


class Legal(Sequence[Action]):
    """The legal decisions in ascending id order: supports ``in``, ``for``, ``len`` and indexing."""

    def __init__(self, game: Game, ids: NDArray[np.int64]) -> None:
        self._game = game
        self.ids = ids

    def __len__(self) -> int:
        return len(self.ids)

    @overload
    def __getitem__(self, i: SupportsIndex) -> Action: ...

    @overload
    def __getitem__(self, i: slice) -> list[Action]: ...

    def __getitem__(self, i: SupportsIndex | slice) -> Action | list[Action]:
        if isinstance(i, slice):
            return [self._game.actions[k] for k in self.ids[i]]
        return self._game.actions[int(self.ids[i])]

    def __iter__(self) -> Iterator[Action]:
        return iter([self._game.actions[k] for k in self.ids.tolist()])

    def __contains__(self, what: object) -> bool:
        action = self._game.actions.attempt(what).action
        return action is not None and action.id in self.ids

    def __repr__(self) -> str:
        return f"<{len(self)} legal: {', '.join(a.text for a in self[:6])}{', …' if len(self) > 6 else ''}>"


class Fields(np.record):  # type: ignore[misc]
    """A record whose fields are read by name at once: NumPy's own looks each time whether a field is a record itself. Ours never are."""

    __getitem__ = np.void.__getitem__  # type: ignore[assignment]


@cache
def _quick(dtype: np.dtype[Any]) -> np.dtype[Any]:
    return np.dtype((Fields, dtype))


def _first(states: NDArray[Any]) -> Any:
    """The record of an array of one."""
    return np.ndarray((), _quick(states.dtype), states)[()]


def copied(states: NDArray[Any]) -> NDArray[Any]:
    """A copy of records, by their bytes: NumPy's own goes field by field, which takes fifty times as long for a single one."""
    return np.ndarray(states.shape, states.dtype, bytearray(states.tobytes()))


class State:
    """A position with its history. ``play`` changes it; ``after`` and ``copy`` make independent ones.

    States are values: they can be pickled, copied and compared. Equal are two states in the same position, however they came there and
    whatever chance will bring (``key``); a set or a table of positions wants copies, since ``play`` changes what was put in."""

    __slots__ = ("_events", "_ids", "_record", "_seat", "_setup", "_start", "_states", "game", "moves", "seed")

    def __init__(self, game: Game, states: np.ndarray[Any, Any], seed: bytes, setup: JSON | Callable[[], JSON] | None = None) -> None:
        self.game = game
        self.seed = seed
        self._setup = setup
        self.moves: list[Move] = []
        self._states = states
        self._start = copied(states)
        self._events: list[tuple[tuple[int, ...], int]] = []
        self._ids: NDArray[np.int64] | None = None
        self._seat: int | None = None
        self._record: tuple[Any, Any] = (None, None)

    # ---- beginning --------------------------------------------------------------------------------------------------------------

    @classmethod
    def deal(
        cls, game: Game, players: int, options: Mapping[str, Any], seed: bytes, chance: Sequence[Any] | None, translated: bool = False
    ) -> State:
        """Deals a new game; ``translated``: the scripted chance is already in the rules' integers (a record's is).

        What the deal hides is dealt anew from a key of its own: so nobody can work out the orders of the piles from the open layout."""
        states = game.blank(players, options)
        chance = _check_list(chance)
        script = list(chance) if translated else game.script(states[0], None, chance)
        _check_numbers(script)
        roll = tape.recording(script)
        game.loops.deal(states, 0, seeds.key(seed, 0), 0, roll)
        _check_script(roll, script)
        if not script:
            game.loops.redeal(states, 0, -1, seeds.key(seed, seeds.HIDDEN))
        state = cls(game, states, seed, {"chance": script} if script else None)
        state._events = [(event, 0) for event in tape.written(roll)]
        return state

    @classmethod
    def from_position(cls, game: Game, position: Mapping[str, Any], seed: bytes) -> State:
        states = np.zeros(1, game.dtype)
        try:
            game.read_position(position, _first(states))
        except RecursionError:
            raise fault(game, "NESTED") from None
        except OverflowError:
            raise fault(game, "TOO_LARGE") from None
        written = game.write_position(_first(states))
        if "events" in written:
            written["events"] = list(position.get("events", []))
        return cls(game, states, seed, {"position": written})

    def deal_hidden(self) -> State:
        """Before the first decision of a position: deals anew all that no onlooker may see, so that its maker knows none of it."""
        assert self.setup is not None
        assert not self.moves
        self.game.loops.redeal(self._states, 0, -1, seeds.key(self.seed, seeds.HIDDEN))
        self._setup = {"hidden": DEALT_ANEW, **self.setup}
        self._start, self._ids, self._seat = copied(self._states), None, None
        return self

    @property
    def setup(self) -> JSON | None:
        """How the game began: ``{"chance": [...]}`` for a scripted deal, ``{"position": {...}}`` (with ``"hidden": "dealt anew"`` if
        it was), else None."""
        if callable(self._setup):
            self._setup = self._setup()
        return self._setup

    # ---- looking ----------------------------------------------------------------------------------------------------------------

    @property
    def record(self) -> Any:
        """The NumPy record itself, for rules and research; change it only on a copy."""
        states, record = self._record
        if states is not self._states:  # a view like this costs more than most of what it is asked
            record = _first(self._states)
            self._record = self._states, record
        return record

    @property
    def records(self) -> NDArray[Any]:
        """The record as an array of one, as compiled code takes it; change it only on a copy."""
        return self._states

    @property
    def players(self) -> int:
        return int(self._states["players"].item())

    @property
    def options(self) -> JSON:
        return self.game.read_options(self.record)

    @property
    def seat(self) -> int | None:
        """Who is to decide; None when the game is over."""
        seat = self._seat
        if seat is None:  # not looked up yet in this position; asked for dozens of times
            seat = self._seat = int(self._states["seat"].item())
        return seat if seat >= 0 else None

    @property
    def over(self) -> bool:
        return self.seat is None

    @property
    def number(self) -> int:
        """How many decisions have been played."""
        return len(self.moves)

    @property
    def legal(self) -> Legal:
        """What the seat to decide may do."""
        if self._ids is None:
            ids = self.game.desk.ids
            self._ids = ids[: self.game.loops.legal(self._states, 0, ids)].copy()
        return Legal(self.game, self._ids)

    @property
    def mask(self) -> NDArray[np.bool_]:
        """The legal decisions as one boolean per id."""
        mask = np.zeros(self.game.num_actions, np.bool_)
        mask[self.legal.ids] = True
        return mask

    @property
    def key(self) -> bytes:
        """The position as bytes, for tables of positions: equal for equal positions, without history and without coming chance."""
        return b"".join(self._states[name].tobytes() for name in self.game.dtype.names or () if name != "rng")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.game is other.game and self.key == other.key

    def __hash__(self) -> int:
        return hash((self.game.id, self.key))

    def _standings(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        scores, ranks = np.zeros((1, self.players), np.int64), np.zeros((1, self.players), np.int64)
        self.game.loops.standings_many(self._states, 0, 1, scores, ranks)
        return scores[0], ranks[0]

    @property
    def scores(self) -> list[int]:
        """One number per seat, as the specification defines it; during the game: so far."""
        return [int(x) for x in self._standings()[0]]

    @property
    def ranks(self) -> list[int]:
        """1 is the best; equals share a rank."""
        return [int(x) for x in self._standings()[1]]

    @property
    def winners(self) -> list[int]:
        """The seats that won; empty while the game goes on."""
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1] if self.over else []

    def view(self, seat: int | Literal["all"] | None) -> JSON:
        """What a seat (or a spectator: None) may see; ``"all"``: with all hands open. JSON-able."""
        if seat == "all":
            return self._with_latest(self.game.open_view(self.record), None, True)
        self._check_seat(seat)
        return self._with_latest(self.game.view(self.record, seat), seat, False)

    def glance(self, seat: int | Literal["all"] | None) -> JSON:
        """The same view for those who only read it: it shares parts with what others see, and nobody changes it."""
        if seat == "all":
            return self.view(seat)
        self._check_seat(seat)
        return self._with_latest(self.game.glance(self.record, seat), seat, False)

    def position(self) -> JSON:
        """The whole truth in the exchange format; ``game.position`` reads it back."""
        return self._with_latest(self.game.write_position(self.record), None, True)

    def _with_latest(self, written: JSON, seat: int | None, everything: bool) -> JSON:
        """Fills in the events of the last decision where a game's format has a place for them (``events``)."""
        return {**written, "events": self._latest(seat, everything)} if "events" in written else written

    def _latest(self, seat: int | None, everything: bool) -> list[JSON]:
        if not self.moves and self.setup and "position" in self.setup:
            return list(self.setup["position"].get("events", ()))
        first = self.moves[-1].events if self.moves else 0
        told = [self.game.tell(self.record, raw, seat, everything) for raw, _ in self._events[first:]]
        return [event for event in told if event is not None]

    def events(self, since: int = 0, seat: int | None = None, everything: bool = False) -> list[JSON]:
        """What happened from event number ``since`` on, as a seat (None: a spectator) may know it.

        Every event has ``place`` (its number), ``decision`` (of which decision it is part; 0: the deal) and ``event`` (its name)."""
        return [{"place": place, "decision": decision, **event} for place, decision, event in self.told(since, seat, everything)]

    def happened(self, since: int) -> list[tuple[int, int, tuple[int, ...]]]:
        """Number, decision and bare facts of what happened from event number ``since`` on: the whole truth, nothing for anybody's eyes."""
        return [(place, decision, raw) for place, (raw, decision) in enumerate(self._events[since:], since)]

    def told(self, since: int = 0, seat: int | None = None, everything: bool = False) -> list[tuple[int, int, JSON]]:
        """What ``events`` tells a seat, with each event's number and decision beside it."""
        self._check_seat(seat)
        tell, record, openly = self.game.tell, self.record, everything or self.over
        found = []
        for place, decision, raw in self.happened(max(since, 0)):
            event = tell(record, raw, seat, openly)
            if event is not None:
                found.append((place, decision, event))
        return found

    def say(self, event: JSON, language: str, names: Sequence[str]) -> str:
        """One of these events as a sentence; the end of the game says what decided it."""
        if self.over and event["event"] == self.game.closing:
            return self.game.verdict(self, language, names)
        return self.game.sentence(event, language, names)

    @property
    def event_count(self) -> int:
        return len(self._events)

    def reveals(self, action: Any, **args: Any) -> bool:
        """Would this legal decision uncover hidden or random facts? Undo cannot go back over it."""
        return bool(self.game.loops.reveals(self._states, 0, self._legal_action(action, args).id))

    def why(self, action: Any, seat: int | None = -1, **args: Any) -> Refusal | None:
        """Why ``seat`` (by default the one to decide; None: a spectator) may not play this; None if it may."""
        if seat == -1:
            seat = self.seat if self.seat is not None else 0
        else:
            self._check_seat(seat)
        attempt = self.game.actions.attempt(action, args)
        if attempt.kind == "undo" and not attempt.values:
            return self.why_undo(seat)
        return self.game.why(self.record, attempt, seat)

    def __str__(self) -> str:
        from rich.text import Text

        return Text.from_markup(self.game.draw(self.position())).plain

    shown: ClassVar[Callable[[State], str] | None] = None
    """How a notebook shows a state, once the package has a board to show it on."""

    def _repr_html_(self) -> str:
        shown = type(self).shown
        return f"<pre>{escape(str(self))}</pre>" if shown is None else shown(self)

    def __repr__(self) -> str:
        to_decide = "over" if self.over else f"seat {self.seat} to decide"
        return f"<State {self.game.id}, {self.players} players, {self.number} decisions, {to_decide}>"

    # ---- going on ---------------------------------------------------------------------------------------------------------------

    def play(self, action: Any, chance: Sequence[Any] | None = None, **args: Any) -> State:
        """Plays a decision given by id, action, text, or kind and arguments; returns this state. Raises ``Refused`` with the reason.

        ``chance`` scripts dice, draws and orders instead of the generator."""
        known = self.game.actions.actions
        if type(action) is int and not args and 0 <= action < len(known):
            chosen: Action | None = known[action]
        else:
            chosen = self.game.meant(self.record, self.game.actions.attempt(action, args))
        if chosen is None:
            raise Refused(self._refusal(action, args))
        chance = _check_list(chance)
        return self.replay(chosen, tuple(self.game.script(self.record, chosen, chance)) if chance else ())

    def after(self, action: Any, chance: Sequence[Any] | None = None, **args: Any) -> State:
        """The state after a decision; this one stays as it is."""
        return self.copy().play(action, chance, **args)

    def afterstate(self, action: Any, most: int = MOST, **args: Any) -> Afterstate:
        """A legal decision before chance answers it; ``afterstate(…).outcomes`` are all that can follow, if that is at most ``most``."""
        return Afterstate(self, self._legal_action(action, args), most)

    def chance_outcomes(self, action: Any, most: int = MOST, **args: Any) -> list[Outcome]:
        """All that a legal decision can bring by dice and draws: probability, chance, state. Raises ``TooManyOutcomes``."""
        return self.afterstate(action, most, **args).outcomes

    def replay(self, action: Action, chance: tuple[int, ...] = ()) -> State:
        """Plays a decision with scripted chance as a record keeps it: in the rules' own integers."""
        number, desk, loops = len(self.moves) + 1, self.game.desk, self.game.loops
        _check_numbers(chance)
        roll = tape.recording(chance) if chance else tape.rewound(desk.tape)
        seat = int(self._states["seat"].item())
        before = copied(self._states) if chance else None
        status = loops.play(self._states, 0, action.id, seeds.key(self.seed, number, desk.key), roll, desk.ids)
        if status >= loops.ILLEGAL:
            raise Refused(self._refusal(action, {}))
        if before is not None:
            try:
                _check_script(roll, chance)
            except BadScript:
                self._states = before
                raise
        self.moves.append(Move(seat, action, status == loops.REVEALED, chance, len(self._events)))
        for event in tape.written(roll):
            self._events.append((event, number))
        self._ids = self._seat = None
        return self

    def undo(self, seat: int | None = -1) -> State:
        """Takes back the last decision of ``seat`` (by default of whoever played it); raises ``Refused`` where the rules of undo end."""
        refusal = self.why_undo(seat)
        if refusal:
            raise Refused(refusal)
        return self.rewind(self.number - 1)

    def why_undo(self, seat: int | None = -1) -> Refusal | None:
        """Why the last decision cannot be taken back; None if it can."""
        if seat == -1:
            seat = self.moves[-1].seat if self.moves else self.seat
        return self.game.why_undo(self.record, self.moves, seat)

    def rewind(self, number: int) -> State:
        """Back to the position after ``number`` decisions, by replaying them. What the rules of undo allow, ``why_undo`` says."""
        moves, events = self.moves, self._events
        self._states = copied(self._start)
        self.moves = []
        self._events = events[: moves[0].events] if moves else events
        self._ids = self._seat = None
        for move in moves[:number]:
            self.replay(move.action, move.chance)
        return self

    def copy(self) -> State:
        """An independent state with the same history."""
        twin = State.__new__(State)
        twin.game, twin.seed, twin._setup = self.game, self.seed, self._setup
        twin.moves, twin._events = list(self.moves), list(self._events)
        twin._states, twin._start = copied(self._states), self._start
        twin._ids, twin._seat, twin._record = self._ids, self._seat, (None, None)
        return twin

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    def __getstate__(self) -> JSON:
        moves = [(m.seat, m.action.id, m.reveals, m.chance, m.events) for m in self.moves]
        return {
            "game": self.game,
            "seed": self.seed,
            "setup": self.setup,
            "moves": moves,
            "events": self._events,
            "states": self._states,
            "start": self._start,
        }

    def __setstate__(self, kept: JSON) -> None:
        self.game, self.seed, self._setup, self._events = kept["game"], kept["seed"], kept["setup"], kept["events"]
        self._states, self._start, self._record = kept["states"], kept["start"], (None, None)
        self._ids = self._seat = None
        actions = self.game.actions
        self.moves = [Move(seat, actions[number], *rest) for seat, number, *rest in kept["moves"]]

    def redeal(self, seat: int | None, rng: int | np.random.Generator | None = None) -> State:
        """A world that ``seat`` cannot tell from this one: all it cannot know is drawn anew. It has no history of its own."""
        self._check_seat(seat)
        key, seed = _drawn_again(rng) if isinstance(rng, int) else _drawn(rng)
        states = copied(self._states)
        self.game.loops.redeal(states, 0, -1 if seat is None else seat, key)
        latest = self._latest(seat, False)  # told now: a world that is handed on holds nothing of the truth
        world = State(self.game, states, seed)
        game, start = self.game, world._start

        def setup() -> JSON:
            written = game.write_position(_first(start))
            return {"position": {**written, "events": latest} if "events" in written else written}

        world._setup = setup
        return world

    # ---- helpers ----------------------------------------------------------------------------------------------------------------

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and (isinstance(seat, bool) or not isinstance(seat, (int, np.integer)) or not 0 <= seat < self.players):
            raise ValueError(f"There is no seat {seat!r}; seats run from 0 to {self.players - 1}, None is a spectator.")

    def _refusal(self, action: Any, args: Mapping[str, Any]) -> Refusal:
        seat = 0 if self.seat is None else self.seat
        refusal = self.game.why(self.record, self.game.actions.attempt(action, args), seat)
        if refusal is None:
            raise RuntimeError(f"{self.game.id}: {action!r} is not legal, but no reason is known; this is a bug in the game's `why`.")
        return self._nearest(refusal, action, args) if refusal.code == "UNKNOWN_DECISION" else refusal

    def _nearest(self, refusal: Refusal, action: Any, args: Mapping[str, Any]) -> Refusal:
        """The refusal of something that is no decision, with what was given and the legal decisions nearest to it."""
        given = " ".join(map(str, [action, *args.values()]))[:LONGEST_ECHO]
        near = get_close_matches(given, [legal.text for legal in self.legal], n=3, cutoff=0.5) or [legal.text for legal in self.legal[:3]]
        words = {language: catalogue(language, "kernel")["refusals"]["NEAREST"] for language in refusal.words}
        said = {language: f"{text} {words[language].format(given=given, near=', '.join(near))}" for language, text in refusal.words.items()}
        return replace(refusal, words=said)

    def _legal_action(self, action: Any, args: Mapping[str, Any]) -> Action:
        chosen = self.game.meant(self.record, self.game.actions.attempt(action, args))
        if chosen is None or chosen.id not in self.legal.ids:
            raise Refused(self._refusal(action, args))
        return chosen


def _drawn(rng: int | np.random.Generator | None) -> tuple[NDArray[np.int64], bytes]:
    """The key of a re-deal, and the seed of what comes after it."""
    generator = rng if isinstance(rng, np.random.Generator) else np.random.default_rng(rng)
    return generator.integers(0, 1 << 32, 4, dtype=np.int64), generator.bytes(seeds.BYTES)


_drawn_again = lru_cache(4096)(_drawn)


def _check_list(chance: Sequence[Any] | None) -> Sequence[Any]:
    if chance is None:
        return ()
    if not isinstance(chance, Sequence) or isinstance(chance, (str, bytes)):
        raise BadScript(f"Scripted chance is a list of what chance brings, in order; {chance!r} is none.")
    return chance


def _check_numbers(script: Sequence[int]) -> None:
    """The tape holds whole numbers of 64 bits."""
    for value in script:
        if type(value) is not int or not -(1 << 63) <= value < 1 << 63:
            raise BadScript(f"Scripted chance does not fit: {value!r} is not a number that chance could bring.")


def _check_script(roll: tape.Tape, script: Sequence[int]) -> None:
    start = roll[tape.END] - len(script)
    if roll[tape.FAULT]:
        at = int(roll[tape.FAULT] - start)
        raise BadScript(f"Scripted chance does not fit: value {at} of {len(script)} is impossible here, or values are missing after it.")
    if roll[tape.READ] != roll[tape.END]:
        used = int(roll[tape.READ] - start)
        raise BadScript(f"Scripted chance does not fit: only {used} of {len(script)} values were needed.")
