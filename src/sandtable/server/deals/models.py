"""What crosses the border about deals that several people play."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from sandtable.server.models.answers import ToldTurn
from sandtable.server.models.basics import Body, GameName, Reply, SeatNumber, TableId, Token, Words
from sandtable.server.models.requests import Level, Name


class BeginPlay(Body):
    """`name`: of a guest."""

    name: Name | None = None


class Begun(Reply):
    """One's own table of a deal. The token that asked opens the seat."""

    table: str | None
    seat: int | None


class WhichDeal(Reply):
    """`day`: of a deal of the day; `event`: of a deal of an event."""

    deal: str
    kind: Literal["daily", "again", "event"]
    game: str
    day: str | None
    event: str | None


class DealOfToday(Reply):
    game: str
    day: str
    played: int
    state: Literal["open", "playing", "finished"]
    streak: int


class OwnDeal(Reply):
    """`no_better`: so many of a hundred others did no better."""

    table: str | None
    seat: int | None
    state: Literal["playing", "finished", "gave_up"]
    points: int | None
    margin: int | None
    won: bool | None
    words: Words | None
    place: int | None
    no_better: int | None


class DealResult(Reply):
    """`table`: of the game, for those who may see it."""

    name: str
    points: int
    margin: int
    won: bool
    table: str | None


class DealResults(Reply):
    """`points`: of everybody with a name, best first."""

    points: list[int]
    best: list[DealResult]


class DealFriend(Reply):
    """Somebody one follows. `points` and `table`: for those who may see them."""

    handle: str
    state: Literal["open", "playing", "finished", "gave_up"]
    points: int | None
    table: str | None


class DealCalendar(Reply):
    """`since`: the first day of this server that has a deal. `now`: days in a row; `average`: so many of a hundred others did no better."""

    since: str
    days: list[str]
    now: int
    longest: int
    average: int | None


class DailyDeal(Reply):
    """`results`: of others, null until one's own stands. `friends`: those one follows. `seed`: null until everything is open."""

    deal: str
    game: str
    day: str
    today: bool
    players: int
    seat: int
    bots: list[str | None]
    commitment: str
    committed: str
    ends: str
    opens: str
    seed: str | None
    next_commitment: str | None
    played: int
    mine: OwnDeal | None
    results: DealResults | None
    friends: list[DealFriend]
    calendar: DealCalendar | None


class PlayAgain(Body):
    table: TableId
    seat: SeatNumber


class DealId(Reply):
    deal: str


class GameToBeat(Reply):
    """`table`: of the game that is to be beaten, null until one's own is over. `words`: what was reached."""

    deal: str
    game: str
    players: int
    seat: int
    bots: list[str | None]
    name: str | None
    names: Words | None
    points: int
    words: Words
    won: bool
    mine: OwnDeal | None
    table: str | None


class Side(Reply):
    table: str
    seat: int
    name: str | None
    names: Words | None
    points: int
    words: Words
    won: bool
    reason: str


class TurnPair(Reply):
    """The turn of the same number in both games. `same`: up to here it was one game."""

    turn: int
    same: bool
    first: ToldTurn | None
    second: ToldTurn | None


class SideBySide(Reply):
    """`parted`: how many decisions were the same; null if all were."""

    game: str
    parted: int | None
    sides: Annotated[list[Side], Field(min_length=2, max_length=2)]
    turns: list[TurnPair]


class TakeDealsAlong(Body):
    guest: Token


class TakenDeals(Reply):
    plays: int


# ---- events -----------------------------------------------------------------------------------------------------------------------


class NewEvent(Body):
    """`hours`: how long it goes on; of a swiss event, all rounds together. `level`: of the bots. `name`: of the event, `host` of whoever
    opens it as a guest."""

    name: Name
    host: Name | None = None
    game: GameName
    players: Annotated[int, Field(ge=2, le=8)] = 2
    scoring: Literal["duplicate", "swiss"]
    deals: Annotated[int, Field(ge=1, le=12)]
    most: Annotated[int, Field(ge=2, le=64)] = 64
    hours: Annotated[float, Field(gt=0, le=30 * 24)]
    level: Level = "level3"


class EventId(Reply):
    event: str


class PlayOfEvent(Body):
    number: Annotated[int, Field(ge=1, le=12)]


class EventCell(Reply):
    """One deal of one person. `counts`: per cent of the others, or 1, ½ and 0. `table`: for those who may see it."""

    state: Literal["open", "playing", "finished", "gave_up", "rest"]
    points: int | None
    counts: float | None
    table: str | None


class EventLine(Reply):
    place: int
    name: str
    me: bool
    host: bool
    total: float
    done: int
    cells: list[EventCell]


class EventDeal(Reply):
    """`commitment`: told from the beginning; `seed`: at the end."""

    number: int
    commitment: str
    seed: str | None


class EventState(Reply):
    """`ends`: of a swiss event, the present round."""

    event: str
    name: str
    game: str
    players: int
    scoring: Literal["duplicate", "swiss"]
    phase: Literal["waiting", "running", "finished"]
    round: int
    most: int
    created: str
    ends: str
    now: str
    level: str | None
    me: bool
    host: bool
    deals: list[EventDeal]
    table: list[EventLine]
