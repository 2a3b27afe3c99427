"""What crosses the border about talk and reports."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from sandtable.server.models.basics import Body, Reply, SeatNumber, Words

TalkKind = Literal["phrase", "reaction", "text"]


class Saying(Body):
    """`said`: the id of a phrase or reaction, or free text where all at the table have agreed to it."""

    kind: TalkKind
    said: Annotated[str, Field(min_length=1, max_length=400)]


class TalkLine(Reply):
    id: int
    seat: int
    at: str
    kind: TalkKind
    said: str


class TalkSaid(Reply):
    """Something was said at the table; only those who sit there hear it."""

    type: Literal["talk"]
    table: str
    seat: int
    lines: list[TalkLine]


class TalkSoFar(Reply):
    lines: list[TalkLine]


class Notice(Reply):
    """What the host has to say to everybody, such as maintenance; null: nothing any more."""

    type: Literal["notice"]
    words: Words | None


class Reporting(Body):
    """To the host. `words`: what happened, if there is something to add."""

    reason: Literal["talk", "name", "cheating", "leaving", "other"]
    words: Annotated[str, Field(max_length=1000)] | None = None


class ReportSeat(Reporting):
    reported: SeatNumber
