"""What a table is made of: how it was set up, its seats, open questions, and the lines of its log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from sandtable.kernel.game import JSON
from sandtable.server.tables.clocks import Clock

Phase = Literal["waiting", "playing", "finished"]
DrawStage = Literal["commit", "reveal", "drawn"]
AskKind = Literal["undo", "takeover", "coach", "talk"]


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
    """The hash of its maker's invitation."""
    casual: bool
    spectators: bool
    clock: Clock | None
    after: str | None
    """The table of which this is the rematch."""
    created: float
    listed: bool = False
    """Anybody may find it in the lobby and sit down."""
    rated: bool = False
    deal: str | None = None
    """The deal that others play as well."""

    @property
    def fixed(self) -> bool:
        """Are the conditions the same for everybody: no coach, nothing taken back after a revelation?"""
        return self.rated or self.deal is not None


@dataclass(frozen=True, slots=True)
class Part:
    """What a seat adds to the deal: first its fingerprint, and once everybody has given one, the part itself."""

    commitment: str | None = None
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """One place at the table. A seat that is ``away`` belongs to a person or program, and a bot of ``level`` plays it."""

    kind: Literal["person", "program", "bot", "open"]
    name: str | None = None
    level: str | None = None
    away: str | None = None
    reserved: bool = False
    """Kept for the one who sat here at the table before."""
    part: Part | None = None
    """None: it adds nothing to the deal."""
    handle: str | None = None
    """The name of one's own of a person who has one; it is the seat's name then."""

    @property
    def automatic(self) -> bool:
        """Does a bot of the server play it?"""
        return self.kind == "bot" or self.away is not None

    @property
    def held(self) -> bool:
        """Is there a person or program to be asked?"""
        return self.kind in ("person", "program") and self.away is None


def seat_of(commitment: str | None = None, **facts: Any) -> Seat:
    """A seat as an entry tells it."""
    return Seat(**facts, part=Part(commitment) if commitment else None)


def usual_coach(kinds: Sequence[str]) -> JSON:
    """The coach helps whoever plays alone (or with friends on one device); where a person may join, only with aids."""
    alone = "open" not in kinds
    return {"analysis": alone, "hints": alone, "aids": True}


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to the others. ``number`` is that of its entry."""

    number: int
    kind: AskKind
    seat: int
    waiting: tuple[int, ...]
    agreed: tuple[int, ...] = ()
    to: int | None = None
    level: str | None = None
    coach: JSON | None = None

    def agreed_by(self, seat: int) -> Ask:
        return replace(self, agreed=(*self.agreed, seat), waiting=tuple(other for other in self.waiting if other != seat))


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log, with its facts as stored."""

    number: int
    at: float
    facts: JSON

    @property
    def kind(self) -> str:
        return str(self.facts["kind"])


New = tuple[Entry, int, bytes]
"""An entry; of a decision that stands, the how manieth it is; and what everybody is told of it, as text."""


@dataclass(frozen=True, slots=True)
class Row:
    """What one act wrote. ``client`` and ``request`` make a resend harmless."""

    number: int
    at: float
    seat: int | None
    client: str | None
    request: str | None
    entries: list[JSON]
