"""Before the game: taking an open seat, or giving it to a bot."""

from __future__ import annotations

from sandtable.server import bots
from sandtable.server.errors import Denied
from sandtable.server.tables.table import Table
from sandtable.server.tables.wear import check_room


def join(table: Table, seat: int, name: str, program: bool) -> None:
    """Somebody takes an open seat."""
    if table.phase != "waiting":
        raise Denied("TABLE_FULL" if table.phase == "playing" else "TABLE_FINISHED")
    check_open(table, seat)
    check_room(table)
    table.enter("joined", seat=seat, name=name, program=program)
    deal_if_full(table)


def fill(table: Table, open_seat: int, level: str) -> None:
    """A person at the table gives an open seat to a bot."""
    bots.check(level)
    if table.phase != "waiting":
        raise Denied("STARTED")
    check_open(table, open_seat)
    table.enter("filled", seat=open_seat, level=level)
    deal_if_full(table)


def check_open(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats) or table.seats[seat].kind != "open":
        raise Denied("SEAT_TAKEN")


def deal_if_full(table: Table) -> None:
    """The deal, once no seat is open."""
    if all(seat.kind != "open" for seat in table.seats):
        table.enter("dealt")
