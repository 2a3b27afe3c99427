"""A table is not a book without end: decisions come to the end of the game, all else that is entered beside them is bounded."""

from __future__ import annotations

from sandtable.server.errors import Denied
from sandtable.server.tables.table import Table

MOST = 3000
"""Entries beside the decisions that stand: what was taken back, questions and answers, coming and going. Ten times a lively game's."""


def worn(table: Table) -> bool:
    """May nothing more begin here than to play on? Whoever is away may come back, and the game comes to its end."""
    return table.beside >= MOST


def check_room(table: Table) -> None:
    if worn(table):
        raise Denied("TABLE_WORN")
