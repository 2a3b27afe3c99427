"""Before the game: taking an open seat, or giving it to a bot."""

from __future__ import annotations

from sandtable.server import bots
from sandtable.server.errors import Denied
from sandtable.server.tables.rated import check_unrated
from sandtable.server.tables.table import Table
from sandtable.server.tables.wear import check_room


def join(table: Table, seat: int, name: str, program: bool, commitment: str | None = None, handle: str | None = None) -> None:
    """Somebody takes an open seat; ``commitment``: the fingerprint of what it adds to the deal; ``handle``: a name of one's own."""
    if table.phase != "waiting":
        raise Denied("TABLE_FULL" if table.phase == "playing" else "TABLE_FINISHED")
    check_open(table, seat)
    check_room(table)
    if table.setup.rated and (program or not handle):
        raise Denied("RATED_NAME")
    known = {"commitment": commitment, "handle": handle}
    table.enter("joined", seat=seat, name=name, program=program, **{key: value for key, value in known.items() if value})
    deal_if_ready(table)


def fill(table: Table, open_seat: int, level: str) -> None:
    """A person at the table gives an open seat to a bot."""
    bots.check(level, table.setup.game)
    if table.phase != "waiting":
        raise Denied("STARTED")
    check_unrated(table)
    check_open(table, open_seat)
    table.enter("filled", seat=open_seat, level=level)
    deal_if_ready(table)


def check_open(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats) or table.seats[seat].kind != "open":
        raise Denied("SEAT_TAKEN")


def deal_if_ready(table: Table) -> None:
    """The deal, once no seat is open and nobody's part in it is missing."""
    if all(seat.kind != "open" and (seat.part is None or seat.part.value) for seat in table.seats):
        table.enter("dealt")
