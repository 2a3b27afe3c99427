"""From a client's message to a verb: the same for HTTP and live play."""

from __future__ import annotations

import orjson

from sandtable.kernel.game import JSON
from sandtable.server import models, tables, verbs
from sandtable.server.denied import Denied, Stale
from sandtable.server.hub import Hub, Verb
from sandtable.server.table import Table


def verb_of(act: models.Act, seat: int) -> Verb:
    """What the message asks for."""
    match act:
        case models.Play():
            return lambda table: verbs.play(table, seat, act.number, act.decision)
        case models.Undo():
            return lambda table: verbs.undo(table, seat, act.number, act.to)
        case models.Answer():
            return lambda table: verbs.answer(table, seat, act.ask, act.agree)
        case models.Leave():
            return lambda table: verbs.leave(table, seat, act.level)
        case models.Return():
            return lambda table: verbs.come_back(table, seat)
        case models.Resign():
            return lambda table: verbs.resign(table, seat, act.level)
        case models.Fill():
            return lambda table: verbs.fill(table, seat, act.open, act.level)
        case models.ChangeCoach():
            return lambda table: verbs.change_coach(table, seat, act.coach.over(table.coach))
    raise Denied("BAD_REQUEST")


VERBS = (
    models.Play,
    models.Undo,
    models.Answer,
    models.Leave,
    models.Return,
    models.Resign,
    models.Fill,
    models.Rematch,
    models.ChangeCoach,
)


def request_of(act: models.Act) -> str:
    """What two messages with the same id must have in common: all but the number seen and who is meant."""
    name = next(verb.__name__ for verb in VERBS if isinstance(act, verb))
    said = act.model_dump(exclude={"id", "type", "table", "seat", "number", "token"})
    return orjson.dumps([name, said], option=orjson.OPT_SORT_KEYS).decode()


async def carry_out(hub: Hub, table: str, seat: int, act: models.Act) -> JSON:
    """Does it and returns the ack; ``Denied`` (or ``Stale``) if it is refused."""
    ack: JSON = {"type": "ack", "id": act.id, "table": table, "seat": seat}
    if isinstance(act, models.Rematch):
        old = await hub.table(table)
        made = await tables.rematch(hub, old, seat, act.token)
        number = await _tell_of(hub, old, seat, made["table"])
        return {**ack, "number": number, "rematch": made}
    number, _ = await hub.act(table, seat, verb_of(act, seat), act.id, request_of(act))
    return {**ack, "number": number}


async def _tell_of(hub: Hub, old: Table, seat: int, made: str) -> int:
    number, _ = await hub.act(old.id, None, lambda table: [] if table.rematch else verbs.rematch(table, made))
    return number


def conflict(hub: Hub, table: Table, seat: int, act: models.Act, stale: Stale) -> JSON:
    """A stale move: why, and everything that is newer than what its author had seen."""
    update = orjson.Fragment(hub.update(table, seat, getattr(act, "number", 0)))
    return {"type": "conflict", "id": act.id, "table": table.id, "seat": seat, **stale.body(), "update": update}
