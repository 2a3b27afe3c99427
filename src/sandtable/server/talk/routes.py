"""Talk over HTTP, and reports from a table. Docs: 12-people.md."""

from __future__ import annotations

from typing import cast

from fastapi import Request, Response

from sandtable.server import routing
from sandtable.server.errors import Denied
from sandtable.server.http import Table16, TheHub, Token, answer, client_of, refusals
from sandtable.server.people import reports
from sandtable.server.people.models import Done
from sandtable.server.people.routes import Counts
from sandtable.server.tables.access import may_act
from sandtable.server.talk import models
from sandtable.server.talk.talking import Talk

router = routing.router(prefix="/api/tables", tags=["talk"])


def talk_of(request: Request) -> Talk:
    return cast(Talk, request.app.state.talk)


@router.post("/{table}/say", response_model=models.TalkLine, responses=refusals(401, 403, 404, 409, 413))
async def say(request: Request, hub: TheHub, token: Token, table: Table16, wanted: models.Saying) -> Response:
    """Say something at one's table: a phrase or a reaction by its id, or free text where all have agreed."""
    _, seat = await may_act(hub, table, token)
    return answer(await talk_of(request).say(table, seat, wanted.kind, wanted.said))


@router.get("/{table}/talk", response_model=models.TalkSoFar, responses=refusals(401, 404))
async def get_talk(request: Request, hub: TheHub, token: Token, table: Table16) -> Response:
    """What was said last at one's table."""
    _, seat = await may_act(hub, table, token)
    return answer({"lines": await talk_of(request).so_far(table, seat)})


@router.post("/{table}/report", response_model=Done, responses=refusals(401, 404, 413))
async def report_seat(request: Request, hub: TheHub, token: Token, counts: Counts, table: Table16, wanted: models.ReportSeat) -> Response:
    """Report somebody at one's table to the host."""
    found, seat = await may_act(hub, table, token)
    if wanted.reported >= found.setup.players or wanted.reported == seat or found.seats[wanted.reported].kind not in ("person", "program"):
        raise Denied("BAD_REQUEST", "reported: the seat of another person")
    counts.reporting.check(client_of(request))
    await reports.about_seat(hub, table, wanted.reported, await hub.store.sitter(table, seat), wanted.reason, wanted.words)
    return answer({"ok": True})
