"""Taking back: freely, or by asking the others."""

from __future__ import annotations

from functools import cache

from sandtable.kernel.game import JSON
from sandtable.server.errors import Denied, Stale
from sandtable.server.tables.playing import close_undo_asks, running
from sandtable.server.tables.table import Table
from sandtable.server.tables.wear import check_room, worn


def free_undo(table: Table, seat: int) -> int | None:
    """To how many decisions ``seat`` may go back freely: its own ones, in its own turn, up to the last revelation."""
    if table.to_decide != seat or table.state is None or table.seats[seat].automatic or worn(table):
        return None
    state = table.state
    to = state.number
    while to > 0 and state.moves[to - 1].seat == seat and state.game.why_undo(state.record, state.moves[:to], seat) is None:
        to -= 1
    return to if to < state.number else None


def undo_now(table: Table, seat: int) -> JSON:
    """What ``seat`` is told of taking back: how far it may freely, how far by asking, and why not freely."""
    free = free_undo(table, seat)
    return {"free": free, "ask": asked_undo(table, seat), "locked": undo_locked(table, seat, free)}


def undo_locked(table: Table, seat: int, free: int | None) -> JSON | None:
    """Why ``seat`` cannot take back anything freely now; None if it can (``free``: how far), or while there is no game."""
    if table.phase != "playing" or table.state is None or free is not None:
        return None
    if table.seats[seat].automatic:
        return _said("ALREADY_AWAY")
    if worn(table):
        return _said("TABLE_WORN")
    refusal = table.state.why_undo(seat)
    return _said("NOT_YOUR_TURN") if refusal is None else refusal.to_json()


@cache
def _said(code: str) -> JSON:
    """What is said to whoever is denied this. Nobody changes it."""
    return Denied(code).body()


def asked_undo(table: Table, seat: int) -> int | None:
    """To how many decisions ``seat`` may ask the others to go back: before its first decision."""
    if table.phase != "playing" or table.state is None or table.seats[seat].automatic or worn(table):
        return None
    if table.setup.fixed:
        return None
    if not table.setup.casual and all(s.kind == "bot" or i == seat for i, s in enumerate(table.seats)):
        return None
    return next((i for i, move in enumerate(table.state.moves) if move.seat == seat), None)


def undo(table: Table, seat: int, number: int, to: int) -> None:
    """Back to ``to`` decisions: freely, or by asking the others."""
    state = running(table)
    if number < table.position_number:
        raise Stale
    if table.seats[seat].automatic:
        raise Denied("ALREADY_AWAY")
    if not 0 <= to < state.number:
        raise Denied("UNDO_NOTHING")
    check_room(table)
    free = free_undo(table, seat)
    if free is not None and to >= free:
        close_undo_asks(table)
        table.enter("undone", seat=seat, decisions=to, ask=None)
        return
    if table.setup.fixed:
        raise Denied("UNDO_CLOSED")
    if asked_undo(table, seat) is None or all(move.seat != seat for move in state.moves[to:]):
        raise Denied("UNDO_NOTHING")
    if any(ask.kind == "undo" for ask in table.asks):
        raise Denied("ASK_OPEN")
    waiting = table.others(seat)
    robots = [i for i in range(table.setup.players) if i != seat and i not in waiting]
    if robots and not table.setup.casual:
        raise Denied("UNDO_CLOSED")
    table.enter("undo_asked", seat=seat, to=to, agreed=robots, waiting=waiting)
    if not waiting:
        table.enter("undone", seat=seat, decisions=to, ask=table.number)
