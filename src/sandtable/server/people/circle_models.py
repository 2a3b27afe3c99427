"""What somebody is told of the own people, as it crosses the border."""

from __future__ import annotations

from typing import Literal

from sandtable.server.lobby.models import OfferClock, ShownRating
from sandtable.server.models.basics import Reply
from sandtable.server.people.models import AtTable


class Friend(Reply):
    """Somebody one follows. `here`: null if the person keeps that private. `plays`: the game somebody who is here is in. `tables`: open
    tables of theirs in the lobby."""

    handle: str
    here: bool | None
    plays: AtTable | None
    tables: list[str]


class Challenged(Reply):
    """A challenge that waits for an answer."""

    table: str
    by: str
    rating: ShownRating
    game: str
    clock: OfferClock
    rated: bool


class Circle(Reply):
    """Said to a socket that has told whose it is, at once and whenever something changes."""

    type: Literal["circle"]
    people: list[Friend]
    challenges: list[Challenged]
