"""Puzzles: positions with one clearly best turn, to be found by a person. ``mining`` makes them; here they are kept, served and judged.

A game's ``puzzles.json`` is ``{"game", "mined", "puzzles": [...]}``. A solution is judged by what the whole turn leads to, not
by the order of its decisions: turns with the outcome of an accepted one are right. ``kind 4-9`` in an accepted turn stands for
all numbers from 4 to 9.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from functools import cache, cached_property
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any, Literal

from sandtable.coach.perspective import Perspective
from sandtable.coach.turns import key_of
from sandtable.kernel.game import JSON
from sandtable.kernel.refusals import Refused
from sandtable.kernel.registry import games
from sandtable.kernel.registry import load as load_game
from sandtable.kernel.state import State
from sandtable.kernel.words import FIRST

Verdict = Literal["going", "right", "wrong"]
Outcome = tuple[bytes, int]
DIFFICULTIES = range(1, 6)
RANGE = re.compile(r"(\w+) (\d+)-(\d+)")
SEED = 1
"""Of the chance that comes after a solution."""


KINDS: dict[str, Any] = {
    "id": str, "game": str, "players": int, "seat": int, "position": dict, "best": dict, "other": dict, "accepted": list,
    "difficulty": int, "themes": list, "margin": (int, float), "verified": int, "words": dict,
}  # fmt: skip
"""What the parts of a puzzle are."""


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]} …"


class BadPuzzle(ValueError):
    """A puzzle or a file of puzzles that cannot be used; the message says why."""


@dataclass(frozen=True)
class Puzzle:
    """``position`` holds no more than ``seat`` knows: hidden cards are one possible deal."""

    id: str
    game: str
    players: int
    seat: int
    position: JSON
    best: JSON
    other: JSON
    """The best turn with another idea: ``texts`` and ``words``."""
    accepted: list[list[str]]
    difficulty: int
    themes: list[str]
    margin: float
    """What the best other idea costs in winning chance."""
    verified: int
    """Simulations behind that."""
    words: dict[str, str]

    def to_json(self) -> JSON:
        return asdict(self)

    @classmethod
    def of(cls, written: Mapping[str, Any]) -> Puzzle:
        """Reads one; raises ``BadPuzzle``."""
        names = set(cls.__dataclass_fields__)
        if not isinstance(written, Mapping) or set(written) != names:
            got = ", ".join(sorted(written)) if isinstance(written, Mapping) else repr(written)
            raise BadPuzzle(f"A puzzle has the parts {', '.join(sorted(names))}; this one has {got}.")
        for name, kind in KINDS.items():
            if not isinstance(written[name], kind) or isinstance(written[name], bool):
                raise BadPuzzle(f"The part {name!r} of a puzzle cannot be {_short(written[name])}.")
        for name in ("best", "other"):
            if not all(isinstance(text, str) for text in written[name].get("texts") or [None]):
                raise BadPuzzle(f"The part {name!r} of a puzzle lists the decisions of a turn under `texts`.")
        if not all(isinstance(words.get(FIRST), str) for words in (written["words"], written["best"].get("words") or {})):
            raise BadPuzzle(f"The words of a puzzle are missing in {FIRST!r}.")
        if written["game"] not in games():
            raise BadPuzzle(f"There is no game {_short(written['game'])}; there are: {', '.join(games())}.")
        known = load_game(written["game"]).words("en").get("coach", {}).get("themes", {})
        for theme in written["themes"]:
            if theme not in known:
                raise BadPuzzle(f"There is no theme {_short(theme)}; there are {', '.join(known)}.")
        return cls(**written)

    def theme_names(self, language: str) -> list[str]:
        """Its themes in words."""
        names = load_game(self.game).words(language).get("coach", {}).get("themes", {})
        return [names[theme] for theme in self.themes]

    def state(self) -> State:
        """The position, for the seat to play from."""
        return self._start.copy()

    @cached_property
    def _start(self) -> State:
        """Read once: whoever judges a turn or searches for one begins here again and again."""
        return load_game(self.game).position(self.position, SEED)

    @cached_property
    def sight(self) -> Perspective:
        return Perspective(load_game(self.game), self.seat)

    @cached_property
    def outcomes(self) -> set[Outcome]:
        """What right turns lead to."""
        found = set()
        for texts in self.accepted:
            for spelled in spell(texts):
                outcome = self.follow(spelled)[1]
                if outcome is None:
                    raise BadPuzzle(f"{self.id}: the accepted turn {', '.join(spelled)} does not end.")
                found.add(outcome)
        return found

    def follow(self, decisions: Iterable[Any]) -> tuple[State, Outcome | None]:
        """Plays decisions; the outcome is None while the turn goes on. It is over at the latest when chance decides."""
        state = self.state()
        game, key = state.game, key_of(state.game, state.record)
        for decision in decisions:
            action = game.meant(state.record, game.actions.attempt(decision))
            before = self.sight.of(state)
            state.play(decision)
            assert action is not None  # else it was refused
            if self.sight.is_chance(before, action.id):
                return state, (self.sight.settled(before), action.id)
            if key_of(game, state.record) != key:
                return state, (self.sight.settled(self.sight.of(state)), -1)
        return state, None


def spell(texts: Sequence[str]) -> Iterator[list[str]]:
    """The turns an accepted one stands for."""
    choices = []
    for text in texts:
        match = RANGE.fullmatch(text)
        choices.append([f"{match[1]} {n}" for n in range(int(match[2]), int(match[3]) + 1)] if match else [text])
    return (list(chosen) for chosen in product(*choices))


# ---- the collection -----------------------------------------------------------------------------------------------------------------


def read(path: Any) -> tuple[JSON, list[Puzzle]]:
    """A file of puzzles: what it says of its mining, and the puzzles; raises ``BadPuzzle``."""
    try:
        written = json.loads(path.read_text("utf-8"))
    except (UnicodeDecodeError, ValueError, RecursionError):
        raise BadPuzzle(f"{path}: this is not JSON, or nested too deeply.") from None
    if not isinstance(written, dict) or written.get("game") not in games() or not isinstance(written.get("puzzles"), list):
        raise BadPuzzle(f'{path}: a file of puzzles has "game" (one of {", ".join(games())}) and a list "puzzles".')
    mined = written.get("mined") or {}
    if not isinstance(mined, dict):
        raise BadPuzzle(f'{path}: "mined" is an object.')
    return mined, [Puzzle.of(one) for one in written["puzzles"]]


def write(path: Path, game: str, mined: JSON, found: Sequence[Puzzle]) -> None:
    """Writes a file anew, one puzzle a line; a file that is being read is never half written."""
    lines = ",\n".join(json.dumps(puzzle.to_json(), ensure_ascii=False, separators=(",", ":")) for puzzle in found)
    text = f'{{"game": {json.dumps(game)}, "mined": {json.dumps(mined)}, "puzzles": [\n{lines}\n]}}\n'
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(text, "utf-8")
    fresh.replace(path)


@cache
def _stored(game: str) -> tuple[Puzzle, ...]:
    place = files(load_game(game).package).joinpath("puzzles.json")
    return tuple(read(place)[1]) if place.is_file() else ()


def load(game: str | None = None) -> list[Puzzle]:
    """The puzzles that come with Sandtable: of one game, or of all."""
    if game is not None and game not in games():
        raise BadPuzzle(f"There is no game {game!r}; there are: {', '.join(games())}.")
    return [puzzle for name in ([game] if game else games()) for puzzle in _stored(name)]


def find(name: str) -> Puzzle:
    """The puzzle of this id."""
    for puzzle in load():
        if puzzle.id == name:
            return puzzle
    raise BadPuzzle(f"There is no puzzle {name!r}.")


def today(day: date | None = None, game: str | None = None) -> Puzzle:
    """The puzzle of a day (by default of this one): all have their turn before one comes again."""
    everyone = load(game)
    if not everyone:
        raise BadPuzzle("There are no puzzles.")
    day = day or date.today()
    round_, place = divmod(day.toordinal(), len(everyone))
    order = sorted(puzzle.id for puzzle in everyone)
    random.Random(f"puzzles {round_}").shuffle(order)
    return find(order[place])


# ---- judging ------------------------------------------------------------------------------------------------------------------------


def judge(puzzle: Puzzle, decisions: Iterable[Any]) -> Verdict:
    """``right`` if the turn leads where an accepted one leads, ``wrong`` if it has ended elsewhere, else ``going``.

    A turn that only has to be ended counts as ended when that makes it right. Raises ``Refused`` for a decision that is not legal."""
    state, outcome = puzzle.follow(decisions)
    if outcome is not None:
        return "right" if outcome in puzzle.outcomes else "wrong"
    if "end_turn" in state.legal:
        before = puzzle.sight.of(state)
        action = state.game.actions.attempt("end_turn").action
        assert action is not None
        if puzzle.sight.is_chance(before, action.id):
            ended: Outcome = (puzzle.sight.settled(before), action.id)
        else:
            ended = (puzzle.sight.settled(puzzle.sight.of(state.play(action))), -1)
        if ended in puzzle.outcomes:
            return "right"
    return "going"


def faults(puzzle: Puzzle) -> list[str]:
    """What is wrong with a puzzle; empty if it is sound."""
    found = []
    try:
        state = puzzle.state()
        if not puzzle.id.startswith(state.game.prefix.lower()):
            found.append("its id does not fit its game")
        if (state.players, state.seat) != (puzzle.players, puzzle.seat):
            found.append("players or seat are not those of the position")
        if puzzle.difficulty not in DIFFICULTIES:
            found.append(f"its difficulty is {puzzle.difficulty}")
        if judge(puzzle, puzzle.best["texts"]) != "right":
            found.append("its best turn is not right")
    except (ValueError, KeyError, TypeError, AttributeError, Refused) as error:
        found.append(str(error) or repr(error))
    return found
