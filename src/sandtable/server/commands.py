"""From a client's message to what it does at a table: the same for HTTP and sockets."""

from __future__ import annotations

from functools import cache

import orjson
from pydantic import BaseModel

from sandtable.kernel.game import JSON
from sandtable.server.errors import Denied, Stale
from sandtable.server.hub import Command, Hub
from sandtable.server.models import requests
from sandtable.server.tables import making
from sandtable.server.tables.coach_settings import change_coach
from sandtable.server.tables.consent import answer
from sandtable.server.tables.drawing import commit, reveal
from sandtable.server.tables.leaving import come_back, leave, rematch, resign
from sandtable.server.tables.playing import play
from sandtable.server.tables.seating import fill
from sandtable.server.tables.talk_settings import free_text
from sandtable.server.tables.undoing import undo


def command_of(act: requests.Act, seat: int) -> Command:
    """What the message asks for."""
    match act:
        case requests.Play():
            return lambda table: play(table, seat, act.number, act.decision)
        case requests.Undo():
            return lambda table: undo(table, seat, act.number, act.to)
        case requests.Answer():
            return lambda table: answer(table, seat, act.ask, act.agree)
        case requests.Leave():
            return lambda table: leave(table, seat, act.level)
        case requests.Return():
            return lambda table: come_back(table, seat)
        case requests.Resign():
            return lambda table: resign(table, seat, act.level)
        case requests.Fill():
            return lambda table: fill(table, act.open, act.level)
        case requests.Commit():
            return lambda table: commit(table, seat, act.commitment, act.replace)
        case requests.Reveal():
            return lambda table: reveal(table, seat, act.part)
        case requests.ChangeCoach():
            return lambda table: change_coach(table, seat, act.coach.over(table.coach))
        case requests.FreeText():
            return lambda table: free_text(table, seat, act.on)
    raise Denied("BAD_REQUEST")


def request_of(act: requests.Act) -> str:
    """What two messages with the same id must have in common: all but the number seen and who is meant."""
    name, fields = _meaning(type(act))
    said = {field: getattr(act, field) for field in fields}
    return orjson.dumps([name, said], default=BaseModel.model_dump, option=orjson.OPT_SORT_KEYS).decode()


@cache
def _meaning(act: type[requests.Act]) -> tuple[str, tuple[str, ...]]:
    """What such a message is called, and its fields but for those."""
    name = next(kind.__name__ for kind in act.mro() if kind in requests.ACTS)
    return name, tuple(field for field in act.model_fields if field not in ("id", "type", "table", "seat", "number", "token"))


async def carry_out(hub: Hub, table: str, seat: int, act: requests.Act) -> JSON:
    """Does it and returns the ack; ``Denied`` (or ``Stale``) if it is refused."""
    ack: JSON = {"type": "ack", "id": act.id, "table": table, "seat": seat}
    if isinstance(act, requests.Rematch):
        made = await making.rematch(hub, await hub.table(table), seat, act.token, act.commitment)
        number, _ = await hub.act(table, None, lambda old: rematch(old, made["table"]))
        return {**ack, "number": number, "rematch": made}
    number, _ = await hub.act(table, seat, command_of(act, seat), act.id, request_of(act))
    return {**ack, "number": number}


async def conflict(hub: Hub, table: str, seat: int, act: requests.Act, stale: Stale) -> JSON:
    """A stale move: why, and everything that is newer than what its author had seen."""
    update = orjson.Fragment(await hub.told(await hub.table(table), seat, getattr(act, "number", 0)))
    return {"type": "conflict", "id": act.id, "table": table, "seat": seat, **stale.body(), "update": update}
