"""A table is what its log says.

A row holds the entries that one act caused, numbered from the row's number on. The database orders rows by (table, number). ``apply`` takes
a row that is on disk; a new act is carried out once, on a ``draft``, which becomes the table when its row is on disk. So a table itself
never changes, whoever reads it needs no lock, and a failed write leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import orjson

from sandtable.coach.turns import turn_key
from sandtable.kernel import seeds
from sandtable.kernel.actions import Action
from sandtable.kernel.coaching import Key
from sandtable.kernel.game import JSON, Game
from sandtable.kernel.record import Record
from sandtable.kernel.registry import games, load
from sandtable.kernel.state import State
from sandtable.server import readiness
from sandtable.server.errors import Denied
from sandtable.server.tables.clocks import Timing
from sandtable.server.tables.facts import Ask, AskKind, DrawStage, Entry, New, Part, Phase, Row, Seat, Setup, seat_of, usual_coach
from sandtable.server.tables.hearing import Heard, remembered

NO_TIME = Timing((), 0.0, 0.0)


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
    turns: list[int] = field(default_factory=list)
    """For each decision that stands: how many decisions were played before its turn began."""
    gone: set[int] = field(default_factory=set)
    """Numbers of entries that were taken back."""
    asks: tuple[Ask, ...] = ()
    coach: JSON = field(default_factory=dict)
    """May the coach analyse the running game (``analysis``), give hints in it (``hints``), list whole turns (``aids``)?"""
    talk: JSON = field(default_factory=lambda: {"on": True, "text": False})
    """May people talk here (``on``), and write freely (``text``)?"""
    timing: Timing = NO_TIME
    turn: Key | None = None
    """The turn that the next decision belongs to (``coach.turns.turn_key``)."""
    last_turn: Key | None = None
    """The turn of the last decision."""
    result: JSON | None = None
    rematch: str | None = None
    draw_round: int = 1
    """How often the parts of the deal were asked for: once, and once more whenever one had to be replaced after others were shown."""
    clients: dict[tuple[int, str], tuple[int, str]] = field(default_factory=dict)
    """(seat, client id) -> (number, request)."""
    new: list[JSON] = field(default_factory=list)
    """Of a draft: the entries that are not on disk yet."""
    legal: list[orjson.Fragment] | None = None
    """The legal decisions as they are sent, once somebody has asked for them."""
    constant: bytes | None = None
    """What is told of the table and never changes, as text, once somebody has asked for it."""
    lasting: bytes | None = None
    """What is told of the table as it stands, whoever is here and whatever the time, as text, once somebody has asked for it."""
    views: dict[int | Literal["all"] | None, JSON] = field(default_factory=dict)
    """What was seen of this position by those who have looked at it. Nobody changes a view."""
    news: dict[int, list[New]] = field(default_factory=dict)
    """What is new to those who have seen so much. Nobody changes it."""
    retold: dict[tuple[int, bytes, bytes], orjson.Fragment] = field(default_factory=dict)
    """The last turn in a sentence, from where it began, with what was seen and as somebody heard it. Nobody changes it."""
    heard: dict[int | None, Heard] = field(default_factory=dict)
    """What they were told of the last turn."""

    @classmethod
    def of(cls, setup: Setup, rows: Iterable[Row]) -> Table:
        """``Denied`` if this program does not play the game, or plays it by another version of its rules (it would be another game),
        or is still compiling it."""
        if setup.game not in games():
            raise Denied("NO_GAME", setup.game)
        readiness.check(setup.game)
        if setup.rules != load(setup.game).rules_version:
            raise Denied("OTHER_RULES", f"rules {setup.rules}; this server plays {load(setup.game).rules_version}")
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
    def prepared(self) -> Literal["dealt_anew", "known"] | None:
        """Does it begin from a position somebody prepared, and may its maker know what is hidden in it? Such a game is no fair match."""
        return self._begun().prepared

    @property
    def to_decide(self) -> int | None:
        return self.state.seat if self.state is not None and self.phase == "playing" else None

    @property
    def decisions(self) -> int:
        return self.state.number if self.state is not None else 0

    @property
    def parts(self) -> list[str | None]:
        """What each seat added to the deal."""
        return [seat.part.value if seat.part else None for seat in self.seats]

    @property
    def draw_stage(self) -> DrawStage | None:
        """How far the drawing of the deal is; None if only the server draws."""
        added = [seat.part for seat in self.seats if seat.part]
        if not added:
            return None
        if self.phase != "waiting":
            return "drawn"
        full = all(seat.kind != "open" for seat in self.seats)
        return "reveal" if full and all(part.commitment for part in added) else "commit"

    @property
    def draw_waits_for(self) -> list[int]:
        """The seats whose fingerprint, or part, is awaited now."""
        name = {"commit": "commitment", "reveal": "value"}.get(self.draw_stage or "")
        return [i for i, seat in enumerate(self.seats) if name and seat.part and getattr(seat.part, name) is None]

    @property
    def beside(self) -> int:
        """How many entries tell something else than a decision that stands."""
        return self.number - len(self.standing)

    @property
    def rated_ranks(self) -> list[int]:
        """How the seats stand for ratings: as the game says, but whoever is away has lost."""
        assert self.state is not None
        ranks = self.result["ranks"] if self.result is not None else self.state.ranks
        last = self.setup.players
        return [
            last if place.away else rank - sum(r < rank and bool(p.away) for r, p in zip(ranks, self.seats, strict=True))
            for rank, place in zip(ranks, self.seats, strict=True)
        ]

    def others(self, seat: int) -> list[int]:
        """The other seats with somebody to be asked."""
        return [i for i, other in enumerate(self.seats) if i != seat and other.held]

    def copy(self) -> Table:
        """An independent table, with no new entries."""
        twin = Table.__new__(Table)
        twin.__dict__.update(
            self.__dict__,
            seats=list(self.seats),
            state=self.state.copy() if self.state is not None else None,
            log=list(self.log),
            standing=list(self.standing),
            turns=list(self.turns),
            gone=set(self.gone),
            clients=dict(self.clients),
            new=[],
            lasting=None,
        )
        return twin

    # ---- new entries ------------------------------------------------------------------------------------------------------------

    def draft(self, at: float) -> Table:
        """A copy for an act at this time: its entries are entered there."""
        draft = self.copy()
        draft.changed = at
        return draft

    def enter(self, kind: str, **facts: object) -> None:
        """What happens next."""
        self.new.append({"kind": kind, **facts})
        self._fold(self.new[-1])

    def play(self, action: Action, bot: bool) -> None:
        """The seat to decide plays a legal decision."""
        assert self.state is not None
        move = self.state.replay(action).moves[-1]
        self.enter("played", seat=move.seat, text=action.text, bot=bot, reveals=move.reveals)

    def row(self, seat: int | None = None, client: str | None = None, request: str | None = None) -> Row:
        """The new entries as a row to be written."""
        row = Row(self.number - len(self.new) + 1, self.changed, seat, client, request, self.new)
        self._remember(row)
        return row

    # ---- folding ----------------------------------------------------------------------------------------------------------------

    def apply(self, row: Row) -> None:
        """Takes the next row from the disk."""
        if row.number != self.number + 1:
            raise ValueError(f"table {self.id}: row {row.number} does not follow entry {self.number}")
        self._remember(row)
        self.changed = row.at
        for facts in row.entries:
            if facts["kind"] == "played":
                assert self.state is not None
                self.state.play(facts["text"])
            self._fold(facts)

    def _remember(self, row: Row) -> None:
        if row.client is not None and row.seat is not None:
            self.clients[row.seat, row.client] = (row.number, row.request or "")

    def _fold(self, facts: JSON) -> None:
        """Takes an entry; a decision has already been played."""
        self.number += 1
        self.news, self.retold, self.lasting = {}, {}, None
        self.log.append(Entry(self.number, self.changed, facts))
        getattr(self, f"_{facts['kind']}")(facts)

    def _created(self, facts: JSON) -> None:
        self.seats = [seat_of(**seat) for seat in facts["seats"]]
        self.coach = facts.get("coach") or usual_coach([seat.kind for seat in self.seats])
        self.talk = {"on": not facts.get("quiet", False), "text": False}

    def _joined(self, facts: JSON) -> None:
        kind = "program" if facts["program"] else "person"
        self.seats[facts["seat"]] = seat_of(kind=kind, name=facts["name"], commitment=facts.get("commitment"), handle=facts.get("handle"))

    def _filled(self, facts: JSON) -> None:
        self.seats[facts["seat"]] = Seat("bot", level=facts["level"])

    def _freed(self, facts: JSON) -> None:
        self._draw_again()
        self.seats[facts["seat"]] = Seat("open")

    def _committed(self, facts: JSON) -> None:
        seat = facts["seat"]
        self._draw_again()
        self.seats[seat] = replace(self.seats[seat], part=Part(facts["commitment"]))

    def _revealed(self, facts: JSON) -> None:
        seat = facts["seat"]
        self.seats[seat] = replace(self.seats[seat], part=Part(seeds.part_commitment(facts["part"]), facts["part"]))

    def _dealt(self, facts: JSON) -> None:
        setup = self.setup
        self.state = self._begun().start()
        self.phase = "playing"
        self.timing = Timing.begin(setup.clock, setup.players, self.changed)
        self._moved()

    def _played(self, facts: JSON) -> None:
        self.standing.append(len(self.log) - 1)
        begins = not self.turns or self.turn != self.last_turn
        self.turns.append(len(self.turns) if begins else self.turns[-1])
        self.last_turn = self.turn
        assert self.state is not None
        self.heard = {} if self.state.over else remembered(self.heard)  # when it is over, everything is told openly
        self._passed(facts["seat"], forward=True)

    def _undone(self, facts: JSON) -> None:
        assert self.state is not None
        before, to = self.state.seat, facts["decisions"]
        self.gone.update(self.log[place].number for place in self.standing[to:])
        del self.standing[to:]
        self.state.rewind(to)
        # What is left of a turn goes on with the next decision; a turn that is gone begins anew.
        within = to < len(self.turns) and self.turns[to] < to
        del self.turns[to:]
        self.last_turn = turn_key(self.state) if within else None
        self.heard = {}
        self._passed(before, forward=False)
        if facts["ask"] is not None:
            self._close(facts["ask"])

    def _undo_asked(self, facts: JSON) -> None:
        self._ask(facts, "undo", to=facts["to"], agreed=tuple(facts["agreed"]))

    def _takeover_asked(self, facts: JSON) -> None:
        self._ask(facts, "takeover", level=facts["level"])

    def _coach_asked(self, facts: JSON) -> None:
        self._ask(facts, "coach", coach=facts["coach"])

    def _coach_changed(self, facts: JSON) -> None:
        self.coach = facts["coach"]
        if facts["ask"] is not None:
            self._close(facts["ask"])

    def _talk_asked(self, facts: JSON) -> None:
        self._ask(facts, "talk")

    def _talk_changed(self, facts: JSON) -> None:
        self.talk = {**self.talk, "text": facts["text"]}
        if facts["ask"] is not None:
            self._close(facts["ask"])

    def _hinted(self, facts: JSON) -> None:
        """Nothing changes: it is only written down, for everybody."""

    def _answered(self, facts: JSON) -> None:
        if facts["agree"]:
            self.asks = tuple(ask.agreed_by(facts["seat"]) if ask.number == facts["ask"] else ask for ask in self.asks)

    def _ask_closed(self, facts: JSON) -> None:
        self._close(facts["ask"])

    def _away(self, facts: JSON) -> None:
        seat = facts["seat"]
        self.seats[seat] = replace(self.seats[seat], away=facts["why"], level=facts["level"])
        if facts["ask"] is not None:
            self._close(facts["ask"])

    def _returned(self, facts: JSON) -> None:
        seat = facts["seat"]
        self.seats[seat] = replace(self.seats[seat], away=None, level=None)
        self.timing = self.timing.returned(self.setup.clock, seat, self.to_decide == seat, self.changed)

    def _finished(self, facts: JSON) -> None:
        self.phase = "finished"
        self.result = facts["result"]
        self.asks = ()

    def _rematch(self, facts: JSON) -> None:
        self.rematch = facts["table"]

    # ---- helpers ----------------------------------------------------------------------------------------------------------------

    def _begun(self) -> Record:
        """The record before the first decision."""
        setup = self.setup
        return Record(self.game, setup.players, setup.options, setup.seed, "", [], setup=setup.start, parts=self.parts)

    def _draw_again(self) -> None:
        """A part of the deal is replaced: if any was shown, the new one could be chosen to fit it, so everybody begins anew."""
        if any(self.parts):
            self.seats = [replace(seat, part=seat.part and Part()) for seat in self.seats]
            self.draw_round += 1

    def _passed(self, before: int | None, forward: bool) -> None:
        """The decision passed from ``before`` to whoever is to decide now."""
        assert self.state is not None
        runs = before is not None and self.seats[before].held
        self.timing = self.timing.after(self.setup.clock, before, self.state.seat, self.changed, runs, forward)
        self._moved()

    def _moved(self) -> None:
        """The position is another one."""
        self.position_number = self.number
        self.legal, self.views = None, {}
        self.turn = turn_key(self.state) if self.state is not None else None

    def _ask(self, facts: JSON, kind: AskKind, **more: Any) -> None:
        self.asks += (Ask(self.number, kind, facts["seat"], tuple(facts["waiting"]), **more),)

    def _close(self, number: int) -> None:
        self.asks = tuple(ask for ask in self.asks if ask.number != number)

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
        record = Record.of(self.state, [seat.name or seat.level or "?" for seat in self.seats])
        if any(self.parts):
            seed = self.setup.seed
            record = replace(record, seed=seed, commitment=seeds.commitment(seed), parts=self.parts)
        return record
