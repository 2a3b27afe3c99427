"""What the coach may do at a table, and hints that were given."""

from __future__ import annotations

from sandtable.kernel.game import JSON
from sandtable.kernel.state import State
from sandtable.server.errors import Denied, Stale
from sandtable.server.tables.playing import running
from sandtable.server.tables.rated import check_unrated
from sandtable.server.tables.table import Table
from sandtable.server.tables.wear import check_room


def change_coach(table: Table, seat: int, coach: JSON) -> None:
    """What the coach may do from now on: as all persons at the table agree."""
    running(table)
    check_unrated(table)
    if table.seats[seat].automatic:
        raise Denied("ALREADY_AWAY")
    if any(ask.kind == "coach" for ask in table.asks):
        raise Denied("ASK_OPEN")
    if coach == table.coach:
        return
    check_room(table)
    waiting = table.others(seat)
    if waiting:
        table.enter("coach_asked", seat=seat, coach=coach, waiting=waiting)
    else:
        table.enter("coach_changed", seat=seat, coach=coach, ask=None)


def may_hint(table: Table, seat: int) -> State:
    """The game, if the seat may ask for a hint now."""
    state = running(table)
    if not table.setup.casual or not table.coach["hints"]:
        raise Denied("COACH_OFF")
    if table.seats[seat].automatic:
        raise Denied("ALREADY_AWAY")
    if state.seat != seat:
        raise Denied("NOT_YOUR_TURN")
    check_room(table)
    return state


def hint(table: Table, seat: int, step: int, position_number: int) -> None:
    """A hint was given for the position of ``position_number``; everybody hears that it was."""
    may_hint(table, seat)
    if table.position_number != position_number:
        raise Stale
    table.enter("hinted", seat=seat, step=step)
