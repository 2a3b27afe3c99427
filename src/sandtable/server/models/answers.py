"""What the server says about tables, by HTTP and by socket."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import Field
from typing_extensions import TypeAliasType

from sandtable.server.lobby.models import LobbyState
from sandtable.server.models.basics import Decision, Event, Helps, LegalDecision, Options, Picture, Refusal, Reply, View, Words
from sandtable.server.models.requests import Coach
from sandtable.server.people.circle_models import Circle
from sandtable.server.talk.models import Notice, TalkSaid


class HeldSeat(Reply):
    seat: int
    token: str


class SeatStatus(Reply):
    seat: int
    kind: Literal["person", "program", "bot", "open"]
    name: str | None
    handle: str | None = Field(description="The name of one's own, if this is a person who has one.")
    names: Words | None
    level: str | None
    away: Literal["left", "clock"] | None
    here: bool


class AskStatus(Reply):
    """An open question to the others."""

    ask: int
    kind: Literal["undo", "takeover", "coach", "talk"]
    seat: int
    to: int | None
    level: str | None
    coach: Coach | None
    agreed: list[int]
    waiting: list[int]


class DrawPart(Reply):
    """What a seat adds to the deal: its fingerprint (null: a new one is awaited), and the part itself once the deal is drawn."""

    commitment: str | None
    part: str | None


class Draw(Reply):
    """How the deal is drawn together. `waiting`: whose fingerprint or part is awaited; `parts`: by seat, null if it adds nothing."""

    stage: Literal["commit", "reveal", "drawn"]
    round: int
    waiting: list[int]
    parts: list[DrawPart | None]


class Result(Reply):
    reason: Literal["end", "resigned", "clock"]
    by: int | None
    scores: list[int]
    ranks: list[int]
    winners: list[int]
    words: Words | None = Field(
        None, description="What decided a game that was played out, with its figures; `{0}` stands for the name of seat 0."
    )


class ClockStatus(Reply):
    """`left`: what each seat had at `since`, when the seat to decide came to decide."""

    left: list[float | None]
    since: str
    now: str


class LiveClockStatus(ClockStatus):
    mode: Literal["live"]
    bank: float
    increment: float


class DaysClockStatus(ClockStatus):
    mode: Literal["days"]
    turn: float


class TalkStatus(Reply):
    """`on`: people may talk here, by phrases and reactions. `text`: all have agreed to free text."""

    on: bool
    text: bool


class Status(Reply):
    """The public facts of a table. `prepared`: it begins from a position somebody made; what is hidden was `dealt_anew`, or may be
    `known` to its maker. Never a rated game."""

    table: str
    game: str
    options: Options
    players: int
    phase: Literal["waiting", "playing", "finished"]
    casual: bool
    listed: bool
    rated: bool
    deal: Annotated[str | None, Field(description="The deal that others play as well.")] = None
    spectators: bool
    coach: Coach
    talk: TalkStatus
    prepared: Literal["dealt_anew", "known"] | None
    commitment: str
    draw: Draw | None
    created: str
    changed: str
    seats: list[SeatStatus]
    to_decide: int | None
    decisions: int
    clock: Annotated[LiveClockStatus | DaysClockStatus, Field(discriminator="mode")] | None
    asks: list[AskStatus]
    result: Result | None
    rematch: str | None


class Seated(Reply):
    table: str
    invite: str | None
    seats: list[HeldSeat]
    status: Status


class Invited(Reply):
    table: str
    status: Status


class SeatedTable(Reply):
    """A table where one sits."""

    table: str
    seat: int
    status: Status


class MyTable(Reply):
    """`token`: its place in the list that was sent."""

    table: str
    seat: int
    token: int
    status: Status


# ---- entries of the log -----------------------------------------------------------------------------------------------------------


class AnyEntry(Reply):
    number: int
    at: str


class CreatedEntry(AnyEntry):
    kind: Literal["created"]


class JoinedEntry(AnyEntry):
    kind: Literal["joined"]
    seat: int
    name: str
    program: bool
    commitment: str | None = None
    handle: str | None = None


class FilledEntry(AnyEntry):
    kind: Literal["filled"]
    seat: int
    level: str


class FreedEntry(AnyEntry):
    kind: Literal["freed"]
    seat: int


class CommittedEntry(AnyEntry):
    """A new fingerprint. If parts had been shown, everybody's is asked for again."""

    kind: Literal["committed"]
    seat: int
    commitment: str


class RevealedEntry(AnyEntry):
    """The seat has sent its part; everybody sees it once the deal is drawn."""

    kind: Literal["revealed"]
    seat: int


class DealtEntry(AnyEntry):
    kind: Literal["dealt"]
    events: list[Event]


class PlayedEntry(AnyEntry):
    """`decisions` counts it. `decision` is told to the seat that played it."""

    kind: Literal["played"]
    seat: int
    reveals: bool
    bot: bool
    decisions: int
    events: list[Event]
    decision: Decision | None = None


class UndoneEntry(AnyEntry):
    kind: Literal["undone"]
    seat: int
    decisions: int
    ask: int | None


class UndoAskedEntry(AnyEntry):
    kind: Literal["undo_asked"]
    seat: int
    to: int


class TakeoverAskedEntry(AnyEntry):
    kind: Literal["takeover_asked"]
    seat: int
    level: str


class CoachAskedEntry(AnyEntry):
    kind: Literal["coach_asked"]
    seat: int
    coach: Coach


class CoachChangedEntry(AnyEntry):
    kind: Literal["coach_changed"]
    seat: int
    coach: Coach
    ask: int | None


class TalkAskedEntry(AnyEntry):
    """Somebody would like to write freely."""

    kind: Literal["talk_asked"]
    seat: int


class TalkChangedEntry(AnyEntry):
    kind: Literal["talk_changed"]
    seat: int
    text: bool
    ask: int | None


class HintedEntry(AnyEntry):
    kind: Literal["hinted"]
    seat: int
    step: int


class AnsweredEntry(AnyEntry):
    kind: Literal["answered"]
    seat: int
    ask: int
    agree: bool


class AskClosedEntry(AnyEntry):
    kind: Literal["ask_closed"]
    ask: int
    reason: Literal["refused", "played", "returned", "withdrawn"]


class AwayEntry(AnyEntry):
    kind: Literal["away"]
    seat: int
    why: Literal["left", "clock"]
    level: str


class ReturnedEntry(AnyEntry):
    kind: Literal["returned"]
    seat: int


class FinishedEntry(AnyEntry):
    kind: Literal["finished"]
    result: Result


class RematchEntry(AnyEntry):
    kind: Literal["rematch"]
    table: str


AnEntry = (
    (CreatedEntry | JoinedEntry | FilledEntry | FreedEntry | DealtEntry | PlayedEntry | UndoneEntry | UndoAskedEntry | TakeoverAskedEntry)
    | (CoachAskedEntry | CoachChangedEntry | HintedEntry | AnsweredEntry | AskClosedEntry | AwayEntry | ReturnedEntry | FinishedEntry)
    | (CommittedEntry | RevealedEntry | RematchEntry | TalkAskedEntry | TalkChangedEntry)
)
Entry = TypeAliasType("Entry", Annotated[AnEntry, Field(discriminator="kind")])
PUBLIC = {get_args(model.model_fields["kind"].annotation)[0]: tuple(model.model_fields) for model in get_args(AnEntry)}
"""The fields of an entry that everybody may read, by its kind. A field that the entry's model does not have stays on the server."""


# ---- updates and replays ----------------------------------------------------------------------------------------------------------


class Undoing(Reply):
    """To how many decisions the seat may go back freely, or by asking; `locked`: why not freely just now."""

    free: int | None
    ask: int | None
    locked: Refusal | None


class SeatPosition(Reply):
    """The table as a seat or a spectator sees it, with what the seat may do."""

    decisions: int
    to_decide: int | None
    view: View
    picture: Picture
    legal: list[LegalDecision]
    helps: Helps | None
    undo: Undoing


class DoneTo(Reply):
    """What a turn did to another seat, said to that seat. `keys`: the things on the board it concerns; `gain`: its points."""

    seat: int
    keys: list[str]
    gain: int | None
    words: Words


class ToldTurn(Reply):
    """A turn in one sentence without its seat's name: the decisions after `first` up to `last`. `{0}` stands for the name of seat 0.

    `done`: the turn is over. `gain`: the points it banked for good, where the game can tell."""

    seat: int
    first: int
    last: int
    done: bool
    words: Words
    gain: int | None
    marks: list[DoneTo]


class Update(Reply):
    """All that a seat (null: a spectator) needs to go on from what it has seen."""

    type: Literal["update"]
    table: str
    seat: int | None
    number: int
    entries: list[Entry]
    invite: str | None
    status: Status
    position: SeatPosition | None
    turns: list[ToldTurn]


class Frame(Reply):
    """The game after some decisions; `played`: the seat that played the last one."""

    decisions: int
    to_decide: int | None
    played: int | None
    events: list[Event]
    view: View
    picture: Picture
    helps: Helps | None
    turn: ToldTurn | None = None


class Replay(Reply):
    decisions: int
    frames: list[Frame]


# ---- answers to acts, and what only sockets say -----------------------------------------------------------------------------------


class RematchSeat(Reply):
    table: str
    seat: int
    token: str


class Ack(Reply):
    """Done, and durable."""

    type: Literal["ack"]
    id: str
    table: str
    seat: int
    number: int
    rematch: RematchSeat | None = None


class Conflict(Refusal):
    """The position has changed since the number that was sent; nothing was played."""

    type: Literal["conflict"]
    id: str
    table: str
    seat: int
    update: Update


class Refused(Refusal):
    """A message that was refused; nothing has changed."""

    type: Literal["refused"]
    id: str | None
    table: str | None
    seat: int | None


class Hello(Reply):
    type: Literal["hello"]
    server: str
    version: str
    now: str
    talk: Literal["all", "phrases", "off"] = Field("all", description="What the host lets people say at tables.")


class Here(Reply):
    """Which persons are connected now."""

    type: Literal["here"]
    table: str
    seats: list[int]


class Pong(Reply):
    type: Literal["pong"]
    id: str


class Bye(Reply):
    type: Literal["bye"]
    reason: Literal["stopping", "too_many", "too_slow", "too_large"]


AMessage = (Hello | Update | Here | Ack | Conflict | Refused | Pong) | (LobbyState | TalkSaid | Circle | Notice | Bye)
ServerMessage = Annotated[AMessage, Field(discriminator="type")]
