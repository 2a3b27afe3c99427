"""What clients send, by HTTP and by socket."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from sandtable.server.models.basics import (
    LONGEST_LEVEL,
    MOST_SEATS,
    Body,
    Fingerprint,
    GameName,
    Id,
    Number,
    Position,
    SeatNumber,
    TableId,
    Token,
)

Name = Annotated[str, Field(min_length=1, max_length=200)]
Level = Annotated[str, Field(min_length=1, max_length=LONGEST_LEVEL)]
Chosen = (
    Annotated[int, Field(ge=0, le=2**31, description="The id of a decision.")]
    | Annotated[str, Field(min_length=1, max_length=200, description="The text of a decision or gesture.")]
)


# ---- tables -----------------------------------------------------------------------------------------------------------------------


class MySeat(Body):
    kind: Literal["me"]
    name: Name
    token: Token | None = None
    commitment: Fingerprint | None = None


class OpenSeat(Body):
    kind: Literal["open"]


class BotSeat(Body):
    kind: Literal["bot"]
    level: Level


class LiveClock(Body):
    mode: Literal["live"]
    bank: Annotated[float, Field(ge=10, le=86_400)]
    increment: Annotated[float, Field(ge=0, le=3_600)]


class DaysClock(Body):
    mode: Literal["days"]
    turn: Annotated[float, Field(ge=60, le=60 * 86_400)]


class Coach(Body):
    """What the coach may do at a table."""

    analysis: bool
    hints: bool
    aids: bool


class CoachWish(Body):
    """What is left out stays as it is, or as is usual."""

    analysis: bool | None = None
    hints: bool | None = None
    aids: bool | None = None

    def over(self, before: dict[str, bool]) -> dict[str, bool]:
        return {**before, **self.model_dump(exclude_none=True)}


class NewTable(Body):
    game: GameName
    options: dict[Annotated[str, Field(max_length=60)], Any] = Field(default_factory=dict)
    seats: Annotated[list[Annotated[MySeat | OpenSeat | BotSeat, Field(discriminator="kind")]], Field(min_length=1, max_length=MOST_SEATS)]
    clock: Annotated[LiveClock | DaysClock, Field(discriminator="mode")] | None = None
    casual: bool = True
    spectators: bool = True
    listed: bool = False
    """Anybody may find it in the lobby and sit down."""
    rated: bool = False
    """Its result counts for the ratings of people; its conditions are then fixed."""
    quiet: bool = False
    """Nobody talks there."""
    coach: CoachWish = CoachWish()
    position: Position | None = None
    """A prepared position in the game's exchange format, for a guided game or practice; the options are then its own."""


class Invitation(Body):
    invite: Annotated[str, Field(min_length=1, max_length=64)]


class Sitting(Body):
    """Somebody who sits down. Who has a name of one's own is called by it."""

    name: Name
    seat: SeatNumber | None = None
    token: Token | None = None
    program: bool = False
    commitment: Fingerprint | None = None


class Joining(Sitting, Invitation):
    pass


class Mine(Body):
    tokens: Annotated[list[Annotated[str, Field(max_length=64)]], Field(max_length=200)]


# ---- acts, by HTTP and by socket --------------------------------------------------------------------------------------------------


class Act(Body):
    id: Id


class Play(Act):
    number: Number
    decision: Chosen


class Undo(Act):
    number: Number
    to: Number


class Answer(Act):
    ask: Number
    agree: bool


class Leave(Act):
    level: Level | None = None


class Return(Act):
    pass


class Resign(Act):
    level: Level | None = None


class Fill(Act):
    open: SeatNumber
    level: Level


class Rematch(Act):
    token: Token | None = None
    commitment: Fingerprint | None = None


class Commit(Act):
    """The fingerprint of a new part: one is awaited, or (`replace`) the old part is lost; then everybody's is asked for again."""

    commitment: Fingerprint
    replace: bool = False


class Reveal(Act):
    """What the seat adds to the deal: 64 hexadecimal digits, of which everybody has the fingerprint."""

    part: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class ChangeCoach(Act):
    coach: CoachWish


class FreeText(Act):
    """Write freely at this table: asks the others for it, or ends it."""

    on: bool


ACTS = (Play, Undo, Answer, Leave, Return, Resign, Fill, Commit, Reveal, Rematch, ChangeCoach, FreeText)


# ---- by socket --------------------------------------------------------------------------------------------------------------------


class AtSeat(Body):
    table: TableId
    seat: SeatNumber


class LiveWatch(Body):
    type: Literal["watch"]
    table: TableId
    token: Token | None = None
    seen: Number = 0


class LiveUnwatch(Body):
    type: Literal["unwatch"]
    table: TableId
    seat: SeatNumber | None = None


class LivePlay(Play, AtSeat):
    type: Literal["play"]


class LiveUndo(Undo, AtSeat):
    type: Literal["undo"]


class LiveAnswer(Answer, AtSeat):
    type: Literal["answer"]


class LiveLeave(Leave, AtSeat):
    type: Literal["leave"]


class LiveReturn(Return, AtSeat):
    type: Literal["return"]


class LiveResign(Resign, AtSeat):
    type: Literal["resign"]


class LiveFill(Fill, AtSeat):
    type: Literal["fill"]


class LiveCommit(Commit, AtSeat):
    type: Literal["commit"]


class LiveReveal(Reveal, AtSeat):
    type: Literal["reveal"]


class LiveRematch(Rematch, AtSeat):
    type: Literal["rematch"]


class LiveChangeCoach(ChangeCoach, AtSeat):
    type: Literal["coach"]


class LiveFreeText(FreeText, AtSeat):
    type: Literal["free_text"]


class LiveSay(AtSeat, Act):
    """Say something to those at the table: a phrase or a reaction by its id, or free text where all have agreed."""

    type: Literal["say"]
    kind: Literal["phrase", "reaction", "text"]
    said: Annotated[str, Field(min_length=1, max_length=400)]


class LiveMe(Body):
    """Who this socket belongs to, by the token of a device: so that others know that one is here, and to hear of one's own people."""

    type: Literal["me"]
    token: Token


class LivePing(Body):
    type: Literal["ping"]
    id: Id


class LiveLobby(Body):
    """Hear of the lobby: at once, and whenever something changes there."""

    type: Literal["lobby"]
    on: bool = True


LiveAct = (LivePlay | LiveUndo | LiveAnswer | LiveLeave | LiveReturn | LiveResign | LiveFill) | (
    LiveCommit | LiveReveal | LiveRematch | LiveChangeCoach | LiveFreeText
)
LiveMessage = Annotated[LiveWatch | LiveUnwatch | LivePing | LiveLobby | LiveMe | LiveSay | LiveAct, Field(discriminator="type")]
