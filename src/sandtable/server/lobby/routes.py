"""The lobby over HTTP: look at it, sit down, look for others; and who is strong. Docs: 12-people.md."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request, Response

from sandtable.server import routing
from sandtable.server.http import GUESTS_TOO, TheHub, Visitor, answer, client_of, refusals
from sandtable.server.lobby import models, offers, pairing
from sandtable.server.lobby.live import Lobby
from sandtable.server.models import answers
from sandtable.server.people import rating
from sandtable.server.people.models import Done
from sandtable.server.people.routes import Counts
from sandtable.server.tables import making

router = routing.router(prefix="/api", tags=["the lobby"])


def lobby_of(request: Request) -> Lobby:
    found: Lobby = request.app.state.lobby
    return found


@router.get("/lobby", response_model=models.LobbyState, responses=refusals())
async def get_lobby(request: Request) -> Response:
    """Open tables, and how many are here. Over a socket: send `lobby`, and hear of every change."""
    return answer(await lobby_of(request).state())


@router.post("/lobby/sit", response_model=answers.Seated, responses=refusals(401, 403, 404, 409, 413), openapi_extra=GUESTS_TOO)
async def sit_down(request: Request, hub: TheHub, person: Visitor, counts: Counts, wanted: models.SitDown) -> Response:
    """Take a seat at an open table. The bearer token, if any, is that of one's device."""
    counts.sitting.check(client_of(request))
    return answer(await offers.sit(hub, wanted.table, wanted, person))


@router.post("/lobby/seek", response_model=models.Looking, responses=refusals(401, 403, 404, 409, 413), openapi_extra=GUESTS_TOO)
async def seek(request: Request, hub: TheHub, person: Visitor, counts: Counts, wanted: models.Seek) -> Response:
    """Look for others, and say so again every few seconds, until a table is found."""
    counts.seeking.check(client_of(request))
    state = await pairing.look(hub, wanted, person)
    lobby_of(request).looked(state)
    return answer(state)


@router.post("/lobby/stop", response_model=Done, responses=refusals(413))
async def stop_seeking(request: Request, hub: TheHub, wanted: models.StopSeeking) -> Response:
    """Look no longer."""
    if await pairing.stop(hub, wanted.token):
        lobby_of(request).changed()
    return answer({"ok": True})


@router.get("/ratings/{game}", response_model=models.Leaderboard, responses=refusals(404))
async def get_leaders(hub: TheHub, game: Annotated[str, Path(max_length=40, description="The id of a game.")]) -> Response:
    """The strongest in a game."""
    name = making.game_of(game).id
    bots = [{"level": level, "points": points} for level, points in rating.bots(name).items()]
    return answer({"game": name, "games_needed": rating.SETTLED, "people": await rating.leaders(hub.store, name), "bots": bots})
