"""The messages of clients, as OpenAPI describes them. Unknown fields and wrong types are refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Number = Annotated[int, Field(ge=0, le=2**53)]
SeatNumber = Annotated[int, Field(ge=0, le=63)]
Id = Annotated[str, Field(min_length=1, max_length=64)]
Token = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22,64}$", description="The secret that holds a seat.")]
TableId = Annotated[str, Field(pattern=r"^[a-z0-9]{16}$")]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Level = Annotated[str, Field(min_length=1, max_length=40)]
Decision = (
    Annotated[int, Field(ge=0, le=2**31, description="The id of a decision.")]
    | Annotated[str, Field(min_length=1, max_length=200, description="The text of a decision or gesture.")]
)


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


# ---- tables -----------------------------------------------------------------------------------------------------------------------


class MySeat(Body):
    kind: Literal["me"]
    name: Name
    token: Token | None = None


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
    game: Annotated[str, Field(max_length=40)]
    options: dict[Annotated[str, Field(max_length=60)], Any] = {}
    seats: Annotated[list[Annotated[MySeat | OpenSeat | BotSeat, Field(discriminator="kind")]], Field(min_length=1, max_length=8)]
    clock: Annotated[LiveClock | DaysClock, Field(discriminator="mode")] | None = None
    casual: bool = True
    spectators: bool = True
    coach: CoachWish = CoachWish()
    position: dict[str, Any] | None = None
    """A prepared position in the game's exchange format, for a guided game or practice; the options are then its own."""


class Invitation(Body):
    invite: Annotated[str, Field(min_length=1, max_length=64)]


class Joining(Invitation):
    name: Name
    seat: SeatNumber | None = None
    token: Token | None = None
    program: bool = False


class Mine(Body):
    tokens: Annotated[list[Annotated[str, Field(max_length=64)]], Field(max_length=200)]


# ---- acts, by HTTP and live -------------------------------------------------------------------------------------------------------


class Act(Body):
    id: Id


class Play(Act):
    number: Number
    decision: Decision


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


class ChangeCoach(Act):
    coach: CoachWish


# ---- live -------------------------------------------------------------------------------------------------------------------------


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


class LiveRematch(Rematch, AtSeat):
    type: Literal["rematch"]


class LiveChangeCoach(ChangeCoach, AtSeat):
    type: Literal["coach"]


class LivePing(Body):
    type: Literal["ping"]
    id: Id


LiveAct = LivePlay | LiveUndo | LiveAnswer | LiveLeave | LiveReturn | LiveResign | LiveFill | LiveRematch | LiveChangeCoach
LiveMessage = Annotated[LiveWatch | LiveUnwatch | LivePing | LiveAct, Field(discriminator="type")]


# ---- answers ----------------------------------------------------------------------------------------------------------------------


class Refusal(BaseModel):
    """What every refused request is told."""

    code: str
    rule: str | None
    words: dict[str, str]
    detail: str | None = None


class HeldSeat(BaseModel):
    seat: int
    token: str


class SeatStatus(BaseModel):
    seat: int
    kind: Literal["person", "program", "bot", "open"]
    name: str | None
    names: dict[str, str] | None
    level: str | None
    away: Literal["left", "clock"] | None
    here: bool


class AskStatus(BaseModel):
    ask: int
    kind: Literal["undo", "takeover", "coach"]
    seat: int
    to: int | None
    level: str | None
    coach: Coach | None
    agreed: list[int]
    waiting: list[int]


class Result(BaseModel):
    reason: Literal["end", "resigned"]
    by: int | None
    scores: list[int]
    ranks: list[int]
    winners: list[int]


class Status(BaseModel):
    """The public facts of a table."""

    table: str
    game: str
    options: dict[str, Any]
    players: int
    phase: Literal["waiting", "playing", "finished"]
    casual: bool
    spectators: bool
    coach: Coach
    commitment: str
    created: str
    changed: str
    seats: list[SeatStatus]
    to_decide: int | None
    decisions: int
    clock: dict[str, Any] | None
    asks: list[AskStatus]
    result: Result | None
    rematch: str | None


class Seated(BaseModel):
    table: str
    invite: str | None
    seats: list[HeldSeat]
    status: Status


class Invited(BaseModel):
    table: str
    status: Status


class MyTable(BaseModel):
    table: str
    seat: int
    token: int
    status: Status


class Locked(BaseModel):
    code: str
    words: dict[str, str]


class Undoing(BaseModel):
    free: int | None
    ask: int | None
    locked: Locked | None


class Position(BaseModel):
    decisions: int
    to_decide: int | None
    view: dict[str, Any]
    legal: list[dict[str, Any]]
    helps: dict[str, Any] | None
    undo: Undoing


class Update(BaseModel):
    type: Literal["update"]
    table: str
    seat: int | None
    number: int
    entries: list[dict[str, Any]]
    invite: str | None
    status: Status
    position: Position | None


class Ack(BaseModel):
    type: Literal["ack"]
    id: str
    table: str
    seat: int
    number: int
    rematch: dict[str, Any] | None = None


class Conflict(Refusal):
    type: Literal["conflict"] = "conflict"
    id: str | None = None
    table: str | None = None
    seat: int | None = None
    update: Update | None = None


class Frame(BaseModel):
    decisions: int
    to_decide: int | None
    played: int | None
    events: list[dict[str, Any]]
    view: dict[str, Any]
    helps: dict[str, Any] | None


class Replay(BaseModel):
    decisions: int
    frames: list[Frame]


class OptionInfo(BaseModel):
    name: str
    values: list[Any]
    default: Any
    rule: str
    words: dict[str, dict[str, Any]]


class GameInfo(BaseModel):
    game: str
    name: str
    players: list[int]
    rules: int
    options: list[OptionInfo]
    bots: list[str]


class BotInfo(BaseModel):
    level: str
    words: dict[str, dict[str, str]]
