"""What processes say to each other when a row is written (PostgreSQL's NOTIFY): whose it is, and if it is short the row itself, so that
nobody needs to read it."""

from __future__ import annotations

import json
from dataclasses import dataclass

from sandtable.server.tables.facts import Row

LONGEST = 7_900
"""Bytes that PostgreSQL passes on, and some to spare."""


@dataclass(frozen=True, slots=True)
class RowNews:
    """A table has entries up to ``number``; ``job``: what the server has to do there next (``-``: nothing)."""

    table: str
    number: int
    job: str
    written: str = ""
    """The row as text, if it came along: most who hear of it need no more than its number."""

    @property
    def row(self) -> Row | None:
        return Row(*json.loads(self.written)) if self.written else None


def said(table: str, row: Row, job: str | None) -> str:
    """The news of a row as text: three words, as servers of the version before, which are exchanged one by one, understand them too."""
    head = f"{table} {row.number + len(row.entries) - 1} {job or '-'}"
    whole = json.dumps((row.number, row.at, row.seat, row.client, row.request, row.entries), separators=(",", ":")).replace(" ", r"\u0020")
    return f"{head}|{whole}" if len(head) + len(whole) < LONGEST else head


def understood(text: str) -> RowNews:
    """The same from the text."""
    table, number, rest = text.split()
    job, _, written = rest.partition("|")
    return RowNews(table, int(number), job, written)
