"""What the coach must know of a game. Every part has a default that serves any game; a game's ``coaching.py`` says better.

The coach itself (``sandtable.coach``) knows methods, not games: it searches, compares and tells, and asks here what a turn is, how far a
game has come, what counts as a mistake, which turns are alike, and how things are called.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from sandtable.kernel.actions import Action
from sandtable.kernel.words import catalogue, fill

if TYPE_CHECKING:
    from sandtable.kernel.game import JSON, Game
    from sandtable.kernel.state import State

Key = tuple[Any, ...]
Idea = tuple[Any, ...]
World = NDArray[Any]
"""An array of one state record."""
Pile = tuple[NDArray[Any], int]
"""Cards nobody knows the order of, and how many of them there are."""


@dataclass(frozen=True)
class Thresholds:
    """From which loss on a turn is called a slip or a mistake: chance, or points where the chance tells little."""

    slip: float
    mistake: float
    slip_points: float
    mistake_points: float


class Way(Protocol):
    """Decisions from a start to ``world``; then, if chance has a part in it, ``forced`` is decided."""

    decisions: list[int]
    steps: list[World]
    """The position before every decision."""
    world: World
    forced: int | None


class Walker(Protocol):
    """Tries decisions on what is known of a position."""

    def begin(self, world: World) -> Way: ...

    def legal(self, world: World) -> NDArray[np.int64]: ...

    def is_chance(self, world: World, action: int) -> bool: ...

    def follow(self, so_far: Any, action: int) -> Way | None: ...

    def settled(self, world: World) -> bytes: ...


@dataclass(frozen=True)
class PlayedTurn:
    """Decisions of one seat, played out on a copy as far as they are legal there."""

    before: State
    sure: State
    """Before the first decision that uncovers something: so far nothing was left to chance."""
    done: State
    """After all decisions but a closing ``end_turn``."""
    seat: int
    actions: list[Action]
    events: list[JSON]
    """As the seat sees them."""

    def named(self, *names: str) -> list[JSON]:
        """The seat's own events of these names."""
        return [event for event in self.events if event["event"] in names and event.get("seat", self.seat) == self.seat]

    def kinds(self) -> set[str]:
        return {action.kind for action in self.actions}


@dataclass(frozen=True)
class Mark:
    """Something a turn did to another seat: the things it concerns, by their keys on the board, and the points."""

    seat: int
    keys: tuple[str, ...]
    text: str
    gain: int | None = None


@dataclass(frozen=True)
class Retold:
    """A turn as somebody saw it: what its seat did in one sentence without the name, the points it banked, what it did to others."""

    text: str
    gain: int | None = None
    marks: tuple[Mark, ...] = ()


class Words:
    """The coach's words in one language: those of the game (section ``coach``), its terms, and those common to all."""

    def __init__(self, language: str, game: Game, names: Sequence[str] | None = None) -> None:
        self.language = language
        self.game = game
        self.names = names
        self._common = catalogue(language, "coach")
        self._words = game.words(language)

    def __call__(self, key: str, **values: Any) -> str:
        """A text of the game's part (or, after ``common:``, of the common one), filled in."""
        part, _, name = key.rpartition(":")
        texts = self._common[part] if part else self._words["coach"]
        return fill(texts[name], self.language, **values)

    def count(self, thing: str, n: int) -> str:
        """``1 elder``, ``2 elders``."""
        return fill(self._words["coach"]["counts"][thing], self.language, n=n)

    def retold(self, key: str, **values: Any) -> str:
        """A phrase of the game's section ``retold``, filled in."""
        return fill(self._words["retold"][key], self.language, **values)

    def term(self, *path: str) -> Any:
        """A word of the game's own catalogue."""
        found = self._words["terms"]
        for key in path:
            found = found[key]
        return found

    def seat(self, seat: int) -> str:
        return self.names[seat] if self.names else self("common:seat", n=seat + 1)

    def place(self, n: int) -> str:
        """``first``, ``second`` …"""
        return str(self._common["places"][str(n)])

    def number(self, value: float) -> str:
        """A whole number, or with one decimal."""
        text = f"{value:.1f}".removesuffix(".0")
        return text.replace(".", self._common["common"]["decimal"])

    def percent(self, chance: float) -> str:
        """``76 %``; never 0 or 100 for what is merely unlikely or likely: ``under 1 %``."""
        if 0.005 <= chance < 0.995 or chance in (0, 1):
            return self("common:percent", n=round(100 * chance))
        return self("common:under" if chance < 0.5 else "common:over")

    def join(self, parts: Sequence[str]) -> str:
        """``a, b and c``"""
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {self('common:and')} {parts[-1]}"


class Coaching:
    """The defaults. ``s`` is always one state record."""

    thresholds = Thresholds(0.03, 0.07, 4.0, 8.0)
    point = 0.001
    """What a point of margin is worth in winning chance: it decides between turns only where the chances are equal."""
    finds_turns = False
    """Can ``whole_turns`` list what a seat could do, with gains?"""

    def __init__(self, game: Game) -> None:
        self.game = game

    # ---- turns and progress -----------------------------------------------------------------------------------------------------

    def turn_key(self, s: Any) -> Key:
        """Positions of one seat that follow each other with the same key belong to one turn."""
        return ()

    def round(self, s: Any) -> int | None:
        """The round as the game counts it; None: a round is over when everybody had a turn."""
        return None

    def takes_a_turn(self, s: Any) -> bool:
        """Does what begins here count as a turn of its seat?"""
        return True

    def progress(self, s: Any) -> float:
        """How much of the game is played, 0 to about 1."""
        return 0.0

    # ---- eyes -------------------------------------------------------------------------------------------------------------------

    redeals_hands = False
    """Re-dealing hides other hands too: with all hands open, the coach shuffles ``piles`` itself."""
    asks_network: Sequence[int] = ()
    """Tables (numbers of players) at which the coach asks the game's network: where its verdicts and chances were measured no worse."""

    def open_hands(self, s: Any) -> None:
        """Lays all hands open, where the rules know such a thing."""

    def piles(self, s: Any) -> list[Pile]:
        """What nobody can know the order of, as views of the record; asked for where ``redeals_hands``."""
        return []

    # ---- turns that are alike ---------------------------------------------------------------------------------------------------

    def forget_the_way(self, s: Any) -> None:
        """Clears what does not matter after a turn, so that turns with the same effect end in the same bytes."""

    def things(self, action: Action, s: Any, path: list[str]) -> list[str]:
        """The things on the board that a decision touches, by their keys; places it leads over are added to ``path``."""
        return [f"decision:{action.text}"]

    def idea(self, actions: Sequence[Action], steps: Sequence[World]) -> Idea:
        """What a turn is about: two turns with the same idea differ in details only."""
        return tuple(action.text for action in actions)

    def variants(self, walker: Walker, world: World, best: Way) -> Iterator[list[int]]:
        """Decisions of turns that do the same as ``best`` in other ways."""
        return iter(())

    def promising(self, s: Any) -> Iterable[list[int]]:
        """The beginnings of turns that bring most at once, the best first; considered whatever a search happens to find."""
        return ()

    def accepted(self, texts: list[list[str]]) -> list[list[str]]:
        """The right turns of a puzzle in their shortest form; ``kind 4-9`` stands for all numbers from 4 to 9."""
        return texts

    def whole_turns(self, state: State, seat: int) -> list[JSON]:
        """Every whole turn the seat can begin now with what it gains at once, the best first."""
        return []

    def plan(self, state: State, seat: int) -> JSON | None:
        """For every place in the order of play what the seat would do there and what that is worth; None where nothing is to be planned."""
        return None

    # ---- speech -----------------------------------------------------------------------------------------------------------------

    def short(self, turn: PlayedTurn, w: Words) -> list[str]:
        """What a turn does, in the order of its decisions."""
        return [self.game.phrase(action, w.language) for action in turn.actions]

    def retell(self, seat: int, events: Sequence[JSON], view: JSON, w: Words) -> Retold:
        """What a seat did, from the events of its turn as somebody was told them; ``view``: what the same eyes see after it."""
        seats = int(view.get("players") or max([seat, *(int(e.get("seat") or 0) for e in events)]) + 1)
        names = [w.seat(each) for each in range(seats)]
        return Retold(" ".join(self.game.sentence(event, w.language, names) for event in events if event.get("seat") == seat))

    def retell_in(self, seat: int, events: Sequence[JSON], view: JSON, several: Sequence[Words]) -> list[Retold]:
        """The same in several languages."""
        return [self.retell(seat, events, view, w) for w in several]

    def retold_from(self, view: JSON) -> JSON | None:
        """What ``retell`` looks at in a view, if that is little: it is given no more then, and not asked twice about the same."""
        return None

    def reasons(self, turn: PlayedTurn, w: Words) -> list[str]:
        """Facts about the turn as sentences to the player, those that matter most first."""
        return []

    def nudge(self, turn: PlayedTurn, w: Words) -> tuple[str, list[str]]:
        """Where to look, without what to do; with the keys of what to look at."""
        return w("common:nudge"), []

    def aim(self, turn: PlayedTurn, w: Words) -> tuple[str, list[str]]:
        """What to go for."""
        return w("common:aim", does=self.short(turn, w)[0]), self.things(turn.actions[0], turn.before.record, [])

    def steps(self, turn: PlayedTurn, w: Words) -> str:
        """The whole turn in a sentence."""
        return w("common:does", does=", ".join(self.short(turn, w)))

    def themes(self, turn: PlayedTurn) -> list[str]:
        """What a puzzle with this solution is about, by keys of ``coach.themes`` in the game's words."""
        return []
