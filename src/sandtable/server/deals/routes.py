"""Deals that several people play, over HTTP: the deal of the day, beating a game, side by side. Docs: 13-the-same-deal.md."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Annotated

from fastapi import Path, Query, Request, Response

from sandtable.kernel.game import JSON
from sandtable.server import routing
from sandtable.server.deals import again, daily, forgetting, models, side_by_side
from sandtable.server.deals import deal as dealing
from sandtable.server.deals import plays as playing
from sandtable.server.deals.daily import told_points
from sandtable.server.deals.deal import Deal
from sandtable.server.deals.players import Asking, Playing
from sandtable.server.deals.plays import Play
from sandtable.server.errors import Denied
from sandtable.server.http import GUESTS_TOO, Table16, TheHub, Token, answer, client_of, refusals
from sandtable.server.hub import Hub
from sandtable.server.limits import Buckets
from sandtable.server.people.routes import Myself
from sandtable.server.tables.access import guest_key, may_watch
from sandtable.server.tables.messages import encode

router = routing.router(prefix="/api/deals", tags=["the same deal"])
GameId = Annotated[str, Path(max_length=40, description="The id of a game.")]
Deal16 = Annotated[str, Path(pattern=r"^[a-z0-9]{16}$", description="The id of a deal.")]


def count_table(request: Request) -> None:
    """Every play is a table."""
    creating: Buckets = request.app.state.creating
    creating.check(client_of(request))


def begun(play: Play) -> Response:
    return answer({"table": play.table, "seat": play.seat})


@router.get("/daily", response_model=list[models.DealOfToday], responses=refusals(401), openapi_extra=GUESTS_TOO)
async def get_today(hub: TheHub, player: Asking) -> Response:
    """Today's deals. The bearer token is that of one's device, or a guest's own."""
    return answer(await daily.overview(hub, player))


@router.get("/daily/{game}", response_model=models.DailyDeal, responses=refusals(401, 404), openapi_extra=GUESTS_TOO)
async def get_daily(
    hub: TheHub, player: Asking, game: GameId, day: Annotated[str | None, Query(pattern=r"^\d{4}-\d{2}-\d{2}$")] = None
) -> Response:
    """The deal of a day (today's, if none is said), as far as one may know it."""
    try:
        wanted = date.fromisoformat(day) if day else daily.today()
    except ValueError:
        raise Denied("BAD_REQUEST", "day") from None
    if wanted > daily.today():
        raise Denied("NO_DEAL")
    return answer(await daily.shown(hub, game, wanted, player))


@router.post("/daily/{game}", response_model=models.Begun, responses=refusals(401, 404, 409, 413))
async def play_daily(request: Request, hub: TheHub, player: Playing, game: GameId, wanted: models.BeginPlay) -> Response:
    """Play today's deal: one's table of it, whether it is new, under way or over."""
    deal = await daily.of_day(hub.store, game, daily.today())
    if await playing.of_player(hub.store, deal.id, player.key) is None:
        count_table(request)
    return begun(await daily.begin(hub, game, player, wanted.name))


@router.post("/mine", response_model=models.TakenDeals, responses=refusals(401, 413))
async def take_along(hub: TheHub, person: Myself, wanted: models.TakeDealsAlong) -> Response:
    """Take along what this device played as a guest."""
    guest = guest_key(wanted.guest)
    taken = await hub.store.change(lambda connection: forgetting.take_along(connection, guest, person.id, person.handle))
    return answer({"plays": taken})


@router.get("/which/{deal}", response_model=models.WhichDeal, responses=refusals(404))
async def get_deal(hub: TheHub, deal: Deal16) -> Response:
    """What kind of deal it is, and where it belongs."""
    found = await dealing.read(hub.store, deal)
    return answer({"deal": deal, "kind": found.kind, "game": found.game, "day": found.day, "event": found.event})


# ---- beat my game -----------------------------------------------------------------------------------------------------------------


@router.post("/again", response_model=models.DealId, responses=refusals(401, 403, 404, 409, 413), openapi_extra=GUESTS_TOO)
async def make_again(hub: TheHub, token: Token, wanted: models.PlayAgain) -> Response:
    """The deal of a finished game as a seat had it, for a link."""
    table, _ = await may_watch(hub, wanted.table, token)
    return answer({"deal": (await again.of_game(hub, table, wanted.seat)).id})


async def to_beat(hub: Hub, deal: str) -> Deal:
    found = await dealing.read(hub.store, deal)
    if found.kind != "again" or found.model is None:
        raise Denied("NO_DEAL")
    return found


@router.get("/again/{deal}", response_model=models.GameToBeat, responses=refusals(401, 404, 409), openapi_extra=GUESTS_TOO)
async def get_again(hub: TheHub, player: Asking, deal: Deal16) -> Response:
    """What is to be beaten, and how one's own try stands."""
    found = await to_beat(hub, deal)
    model = await hub.table(found.model or "")
    own = await playing.of_player(hub.store, deal, player.key) if player is not None else None
    side = side_by_side.side(model, found.seat or 0)
    return answer(
        {
            "deal": deal,
            "game": found.game,
            "players": found.players,
            "seat": found.seat,
            "bots": list(found.bots),
            **{name: side[name] for name in ("name", "names", "points", "words", "won")},
            "mine": _own(found, own),
            "table": found.model if own is not None and own.finished is not None else None,
        }
    )


def _own(deal: Deal, own: Play | None) -> JSON | None:
    if own is None:
        return None
    state = "playing" if own.finished is None else "finished" if own.counted else "gave_up"
    words = told_points(deal.game, own.points) if own.points is not None else None
    facts = {"points": own.points, "margin": own.margin, "won": own.rank == 1 if own.finished else None, "words": words}
    return {"table": own.table, "seat": own.seat, "state": state, **facts, "place": None, "no_better": None}


@router.post("/again/{deal}", response_model=models.Begun, responses=refusals(401, 404, 409, 413))
async def play_again(request: Request, hub: TheHub, player: Playing, deal: Deal16, wanted: models.BeginPlay) -> Response:
    """Play the deal of somebody's game: one's table of it."""
    found = await to_beat(hub, deal)
    if await playing.of_player(hub.store, deal, player.key) is None:
        count_table(request)
    return begun(await playing.begin(hub, found, player, player.called(wanted.name)))


@router.get("/compare/{table}/{other}", response_model=models.SideBySide, responses=refusals(401, 403, 404, 409), openapi_extra=GUESTS_TOO)
async def compare(
    request: Request, hub: TheHub, token: Token, table: Table16, other: Annotated[str, Path(pattern=r"^[a-z0-9]{16}$")]
) -> Response:
    """Two finished games of one deal, turn by turn."""
    first, second, *seats = await side_by_side.tables(hub, token, table, other)
    async with hub.turns.of(client_of(request)):
        told = await asyncio.to_thread(side_by_side.compared, first, second, (seats[0], seats[1]))
    return Response(encode(told), media_type="application/json", headers={"Cache-Control": "no-store"})
