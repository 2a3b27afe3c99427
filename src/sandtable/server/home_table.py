"""For the box on the table: the score pad, random set-ups; and checking a record."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated

from fastapi import Body, Query, Request, Response

from sandtable.kernel import seeds
from sandtable.kernel.game import Game
from sandtable.kernel.record import BadRecord, Record
from sandtable.kernel.refusals import BadOption
from sandtable.kernel.scorepad import BadEntry, ScorePad
from sandtable.server import readiness, routing
from sandtable.server.errors import Denied
from sandtable.server.games import GameId
from sandtable.server.http import answer, refusals
from sandtable.server.models import games as models
from sandtable.server.models.basics import MOST_SEATS, is_text
from sandtable.server.tables.making import game_of, ready_game

router = routing.router(prefix="/api", tags=["the box on the table"])
LONGEST_RECORD = 512 * 1024


def pad_of(game: Game) -> ScorePad:
    if game.scorepad is None:
        raise Denied("NOT_FOUND", "this game has no score pad")
    return game.scorepad


@router.get("/games/{game}/scorepad", response_model=models.ScorePad, responses=refusals(404))
async def get_scorepad(game: GameId) -> Response:
    """What is entered for every seat, and for all of them."""
    found = game_of(game)
    pad = pad_of(found)
    values = [value.to_json() for value in pad.values]
    return answer({"players": list(found.players), "fields": [field.to_json() for field in pad.fields], "values": values})


@router.post("/games/{game}/scorepad", response_model=models.ScoreSheet, responses=refusals(404, 413))
async def post_scorepad(game: GameId, entries: models.ScoreEntries) -> Response:
    """Adds up an entered end of a game, line by line."""
    found = game_of(game)
    pad, most = pad_of(found), max(found.players)
    if len(entries.seats) > most:
        raise Denied("BAD_REQUEST", f"seats: at most {most}")
    try:
        sheet = pad.add_up(entries.seats, entries.values)
    except BadEntry as error:
        raise Denied("BAD_REQUEST", str(error)) from None
    return answer(sheet.to_json())


@router.get("/games/{game}/setup", response_model=models.Setup, responses=refusals(404))
async def get_setup(
    game: GameId,
    players: Annotated[int, Query(ge=1, le=MOST_SEATS)],
    seed: Annotated[str | None, Query(max_length=64, pattern=r"^[0-9a-f]*$", description="Hexadecimal; drawn if left out.")] = None,
    position: Annotated[bool, Query(description="Also the whole position, as a start for an editor.")] = False,
) -> Response:
    """A random start of a game to lay out at home. The same seed gives the same one."""
    given = seed or secrets.token_hex(4)
    try:
        state = ready_game(game).new(players, seed=seeds.to_bytes(given.rjust(64, "0")))
    except BadOption as error:
        raise Denied("BAD_REQUEST", str(error)) from None
    view = state.view(None)
    told = {"seed": given, "view": view, "picture": state.game.picture(view, ())}
    return answer({**told, "position": state.position()} if position else told)


@router.post("/verify", response_model=models.Verified, responses=refusals(413))
async def post_verify(request: Request, text: Annotated[str, Body(media_type="text/plain", max_length=LONGEST_RECORD)]) -> Response:
    """Replays a record and compares every line; says at which line it goes wrong."""
    if not is_text(text):
        raise Denied("BAD_REQUEST", "a text with characters that are none")
    try:
        readiness.check(Record.game_of(text).id)
        record = await asyncio.to_thread(Record.parse, text)
    except BadRecord as error:
        raise Denied("BAD_REQUEST", str(error)) from None
    result = record.result or {}
    told = {"ok": True, "game": record.game.id, "decisions": len(record.decisions), "commitment": record.commitment}
    told.update(parts=record.parts, prepared=record.prepared)
    return answer({**told, "seed": record.seed is not None, "scores": result.get("scores"), "winners": result.get("winners")})
