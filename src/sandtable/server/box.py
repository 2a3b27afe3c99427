"""For the box on the table: the score pad, random set-ups; and checking a record."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from sandtable.kernel import scorepad, seeds
from sandtable.kernel.game import Game
from sandtable.kernel.record import BadRecord, Record
from sandtable.kernel.refusals import BadOption
from sandtable.kernel.registry import games, load
from sandtable.server.denied import Denied
from sandtable.server.http import answer, refusals

router = APIRouter(prefix="/api", tags=["the box on the table"])
Name = Annotated[str, Path(max_length=40, description="The id of a game.")]
MOST_SEATS = 5
LONGEST_RECORD = 512 * 1024


class Entries(BaseModel):
    """The end of a game as it was entered, seat by seat."""

    model_config = ConfigDict(extra="forbid")
    seats: list[dict[str, Any]] = Field(min_length=1, max_length=MOST_SEATS)


def game_of(name: str) -> Game:
    if name not in games():
        raise Denied("NO_GAME")
    return load(name)


def pad_of(name: str) -> Any:
    pad = game_of(name).scorepad
    if pad is None:
        raise Denied("NOT_FOUND", "this game has no score pad")
    return pad


@router.get("/games/{game}/scorepad", response_model=dict[str, Any], responses=refusals(404))
async def get_scorepad(game: Name) -> Response:
    """What is entered for every seat."""
    players = list(game_of(game).players)
    return answer({"players": players, "fields": [field.to_json() for field in pad_of(game).FIELDS]})


@router.post("/games/{game}/scorepad", response_model=dict[str, Any], responses=refusals(404, 413))
async def post_scorepad(game: Name, entries: Entries) -> Response:
    """Adds up an entered end of a game, line by line."""
    pad = pad_of(game)
    try:
        seats = scorepad.checked(pad.FIELDS, entries.seats)
    except scorepad.BadEntry as error:
        raise Denied("BAD_REQUEST", str(error)) from None
    return answer(pad.sheet(seats).to_json())


@router.get("/games/{game}/setup", response_model=dict[str, Any], responses=refusals(404))
async def get_setup(
    game: Name,
    players: Annotated[int, Query(ge=1, le=MOST_SEATS)],
    seed: Annotated[str | None, Query(max_length=64, pattern=r"^[0-9a-f]*$", description="Hexadecimal; drawn if left out.")] = None,
    position: Annotated[bool, Query(description="Also the whole position, as a start for an editor.")] = False,
) -> Response:
    """A random start of a game to lay out at home. The same seed gives the same one."""
    given = seed or secrets.token_hex(4)
    try:
        state = game_of(game).new(players, seed=seeds.to_bytes(given.rjust(64, "0")))
    except BadOption as error:
        raise Denied("BAD_REQUEST", str(error)) from None
    told = {"seed": given, "view": state.view(None)}
    return answer({**told, "position": state.position()} if position else told)


@router.post("/verify", response_model=dict[str, Any], responses=refusals(413))
async def post_verify(request: Request, text: Annotated[str, Body(media_type="text/plain", max_length=LONGEST_RECORD)]) -> Response:
    """Replays a record and compares every line; says at which line it goes wrong."""
    try:
        record = await asyncio.to_thread(Record.parse, text)
    except BadRecord as error:
        raise Denied("BAD_REQUEST", str(error)) from None
    result = record.result or {}
    told = {"ok": True, "game": record.game.id, "decisions": len(record.decisions), "commitment": record.commitment}
    return answer({**told, "seed": record.seed is not None, "scores": result.get("scores"), "winners": result.get("winners")})
