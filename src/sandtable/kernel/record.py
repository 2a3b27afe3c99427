"""Records: a whole game as one readable text file.

::

    sandtable record 1
    game: <its id> #5d31c0aa
    rules: 1 #b0c4417e
    players: 2 #…
    options: {"goods": "A", "start": "random", …} #…
    seats: ["Ann", "Ben"] #…
    commitment: 4be1…          (sha256 of the seed; may be published before the game) #…
    seed: 5f0c…                (or: hidden) #…

    1 draw #0c7f21d9
    2 to_market salt #8e12aa04
    3 steal_hand 1 = 2 #11c0de55
    result: {"scores": [12, 9], "winners": [0]} #a0b1c2d3

A decision's line is its number, its notation and, after ``=``, the scripted chance if there was any. Every line but the first ends with a
check: the first 8 hexadecimal digits of a SHA-256 over all lines so far. So a damaged or altered file is refused at the first line that
is not what was written. A game to which persons added randomness has a further header line ``parts:`` with what each seat added (or null):
the game's seed is then drawn from the seed and the parts. A game that did not begin with an ordinary deal has a line ``setup:`` with the
scripted deal or the position; ``"hidden": "dealt anew"`` in it says that all hidden orders of the position were drawn from the seed.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from sandtable.kernel import seeds
from sandtable.kernel.actions import Action
from sandtable.kernel.game import JSON, Game
from sandtable.kernel.refusals import BadOption, BadPosition, BadScript, Refused
from sandtable.kernel.registry import games, load
from sandtable.kernel.state import DEALT_ANEW, State

FIRST_LINE = "sandtable record 1"
HEADER = ("game", "rules", "players", "options", "seats", "commitment", "seed")
OPTIONAL = ("parts", "setup")


class BadRecord(ValueError):
    """A file that is not a sound record; ``line`` is the line at fault, counted from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


@dataclass
class Record:
    """Header and decisions of one game. ``states()`` replays it."""

    game: Game
    players: int
    options: JSON
    seed: bytes | None
    commitment: str
    seats: list[str]
    decisions: list[tuple[Action, tuple[int, ...]]] = field(default_factory=list)
    setup: JSON | None = None
    result: JSON | None = None
    parts: list[str | None] | None = None

    # ---- from and to games ------------------------------------------------------------------------------------------------------

    @classmethod
    def of(cls, state: State, seats: Sequence[str] | None = None) -> Record:
        """The record of a game so far."""
        names = [f"seat {i}" for i in range(state.players)] if seats is None else list(seats)
        if len(names) != state.players:
            raise ValueError(f"A game of {state.players} players has {state.players} names, not {len(names)}.")
        for name in names:
            if not _is_text(name):
                raise ValueError(f"The name {name!r} cannot be written as text.")
        return cls(
            game=state.game,
            players=state.players,
            options=state.options,
            seed=state.seed,
            commitment=seeds.commitment(state.seed),
            seats=names,
            decisions=[(move.action, move.chance) for move in state.moves],
            setup=state.setup,
            result={"scores": state.scores, "winners": state.winners} if state.over else None,
        )

    @property
    def prepared(self) -> Literal["dealt_anew", "known"] | None:
        """Does it begin from a position somebody prepared, and may its maker know what is hidden in it?"""
        if not self.setup or "position" not in self.setup:
            return None
        return "dealt_anew" if "hidden" in self.setup else "known"

    def start(self) -> State:
        """The position before the first decision."""
        if self.seed is None:
            raise ValueError("The seed of this record is hidden; it can be replayed once the seed is revealed.")
        seed = seeds.drawn(self.seed, self.parts or ())
        if self.setup and "position" in self.setup:
            state = self.game.position(self.setup["position"], seed)
            return state.deal_hidden() if "hidden" in self.setup else state
        chance = self.setup["chance"] if self.setup else None
        return State.deal(self.game, self.players, self.options, seed, chance, translated=True)

    def states(self) -> Iterator[State]:
        """The position before the first decision and after each one: one state that moves on. Copy what you keep."""
        state = self.start()
        yield state
        for action, chance in self.decisions:
            yield state.replay(action, chance)

    def at(self, number: int) -> State:
        """The position after so many decisions, with their history."""
        if not 0 <= number <= len(self.decisions):
            raise ValueError(f"There are {len(self.decisions)} decisions.")
        return next(islice(self.states(), number, None))

    def final(self) -> State:
        """The position after the last decision."""
        return self.at(len(self.decisions))

    # ---- from and to text -------------------------------------------------------------------------------------------------------

    def lines(self) -> list[str]:
        head = [
            FIRST_LINE,
            f"game: {self.game.id}",
            f"rules: {self.game.rules_version}",
            f"players: {self.players}",
            f"options: {json.dumps(self.options)}",
            f"seats: {json.dumps(self.seats, ensure_ascii=False)}",
            f"commitment: {self.commitment}",
            f"seed: {self.seed.hex() if self.seed else 'hidden'}",
        ]
        if self.parts:
            head.append(f"parts: {json.dumps(self.parts)}")
        if self.setup:
            head.append(f"setup: {json.dumps(self.setup)}")
        chain = _Chain()
        chain.add(head[0])
        head[1:] = [chain.close(line) for line in head[1:]]
        body = []
        for number, (action, chance) in enumerate(self.decisions, 1):
            script = f" = {' '.join(map(str, chance))}" if chance else ""
            body.append(chain.close(f"{number} {action.text}{script}"))
        if self.result is not None:
            body.append(chain.close(f"result: {json.dumps(self.result)}"))
        return [*head, "", *body]

    def save(self, path: str | Path) -> None:
        """Writes the file; an older one stays whole until the new one is."""
        target = Path(os.path.realpath(path))
        draft = target.with_name(f".{target.name}.{os.getpid()}.new")
        try:
            with draft.open("w", encoding="utf-8", newline="\n") as file:
                file.write("\n".join(self.lines()) + "\n")
                file.flush()
                os.fsync(file.fileno())
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Reads and checks a file, replaying it if the seed is there; raises ``BadRecord`` with the line at fault."""
        try:
            text = Path(path).read_text("utf-8")
        except UnicodeDecodeError as error:
            raise BadRecord(1, f"this is not a text file ({error.reason}).") from None
        return cls.parse(text)

    @classmethod
    def parse(cls, text: str) -> Record:
        return _Reader(text).record()

    @classmethod
    def game_of(cls, text: str) -> Game:
        """The game of a record, by its header: nothing is replayed."""
        return _Reader(text).header().game


def _is_text(name: str) -> bool:
    """Half characters (lone surrogates) cannot be written to a file."""
    return not any("\ud800" <= letter <= "\udfff" for letter in name)


def _read_json(text: str) -> Any:
    """JSON; whatever is wrong with it is a ``ValueError``."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("this is nested too deeply.") from None


class _Chain:
    """The running hash over all lines."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def add(self, line: str) -> str:
        self._hash.update(line.encode() + b"\n")
        return self._hash.hexdigest()[:8]

    def close(self, line: str) -> str:
        return f"{line} #{self.add(line)}"


class _Reader:
    """Reads the text of a record, keeping the number of the line at hand for messages."""

    def __init__(self, text: str) -> None:
        self.lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
        self.at = 0
        self.chain = _Chain()

    def fail(self, reason: str) -> BadRecord:
        return BadRecord(max(self.at, 1), reason)

    def record(self) -> Record:
        record = self.header()
        state = self._begin(record) if record.seed else None
        for line in self.lines[self.at :]:
            self.at += 1
            if line.strip():
                self.body(line, record, state)
        if state and state.over and record.result is None:
            raise self.fail("the game is over here, but its result line is missing.")
        return record

    def header(self) -> Record:
        values: dict[str, str] = {}
        for line in self.lines:
            self.at += 1
            if not line.strip():
                break
            if self.at == 1:
                if line != FIRST_LINE:
                    raise self.fail(f"a record begins with {FIRST_LINE!r}.")
                self.chain.add(line)
                continue
            name, colon, value = self.checked(line).partition(": ")
            if not colon or name not in HEADER + OPTIONAL or name in values:
                raise self.fail(f"expected one of the header lines {', '.join(HEADER + OPTIONAL)}, each once.")
            values[name] = value
            self._check_header(name, value, values)
        for name in HEADER:
            if name not in values:
                raise self.fail(f"the header line {name!r} is missing.")
        seed = None if values["seed"] == "hidden" else bytes.fromhex(values["seed"])
        return Record(
            game=load(values["game"]),
            players=int(values["players"]),
            options=json.loads(values["options"]),
            seed=seed,
            commitment=values["commitment"],
            seats=json.loads(values["seats"]),
            setup=json.loads(values["setup"]) if "setup" in values else None,
            parts=json.loads(values["parts"]) if "parts" in values else None,
        )

    def checked(self, line: str) -> str:
        """The line without its check."""
        content, mark, check = line.rpartition(" #")
        if not mark:
            raise self.fail("the check at the end of the line is missing.")
        if self.chain.add(content) != check:
            raise self.fail("the check does not match: this line, or the order of lines up to here, was changed.")
        return content

    def _check_header(self, name: str, value: str, values: dict[str, str]) -> None:
        """Refuses a header value at its own line, as far as it can be judged there."""
        try:
            if name == "game" and value not in games():
                raise self.fail(f"there is no game {value!r}; there are: {', '.join(games())}.")
            if name == "rules" and int(value) != load(values["game"]).rules_version:
                raise self.fail(f"this record follows rules version {value}; this program plays {load(values['game']).rules_version}.")
            if name == "players":
                load(values["game"]).check_options(int(value), {})
            if name == "options":
                options = _read_json(value)
                if not isinstance(options, dict):
                    raise self.fail("options is an object.")
                load(values["game"]).check_options(int(values["players"]), options)
            if name == "seats":
                names = _read_json(value)
                if not isinstance(names, list) or len(names) != int(values["players"]):
                    raise self.fail(f"seats is a list of {values['players']} names.")
                if not all(isinstance(n, str) and _is_text(n) for n in names):
                    raise self.fail(f"seats is a list of {values['players']} names.")
            if name == "seed" and value != "hidden" and seeds.commitment(seeds.to_bytes(value)) != values["commitment"]:
                raise self.fail("the seed does not match the commitment.")
            if name == "parts":
                self._check_parts(_read_json(value), int(values["players"]))
            if name == "setup":
                self._check_setup(_read_json(value))
        except BadOption as error:
            raise self.fail(str(error)) from None
        except KeyError as error:
            raise self.fail(f"the header line {error.args[0]!r} must come before {name!r}.") from None
        except BadRecord:
            raise
        except (ValueError, TypeError) as error:
            raise self.fail(f"{name}: {error}") from None

    def _check_parts(self, parts: Any, players: int) -> None:
        if not isinstance(parts, list) or len(parts) != players or not any(parts):
            raise self.fail(f"parts is a list of what each of the {players} seats added, or null.")
        if not all(part is None or (isinstance(part, str) and seeds.PART.fullmatch(part)) for part in parts):
            raise self.fail("a part is 64 hexadecimal digits.")

    def _check_setup(self, setup: Any) -> None:
        if not isinstance(setup, dict) or set(setup) not in ({"chance"}, {"position"}, {"hidden", "position"}):
            raise self.fail('setup is {"chance": [...]} or {"position": {...}}.')
        if setup.get("hidden", DEALT_ANEW) != DEALT_ANEW:
            raise self.fail(f"what is hidden in the position of a setup is {DEALT_ANEW!r}, or nothing is said of it.")
        numbers = setup.get("chance", [])
        if not isinstance(numbers, list) or not all(type(n) is int for n in numbers):
            raise self.fail("the chance of a setup is a list of whole numbers.")

    def _begin(self, record: Record) -> State:
        try:
            state = record.start()
        except (BadPosition, BadScript, ValueError, TypeError, KeyError) as error:
            raise self.fail(f"the game cannot begin: {error}") from None
        if (state.players, state.options) != (record.players, state.game.check_options(record.players, record.options)):
            raise self.fail("the position of the setup has other players or options than the header.")
        return state

    def body(self, line: str, record: Record, state: State | None) -> None:
        content = self.checked(line)
        if record.result is not None:
            raise self.fail("nothing follows the result.")
        if content.startswith("result: "):
            record.result = self._result(content, state)
            return
        number, _, rest = content.partition(" ")
        if number != str(len(record.decisions) + 1):
            raise self.fail(f"expected decision {len(record.decisions) + 1}.")
        notation, _, script = rest.partition(" = ")
        action = record.game.actions.attempt(notation).action
        if action is None or action.text != notation:
            raise self.fail(f"there is no decision {notation!r} in {record.game.name}.")
        try:
            chance = tuple(int(value) for value in script.split())
            if state:
                state.replay(action, chance)
        except Refused as error:
            raise self.fail(f"{notation!r} cannot be played here: {error}") from None
        except ValueError as error:
            raise self.fail(str(error)) from None
        record.decisions.append((action, chance))

    def _result(self, content: str, state: State | None) -> Any:
        try:
            result = _read_json(content.removeprefix("result: "))
        except ValueError:
            raise self.fail("the result is not readable.") from None
        if state is None:
            return result
        if not state.over:
            raise self.fail("there is a result, but the game is not over after the decisions above.")
        if result != {"scores": state.scores, "winners": state.winners}:
            raise self.fail(f"the result should be scores {state.scores}, winners {state.winners}.")
        return result
