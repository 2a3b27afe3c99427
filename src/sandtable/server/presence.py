"""Who is connected: the seats that this process serves, and those that other processes report."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

EXPIRES = 60.0
"""A process that says nothing for so long is gone."""
REPEAT = 20.0


class Presence:
    """``tell`` carries what changed to the other processes (nobody with SQLite)."""

    def __init__(self) -> None:
        self.process = secrets.token_hex(4)
        self.tell: Callable[[str], None] = lambda text: None
        self._mine: dict[str, set[int]] = {}
        self._others: dict[str, dict[str, tuple[set[int], float]]] = {}

    def here(self, table: str) -> set[int]:
        """The seats that are connected somewhere."""
        seats = set(self._mine.get(table, ()))
        now = time.monotonic()
        for theirs, said in self._others.get(table, {}).values():
            if now - said < EXPIRES:
                seats |= theirs
        return seats

    def mine(self) -> dict[str, set[int]]:
        """The seats that are connected here, by table."""
        return dict(self._mine)

    def here_now(self, table: str, seats: set[int]) -> bool:
        """The seats served here are these now; True if that is new."""
        if self._mine.get(table, set()) == seats:
            return False
        if seats:
            self._mine[table] = seats
        else:
            self._mine.pop(table, None)
        self.say_again(table)
        return True

    def say_again(self, table: str) -> None:
        self.tell(f"{self.process} {table} {','.join(map(str, sorted(self._mine.get(table, ()))))}")

    def repeat(self) -> None:
        """From time to time, so that the others know this process lives; and forgets those who are gone."""
        for table in list(self._mine):
            self.say_again(table)
        now = time.monotonic()
        for table in list(self._others):
            kept = {p: v for p, v in self._others[table].items() if now - v[1] < EXPIRES}
            if kept:
                self._others[table] = kept
            else:
                del self._others[table]

    def heard(self, text: str) -> str | None:
        """Another process says who is there; the table, if that is new."""
        process, table, listed = text.split(" ")
        if process == self.process:
            return None
        before = self.here(table)
        seats = {int(seat) for seat in listed.split(",") if seat}
        self._others.setdefault(table, {})[process] = (seats, time.monotonic())
        return table if self.here(table) != before else None
