"""What crosses the border about people."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field

from sandtable.server.lobby.models import ShownRating
from sandtable.server.models.basics import Body, Refusal

HandleText = Annotated[str, Field(min_length=1, max_length=60)]
DeviceName = Annotated[str, Field(min_length=1, max_length=200, description="What this device shall be called in the list of one's own.")]
Code = Annotated[str, Field(min_length=1, max_length=200)]
Credential = Annotated[dict[str, Any], Field(description="What the browser's `navigator.credentials` returned, as JSON.")]
Ceremony = Annotated[dict[str, Any], Field(description="What `navigator.credentials` needs, as JSON.")]


class AskHandle(Body):
    handle: HandleText


class HandleAnswer(BaseModel):
    """`handle`: as it would be shown. `refusal`: why it cannot be claimed; null if it is free."""

    handle: str
    refusal: Refusal | None


class Claim(Body):
    handle: HandleText
    device: DeviceName


class Entered(BaseModel):
    """`token`: of this device from now on. `recovery`: six words, shown once; null if nothing changed about them."""

    handle: str
    token: str
    recovery: list[str] | None


class EnterWithPasskey(Body):
    credential: Credential
    device: DeviceName


class EnterWithCode(Body):
    code: Code
    device: DeviceName


class NewPasskey(Body):
    credential: Credential
    name: DeviceName


class TakeAlong(Body):
    tokens: Annotated[list[Annotated[str, Field(max_length=64)]], Field(max_length=200)]


class Taken(BaseModel):
    seats: int


class Forget(Body):
    """One's handle once more, so that nobody is forgotten by a slip."""

    handle: HandleText


class PasskeyOptions(BaseModel):
    options: Ceremony


class Link(BaseModel):
    """`secret`: for the picture to scan; `code`: to be typed instead."""

    secret: str
    code: str
    seconds: float


class Recovery(BaseModel):
    recovery: list[str]


class OwnDevice(BaseModel):
    """`seen`: the day. `this`: it is the one that asks."""

    device: str
    name: str
    created: str
    seen: str
    this: bool


class OwnPasskey(BaseModel):
    passkey: str
    name: str
    created: str


class Me(BaseModel):
    """Who I am here, and what opens my name. `recovery`: is there a code that was not used?"""

    handle: str
    created: str
    recovery: bool
    devices: list[OwnDevice]
    passkeys: list[OwnPasskey]


class Done(BaseModel):
    ok: bool = True


# ---- what everybody may see -------------------------------------------------------------------------------------------------------


class RatingPoint(BaseModel):
    at: str
    points: int
    spread: int


class SeatResults(BaseModel):
    """How often somebody won in this seat, with so many players."""

    players: int
    seat: int
    games: int
    won: int


class GameProfile(BaseModel):
    """Rated games of one kind."""

    game: str
    rating: ShownRating
    won: int
    curve: list[RatingPoint]
    results: list[SeatResults]


class LastGame(BaseModel):
    """`others`: their handles, null for those who were forgotten. `change`: of the points."""

    table: str
    game: str
    at: str
    rank: int
    players: int
    others: list[str | None]
    change: int


class Profile(BaseModel):
    """`since`: the day of the claim."""

    handle: str
    since: str
    games: list[GameProfile]
    last: list[LastGame]
