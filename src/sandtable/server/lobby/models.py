"""What crosses the border about the lobby."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from sandtable.server.models.basics import Body, Fingerprint, GameName, Options, Reply, TableId, Token, Words
from sandtable.server.models.requests import Name, Sitting


class SitDown(Sitting):
    table: TableId


class Seek(Body):
    """Looking for others. `token`: will hold the seat. `players`: 0 for any number. Said again every few seconds; rated for whoever has a
    name of one's own."""

    token: Token
    name: Name
    game: GameName
    players: Annotated[int, Field(ge=0, le=64)] = 0
    clock: Literal["brisk", "calm", "slow"]
    commitment: Fingerprint | None = None


class StopSeeking(Body):
    token: Token


class ShownRating(Reply):
    """`points` with `spread` to either side; `settled` after some games."""

    points: int
    spread: int
    games: int
    settled: bool


class BotOffer(Reply):
    level: str
    points: int


class FoundTable(Reply):
    table: str
    seat: int


class Looking(Reply):
    """`window`: from and to how many points others are looked for, null if that does not matter any more. `looking`: how many others look
    for the same game and clock, `near` of them are within the window. `bot`: of about the same strength, once nobody was found for a
    while."""

    found: FoundTable | None
    seconds: float
    window: Annotated[list[int], Field(min_length=2, max_length=2)] | None
    looking: int
    near: int
    bot: BotOffer | None


class OfferSeat(Reply):
    kind: Literal["person", "program", "bot", "open"]
    name: str | None
    handle: str | None
    names: Words | None
    level: str | None
    rating: ShownRating | None


class OfferClock(Reply):
    mode: Literal["live", "days"]
    bank: float | None = None
    increment: float | None = None
    turn: float | None = None


class Offer(Reply):
    """An open table. `options`: those that are not as usual. `hints`: the coach may help in the running game."""

    table: str
    game: str
    players: int
    options: Options
    clock: OfferClock | None
    rated: bool
    hints: bool
    prepared: bool
    created: str
    seats: list[OfferSeat]


class LobbyState(Reply):
    """The lobby: open tables, how many people are here, how many look for a game."""

    type: Literal["lobby"]
    tables: list[Offer]
    here: int
    looking: dict[str, int]


class Leader(ShownRating):
    handle: str


class Leaderboard(Reply):
    """The strongest, of those with enough games; and the bots, on the same scale."""

    game: str
    games_needed: int
    people: list[Leader]
    bots: list[BotOffer]
