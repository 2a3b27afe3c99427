"""What crosses the border about people."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from sandtable.server.lobby.models import Offer, ShownRating
from sandtable.server.models.basics import Body, Fingerprint, GameName, Refusal, Reply, Token, Words

Part = Literal["ratings", "results", "accuracy", "favourites", "games", "here", "challenges"]
HandleText = Annotated[str, Field(min_length=1, max_length=60)]
DeviceName = Annotated[str, Field(min_length=1, max_length=200, description="What this device shall be called in the list of one's own.")]
Code = Annotated[str, Field(min_length=1, max_length=200)]
Credential = Annotated[dict[str, Any], Field(description="What the browser's `navigator.credentials` returned, as JSON.")]
Ceremony = Annotated[dict[str, Any], Field(description="What `navigator.credentials` needs, as JSON.")]


class AskHandle(Body):
    handle: HandleText


class HandleAnswer(Reply):
    """`handle`: as it would be shown. `refusal`: why it cannot be claimed; null if it is free."""

    handle: str
    refusal: Refusal | None


class Claim(Body):
    handle: HandleText
    device: DeviceName


class Entered(Reply):
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


class Taken(Reply):
    seats: int


class Forget(Body):
    """One's handle once more, so that nobody is forgotten by a slip."""

    handle: HandleText


class PasskeyOptions(Reply):
    options: Ceremony


class Link(Reply):
    """`secret`: for the picture to scan; `code`: to be typed instead."""

    secret: str
    code: str
    seconds: float


class Recovery(Reply):
    recovery: list[str]


class OwnDevice(Reply):
    """`seen`: the day. `this`: it is the one that asks."""

    device: str
    name: str
    created: str
    seen: str
    this: bool


class OwnPasskey(Reply):
    passkey: str
    name: str
    created: str


class Me(Reply):
    """Who I am here, and what opens my name. `recovery`: is there a code that was not used?"""

    handle: str
    created: str
    recovery: bool
    devices: list[OwnDevice]
    passkeys: list[OwnPasskey]


class Done(Reply):
    ok: bool = True


# ---- what everybody may see -------------------------------------------------------------------------------------------------------


class RatingPoint(Reply):
    at: str
    points: int
    spread: int


class SeatResults(Reply):
    """How often somebody won in this seat, with so many players."""

    players: int
    seat: int
    games: int
    won: int


class MeanScore(Reply):
    """With so many players, of games that were played out. `words`: the mean in the words of the game."""

    players: int
    games: int
    mean: float
    best: int
    words: Words


class Accuracy(Reply):
    """The mean of the last `games` that have a report."""

    mean: int
    games: int


class Favourite(Reply):
    """Something of the game that the person had most often at the end."""

    key: str
    names: Words
    times: int


class GameProfile(Reply):
    """Rated games of one kind. What the person keeps private is null or empty. `better_than`: percent of those with enough games."""

    game: str
    rating: ShownRating | None
    better_than: int | None
    played: int
    won: int | None
    curve: list[RatingPoint]
    results: list[SeatResults]
    scores: list[MeanScore]
    accuracy: Accuracy | None
    favourites: list[Favourite]


class LastGame(Reply):
    """`others`: their handles, null for those who were forgotten. `change`: of the points. `kept`: it can still be looked at."""

    table: str
    game: str
    at: str
    rank: int
    players: int
    others: list[str | None]
    change: int | None
    score: int | None
    accuracy: int | None
    kept: bool


class GameTogether(Reply):
    table: str
    game: str
    at: str


class Between(Reply):
    """Between the visitor and the person; only the visitor sees it. `won`, `lost`: of the rated games in which both sat."""

    follows: bool
    blocks: bool
    note: str | None
    won: int
    lost: int
    games: list[GameTogether]


class AtTable(Reply):
    """The game that somebody is in. `table`: null if it is not to be watched."""

    game: str
    table: str | None


class Profile(Reply):
    """`since`: the day of the claim. `here`: null if that is private; `plays`: the game somebody who is here is in. `hidden`: what the
    person does not show. `tables`: open ones of the person in the lobby. `between`: null for guests and for oneself."""

    handle: str
    since: str
    here: bool | None
    plays: AtTable | None
    hidden: list[Part]
    games: list[GameProfile]
    last: list[LastGame]
    tables: list[Offer]
    between: Between | None


# ---- between people ---------------------------------------------------------------------------------------------------------------


class Choosing(Body):
    """What everybody may see; what is left out stays as it is."""

    ratings: bool | None = None
    results: bool | None = None
    accuracy: bool | None = None
    favourites: bool | None = None
    games: bool | None = None
    here: bool | None = None
    challenges: bool | None = None


class Chosen(Reply):
    """What everybody may see of me. `here`: that I am here, and my open tables. `challenges`: I may be challenged."""

    ratings: bool
    results: bool
    accuracy: bool
    favourites: bool
    games: bool
    here: bool
    challenges: bool


class BondWish(Body):
    """Follow or not, block or not, a note of one's own; what is left out stays as it is."""

    follows: bool | None = None
    blocks: bool | None = None
    note: Annotated[str, Field(max_length=1000)] | None = None


class Bond(Reply):
    handle: str
    follows: bool
    blocks: bool
    note: str | None


class Challenge(Body):
    """A game for two. `token`: will hold one's own seat."""

    game: GameName
    clock: Literal["brisk", "calm", "slow"] = "calm"
    rated: bool = True
    token: Token | None = None
    commitment: Fingerprint | None = None
