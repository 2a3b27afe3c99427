"""Events over HTTP: open one, take part, play, see how it stands. Docs: 13-the-same-deal.md."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request, Response

from sandtable.kernel.game import JSON
from sandtable.server import bots, routing, steady
from sandtable.server.deals import events, models, sealing
from sandtable.server.deals.deal import Deal
from sandtable.server.deals.events import Event, Line, Wish
from sandtable.server.deals.players import Asking, Player, Playing
from sandtable.server.deals.plays import Play
from sandtable.server.deals.routes import count_table
from sandtable.server.http import GUESTS_TOO, TheHub, answer, client_of, refusals
from sandtable.server.hub import Hub
from sandtable.server.limits import Buckets
from sandtable.server.people.models import Done
from sandtable.server.tables.status import stamp

router = routing.router(prefix="/api/events", tags=["events"])
Event16 = Annotated[str, Path(pattern=r"^[a-z0-9]{16}$", description="The id of an event.")]


@router.post("", status_code=201, response_model=models.EventId, responses=refusals(401, 404, 409, 413))
async def open_event(request: Request, hub: TheHub, player: Playing, wanted: models.NewEvent) -> Response:
    """Open an event. The bearer token is that of one's device, or a guest's own."""
    bots.check(wanted.level)
    opening: Buckets = request.app.state.opening
    opening.check(client_of(request))
    wish = Wish(wanted.name, wanted.game, wanted.players, wanted.scoring, wanted.deals, wanted.most, 3_600.0 * wanted.hours, wanted.level)
    made = await events.make(hub, player, player.called(wanted.host), wish)
    return answer({"event": made.id}, 201)


@router.get("/{event}", response_model=models.EventState, responses=refusals(401, 404), openapi_extra=GUESTS_TOO)
async def get_event(hub: TheHub, player: Asking, event: Event16) -> Response:
    """How it stands."""
    return answer(await shown(hub, await events.read(hub.store, event), player))


@router.post("/{event}/join", response_model=Done, responses=refusals(401, 404, 409, 413))
async def join_event(hub: TheHub, player: Playing, event: Event16, wanted: models.BeginPlay) -> Response:
    """Take part."""
    await events.join(hub, await events.read(hub.store, event), player, player.called(wanted.name))
    return answer({"ok": True})


@router.post("/{event}/leave", response_model=Done, responses=refusals(401, 404, 409))
async def leave_event(hub: TheHub, player: Playing, event: Event16) -> Response:
    """Not take part after all, before it begins."""
    await events.leave(hub, await events.read(hub.store, event), player)
    return answer({"ok": True})


@router.post("/{event}/start", response_model=Done, responses=refusals(401, 403, 404, 409))
async def start_event(hub: TheHub, player: Playing, event: Event16) -> Response:
    """The host begins the first round."""
    found = await events.read(hub.store, event)
    events.check_host(found, player)
    await events.start(hub, found)
    return answer({"ok": True})


@router.post("/{event}/end", response_model=Done, responses=refusals(401, 403, 404, 409))
async def end_event(hub: TheHub, player: Playing, event: Event16) -> Response:
    """The host ends it: what is played by now counts."""
    found = await events.read(hub.store, event)
    events.check_host(found, player)
    await events.end(hub, found)
    return answer({"ok": True})


@router.post("/{event}/play", response_model=models.Begun, responses=refusals(401, 404, 409, 413))
async def play_event(request: Request, hub: TheHub, player: Playing, event: Event16, wanted: models.PlayOfEvent) -> Response:
    """One's table of a deal of the event."""
    count_table(request)
    play = await events.play(hub, await events.read(hub.store, event), player, wanted.number)
    return answer({"table": play.table, "seat": play.seat})


# ---- how it stands ----------------------------------------------------------------------------------------------------------------


async def shown(hub: Hub, event: Event, player: Player | None) -> JSON:
    """An event for whoever asks. Results of a deal are everybody's, its games only theirs who have played it."""
    people = await events.entered(hub.store, event.id)
    dealt = await events.deals_of(hub.store, event.id)
    known = await events.plays_of(hub.store, event.id)
    key = player.key if player is not None else None
    own = {one.deal: one for one in known if one.player == key}
    lines = events.table(event, people, dealt, known)
    return {
        "event": event.id,
        "name": event.name,
        "game": event.game,
        "players": event.players,
        "scoring": event.scoring,
        "phase": "finished" if event.finished is not None else "waiting" if event.round == 0 else "running",
        "round": event.round,
        "most": event.most,
        "created": stamp(event.created),
        "ends": stamp(event.ends),
        "now": stamp(steady.now()),
        "level": next((level for deal in dealt for level in deal.bots if level is not None), None),
        "me": any(one.player == key for one in people),
        "host": event.host == key,
        "deals": [
            {"number": deal.number, "commitment": deal.commitment, "seed": deal.seed.hex() if event.finished is not None else None}
            for deal in dealt
        ],
        "table": [_line(event, line, _place(lines, line), key, dealt, own) for line in lines],
    }


def _place(lines: list[Line], line: Line) -> int:
    return 1 + sum((other.total, other.tie) > (line.total, line.tie) for other in lines)


def _line(event: Event, line: Line, place: int, key: str | None, dealt: list[Deal], own: dict[str, Play]) -> JSON:
    cells = []
    for deal, (play, counts) in zip(dealt, line.cells, strict=True):
        mine = line.player == key
        seen = event.finished is not None or sealing.may_see(deal, key, own.get(deal.id))
        cells.append(
            {
                "state": _state(play),
                "points": play.points if play is not None and play.counted else None,
                "counts": None if counts is None else round(counts if event.scoring == "swiss" else 100 * counts, 1),
                "table": play.table if play is not None and (mine or (seen and play.finished is not None)) else None,
            }
        )
    facts = {"name": line.name, "me": line.player == key, "host": line.player == event.host}
    return {"place": place, **facts, "total": line.total, "done": line.done, "cells": cells}


def _state(play: Play | None) -> str:
    if play is None:
        return "open"
    if play.finished is None:
        return "playing"
    return "rest" if play.table is None else "gave_up" if play.gave_up else "finished"
