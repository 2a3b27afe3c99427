"""May people write freely at a table? Only if all who sit there have agreed; each of them can end it at once."""

from __future__ import annotations

from sandtable.server.errors import Denied
from sandtable.server.tables.playing import running
from sandtable.server.tables.table import Table
from sandtable.server.tables.wear import check_room


def free_text(table: Table, seat: int, on: bool) -> None:
    """Asks the others for it, or ends it."""
    if not on:
        if table.talk["text"]:
            table.enter("talk_changed", seat=seat, text=False, ask=None)
        return
    running(table)
    if not table.talk["on"]:
        raise Denied("TALK_OFF")
    if table.seats[seat].automatic:
        raise Denied("ALREADY_AWAY")
    if any(ask.kind == "talk" for ask in table.asks):
        raise Denied("ASK_OPEN")
    if table.talk["text"]:
        return
    check_room(table)
    waiting = table.others(seat)
    if waiting:
        table.enter("talk_asked", seat=seat, waiting=waiting)
