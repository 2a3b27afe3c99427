"""A table is what its log says: ``Table.apply`` folds one row after the other; nothing else changes a table.

A row holds the entries that one act caused, numbered from the row's number on. The database orders rows by (table, number).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from sandtable.kernel.game import JSON, Game
from sandtable.kernel.record import Record
from sandtable.kernel.registry import load
from sandtable.kernel.state import State
from sandtable.server.clocks import Clock, Timing

NO_TIME = Timing((), 0.0, 0.0)
COACH = ("analysis", "hints", "aids")
"""What the coach may do at a table: analyse the running game, give hints in it, list whole turns."""
Phase = Literal["waiting", "playing", "finished"]


@dataclass(frozen=True, slots=True)
class Setup:
    """What never changes about a table."""

    id: str
    game: str
    rules: int
    players: int
    options: JSON
    seed: bytes
    start: JSON | None
    """The kernel's ``State.setup`` of a game that does not begin with an ordinary deal."""
    invite: str | None
    casual: bool
    spectators: bool
    clock: Clock | None
    after: str | None
    """The table of which this is the rematch."""
    created: float


@dataclass(frozen=True, slots=True)
class Seat:
    """One place at the table. A seat that is ``away`` belongs to a person or program, and a bot of ``level`` plays it."""

    kind: Literal["person", "program", "bot", "open"]
    name: str | None = None
    level: str | None = None
    away: str | None = None
    reserved: bool = False
    """Kept for the one who sat here at the table before."""

    @property
    def automatic(self) -> bool:
        """Does a bot of the server play it?"""
        return self.kind == "bot" or self.away is not None

    @property
    def held(self) -> bool:
        """Is there a person or program to be asked?"""
        return self.kind in ("person", "program") and self.away is None


def usual_coach(kinds: Sequence[str]) -> JSON:
    """The coach helps whoever plays alone (or with friends on one device); where a person may join, only with aids."""
    alone = "open" not in kinds
    return {"analysis": alone, "hints": alone, "aids": True}


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to the others. ``number`` is that of its entry."""

    number: int
    kind: Literal["undo", "takeover", "coach"]
    seat: int
    to: int | None
    level: str | None
    agreed: tuple[int, ...]
    waiting: tuple[int, ...]
    coach: JSON | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log, with its facts as stored."""

    number: int
    at: float
    facts: JSON

    @property
    def kind(self) -> str:
        return str(self.facts["kind"])


@dataclass(frozen=True, slots=True)
class Row:
    """What one act wrote. ``client`` and ``request`` make a resend harmless."""

    number: int
    at: float
    seat: int | None
    client: str | None
    request: str | None
    entries: list[JSON]


@dataclass
class Table:
    """The table as its log tells it."""

    setup: Setup
    seats: list[Seat] = field(default_factory=list)
    phase: Phase = "waiting"
    state: State | None = None
    number: int = 0
    position_number: int = 0
    """Number of the last entry that changed the position."""
    changed: float = 0.0
    log: list[Entry] = field(default_factory=list)
    standing: list[int] = field(default_factory=list)
    """For each decision that stands: its place in ``log``."""
    gone: set[int] = field(default_factory=set)
    """Numbers of entries that were taken back."""
    asks: list[Ask] = field(default_factory=list)
    coach: JSON = field(default_factory=dict)
    """For each word of ``COACH``: is it allowed here?"""
    timing: Timing = NO_TIME
    result: JSON | None = None
    rematch: str | None = None
    clients: dict[tuple[int, str], tuple[int, str]] = field(default_factory=dict)
    """(seat, client id) -> (number, request)."""

    @classmethod
    def of(cls, setup: Setup, rows: Iterable[Row]) -> Table:
        table = cls(setup)
        for row in rows:
            table.apply(row)
        return table

    @property
    def id(self) -> str:
        return self.setup.id

    @property
    def game(self) -> Game:
        return load(self.setup.game)

    @property
    def open_to_watch(self) -> bool:
        """May anybody with the link look? A finished game is open to them whatever was wished for the running one."""
        return self.setup.spectators or self.phase == "finished"

    @property
    def to_decide(self) -> int | None:
        return self.state.seat if self.state is not None and self.phase == "playing" else None

    @property
    def decisions(self) -> int:
        return self.state.number if self.state is not None else 0

    def copy(self) -> Table:
        """An independent table: rows can be tried on it."""
        return replace(
            self,
            seats=list(self.seats),
            state=self.state.copy() if self.state is not None else None,
            log=list(self.log),
            standing=list(self.standing),
            gone=set(self.gone),
            asks=list(self.asks),
            clients=dict(self.clients),
        )

    # ---- folding ----------------------------------------------------------------------------------------------------------------

    def apply(self, row: Row) -> None:
        """Takes the next row."""
        if row.number != self.number + 1:
            raise ValueError(f"table {self.id}: row {row.number} does not follow entry {self.number}")
        if row.client is not None and row.seat is not None:
            self.clients[row.seat, row.client] = (row.number, row.request or "")
        for facts in row.entries:
            self.number += 1
            self.changed = row.at
            self.log.append(Entry(self.number, row.at, facts))
            getattr(self, f"_{facts['kind']}")(facts, row.at)

    def _created(self, facts: JSON, at: float) -> None:
        self.seats = [Seat(**seat) for seat in facts["seats"]]
        self.coach = facts.get("coach") or usual_coach([seat.kind for seat in self.seats])

    def _joined(self, facts: JSON, at: float) -> None:
        self.seats[facts["seat"]] = Seat("program" if facts["program"] else "person", facts["name"])

    def _filled(self, facts: JSON, at: float) -> None:
        self.seats[facts["seat"]] = Seat("bot", level=facts["level"])

    def _freed(self, facts: JSON, at: float) -> None:
        self.seats[facts["seat"]] = Seat("open")

    def _dealt(self, facts: JSON, at: float) -> None:
        self.state = self._begin()
        self.phase = "playing"
        self.position_number = self.number
        self.timing = Timing.begin(self.setup.clock, self.setup.players, at)

    def _played(self, facts: JSON, at: float) -> None:
        assert self.state is not None
        before = self.state.seat
        action = self.state.game.actions.attempt(facts["text"]).action
        assert action is not None, facts["text"]
        self.state.replay(action)
        self.standing.append(len(self.log) - 1)
        self._moved(before, at, forward=True)

    def _undone(self, facts: JSON, at: float) -> None:
        assert self.state is not None
        before, to = self.state.seat, facts["decisions"]
        moves = self.state.moves[:to]
        self.gone.update(self.log[place].number for place in self.standing[to:])
        del self.standing[to:]
        self.state = self._begin()
        for move in moves:
            self.state.replay(move.action, move.chance)
        self._moved(before, at, forward=False)
        if facts["ask"] is not None:
            self._close(facts["ask"])

    def _undo_asked(self, facts: JSON, at: float) -> None:
        self.asks.append(Ask(self.number, "undo", facts["seat"], facts["to"], None, tuple(facts["agreed"]), tuple(facts["waiting"])))

    def _takeover_asked(self, facts: JSON, at: float) -> None:
        self.asks.append(Ask(self.number, "takeover", facts["seat"], None, facts["level"], (), tuple(facts["waiting"])))

    def _coach_asked(self, facts: JSON, at: float) -> None:
        self.asks.append(Ask(self.number, "coach", facts["seat"], None, None, (), tuple(facts["waiting"]), facts["coach"]))

    def _coach_changed(self, facts: JSON, at: float) -> None:
        self.coach = facts["coach"]
        if facts["ask"] is not None:
            self._close(facts["ask"])

    def _hinted(self, facts: JSON, at: float) -> None:
        """Nothing changes: it is only written down, for everybody."""

    def _answered(self, facts: JSON, at: float) -> None:
        for i, ask in enumerate(self.asks):
            if ask.number == facts["ask"] and facts["agree"]:
                waiting = tuple(seat for seat in ask.waiting if seat != facts["seat"])
                self.asks[i] = replace(ask, agreed=(*ask.agreed, facts["seat"]), waiting=waiting)

    def _ask_closed(self, facts: JSON, at: float) -> None:
        self._close(facts["ask"])

    def _away(self, facts: JSON, at: float) -> None:
        seat = facts["seat"]
        self.seats[seat] = replace(self.seats[seat], away=facts["why"], level=facts["level"])
        if facts["ask"] is not None:
            self._close(facts["ask"])

    def _returned(self, facts: JSON, at: float) -> None:
        seat = facts["seat"]
        self.seats[seat] = replace(self.seats[seat], away=None, level=None)
        self.timing = self.timing.returned(self.setup.clock, seat, self.to_decide == seat, at)

    def _finished(self, facts: JSON, at: float) -> None:
        self.phase = "finished"
        self.result = facts["result"]
        self.asks = []

    def _rematch(self, facts: JSON, at: float) -> None:
        self.rematch = facts["table"]

    # ---- helpers ----------------------------------------------------------------------------------------------------------------

    def _begin(self) -> State:
        setup = self.setup
        record = Record(self.game, setup.players, setup.options, setup.seed, "", [], setup=setup.start)
        return record.start()

    def _moved(self, before: int | None, at: float, forward: bool) -> None:
        assert self.state is not None
        runs = before is not None and self.seats[before].held
        self.timing = self.timing.after(self.setup.clock, before, self.state.seat, at, runs, forward)
        self.position_number = self.number

    def _close(self, number: int) -> None:
        self.asks = [ask for ask in self.asks if ask.number != number]

    # ---- what comes next by itself ----------------------------------------------------------------------------------------------

    def job(self, program_seconds: float) -> tuple[float, str] | None:
        """The next thing the server itself has to do here, and when: a bot's decision, or the end of somebody's time."""
        seat = self.to_decide
        if seat is None:
            return None
        if self.seats[seat].automatic:
            return (self.timing.moved, "bot")
        deadline = self.timing.deadline(self.setup.clock, seat)
        if self.seats[seat].kind == "program":
            limit = self.timing.moved + program_seconds
            deadline = limit if deadline is None else min(deadline, limit)
        return None if deadline is None else (deadline, "clock")

    def record(self) -> Record:
        """The game as it stands, with the names of the seats."""
        assert self.state is not None
        return Record.of(self.state, [seat.name or seat.level or "?" for seat in self.seats])
