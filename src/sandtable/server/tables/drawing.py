"""Drawing the deal together: every seat that adds to it shows first the fingerprint of its part and then, when all fingerprints are on the
table, the part itself. How it works and how to check it: docs/11-a-fair-deal.md."""

from __future__ import annotations

from sandtable.kernel import seeds
from sandtable.server.errors import Denied
from sandtable.server.tables.facts import Part
from sandtable.server.tables.seating import deal_if_ready
from sandtable.server.tables.table import Table
from sandtable.server.tables.wear import check_room

MOST_COMMITMENTS = 20
"""So often a seat may replace its part: a game must be able to begin."""


def own_part(table: Table, seat: int) -> Part:
    """What the seat adds, while the deal is being drawn."""
    if table.phase != "waiting":
        raise Denied("STARTED")
    part = table.seats[seat].part
    if part is None:
        raise Denied("NO_PART")
    return part


def commit(table: Table, seat: int, commitment: str, replace: bool) -> None:
    """A new fingerprint: somebody left after parts had been shown, or (``replace``) the device that keeps this seat's part is lost."""
    before = own_part(table, seat).commitment
    if before is not None and before != commitment and not replace:
        raise Denied("PART_FIXED")
    if before != commitment:
        if sum(entry.kind == "committed" and entry.facts["seat"] == seat for entry in table.log) >= MOST_COMMITMENTS:
            raise Denied("TOO_MANY")
        check_room(table)
        table.enter("committed", seat=seat, commitment=commitment)


def reveal(table: Table, seat: int, part: str) -> None:
    """The part that belongs to the fingerprint; the last one brings the deal."""
    own = own_part(table, seat)
    if table.draw_stage != "reveal":
        raise Denied("PARTS_MISSING")
    if seeds.part_commitment(part) != own.commitment:
        raise Denied("BAD_PART")
    if own.value is None:
        table.enter("revealed", seat=seat, part=part)
        deal_if_ready(table)
