"""What a host can set: where the database is, how much one client may do, how long things are kept."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Limits:
    """Per client (address) unless said otherwise."""

    message_bytes: int = 16_384
    """Longest live message and request body."""
    requests_per_second: float = 40.0
    requests_burst: int = 200
    messages_per_second: float = 40.0
    """On one socket."""
    messages_burst: int = 120
    sockets: int = 64
    connections: int = 256
    """Open at once, sockets among them; whoever opens more loses those that wait longest for a request."""
    head_seconds: float = 10.0
    body_seconds: float = 30.0
    """Longest time for the head of a request, and for its body; then the connection is closed."""
    idle_seconds: int = 30
    """Until the next request on the same connection."""
    read_seconds: float = 30.0
    """Longest time in which a client reads nothing of what was sent to it."""
    ping_seconds: float = 25.0
    """Between two questions whether the client of a socket is still there; it has as long to answer."""
    bytes_per_second: int = 262_144
    """That are listened to; a connection has a quarter of it. Whoever sends more is read more slowly."""
    bytes_burst: int = 2_097_152
    backlog_bytes: int = 1_048_576
    """That may wait for a slow reader on one socket."""
    watches: int = 256
    """Seats and tables followed by one socket."""
    tables_per_hour: int = 240
    waiting: int = 64
    """Requests that wait for something new, at once."""
    wait_seconds: float = 25.0
    """Longest wait of such a request."""
    tables_in_memory: int = 2_000
    """Of the whole process; idle ones are read again when needed."""
    bot_threads: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    """Bots that think at once in one process."""
    bot_seconds: float = 5.0
    """Longest thought of a built-in bot."""
    bot_beat: float = 0.2
    """Bots answer at multiples of so many seconds, so that their time tells nothing about their hands."""
    program_seconds: float = 30.0
    """Time of an external bot for one decision."""
    document_bytes: int = 524_288
    """Longest request body that holds a record, a position or a study."""
    analyses: int = 6
    """Questions to the coach that wait or are worked on, at once."""
    analyses_per_minute: int = 60
    analyses_waiting: int = 200
    """In the queue, of all clients."""
    analyses_at_once: int = 1
    """Reports and deep analyses under way, per host; as many short ones beside them."""
    analyses_kept: int = 10_000
    """Results in the database; the oldest go."""
    analyses_bytes: int = 268_435_456
    """Of questions and results in the database; the oldest go."""
    analyses_bytes_per_hour: int = 16_777_216
    """Of new questions, in the form in which they are kept."""
    analysis_threads: int = field(default_factory=lambda: min(4, os.cpu_count() or 2))
    """Of one analysis; they have less priority than anything else."""
    analysis_seconds: float = 600.0
    """Longest work on one analysis."""
    study_bytes: int = 65_536
    studies_per_hour: int = 60
    studies: int = 100_000
    """Kept in the database, of all clients."""

    names_per_day: int = 10
    """Names that are claimed."""
    entering_per_minute: int = 20
    """Tries to enter: with a passkey, a link, a recovery code."""
    lookups_per_minute: int = 120
    """Questions about people and their names."""
    links_tried_per_minute: int = 600
    """Codes of links, of all clients together: they are short."""
    seeks_per_minute: int = 120
    """Looks for others; everybody who looks says so every two seconds."""
    events_per_hour: int = 30
    """Events that are opened."""
    pushes_per_hour: int = 60
    """Browsers that ask to be told, or change how."""
    offers: int = 10
    """Open tables in the lobby, at once."""
    sits_per_minute: int = 20
    """Seats taken at open tables."""
    devices: int = 20
    """Of one person; passkeys as well."""
    bonds: int = 500
    """People that one follows, blocks or has a note about."""
    challenges: int = 5
    """Of one person, that wait for an answer."""
    challenges_per_hour: int = 30
    phrases_per_minute: int = 3
    """Of one seat, at its table."""
    reaction_seconds: float = 5.0
    """Between two reactions of a seat."""
    texts_per_minute: int = 12
    talk_lines: int = 600
    """At one table."""
    reports_per_day: int = 20

    @classmethod
    def given(cls, texts: list[str]) -> Limits:
        """From ``name=value`` texts; raises ``ValueError`` with what exists."""
        kinds = {f.name: type(getattr(cls(), f.name)) for f in fields(cls)}
        return cls(**_numbers(texts, kinds, "limit"))


def _numbers(texts: list[str], kinds: Mapping[str, Callable[[str], int | float]], what: str) -> dict[str, Any]:
    values: dict[str, int | float] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in kinds:
            raise ValueError(f"there is no {what} {name!r}; there are: {', '.join(kinds)}.")
        try:
            values[name] = kinds[name](value)
        except ValueError:
            raise ValueError(f"the {what} {name} is a number, not {value!r}.") from None
        if values[name] <= 0:
            raise ValueError(f"the {what} {name} must be above 0.")
    return values


@dataclass(frozen=True)
class Keep:
    """For how many days what is stored is kept; 0: for good."""

    talk: int = 30
    """What was said at tables, after it was said."""
    reports: int = 180
    """Reports, after they were made."""
    waiting: int = 30
    """Tables whose game never began, after the last change."""
    abandoned: int = 0
    """Running games without a clock or with one over days, after the last move."""
    finished: int = 0
    """Finished games, after their end; results and ratings stay."""
    guest_tables: int = 0
    """Finished games at which nobody with a name sat, after their end; those on which a study builds stay."""
    people: int = 0
    """People none of whose devices was seen for so long: they are forgotten as if they had asked for it."""
    studies: int = 0
    """Studies, after the last change."""
    analyses: int = 0
    """Results of the coach, after they were ready."""
    logs: int = 0
    """Files that ``--logs`` writes."""

    @classmethod
    def given(cls, texts: list[str]) -> Keep:
        """From ``name=days`` texts; raises ``ValueError`` with what exists."""
        known = [f.name for f in fields(cls)]
        values = {}
        for text in texts:
            name, _, days = text.partition("=")
            if name not in known:
                raise ValueError(f"there is nothing to keep called {name!r}; there are: {', '.join(known)}.")
            if not days.isdigit():
                raise ValueError(f"{name} is kept for a number of days (0: for good), not {days!r}.")
            values[name] = int(days)
        return cls(**values)


@dataclass(frozen=True)
class Settings:
    """Of one process."""

    database: str = "sqlite:///sandtable.db"
    limits: Limits = field(default_factory=Limits)
    bots_here: bool = True
    """Bots think in this process (always so with SQLite)."""
    trust_proxy: bool = False
    """Believe ``X-Forwarded-For`` (behind one's own proxy only)."""
    origins: tuple[str, ...] = ()
    """Other sites whose pages may open sockets, such as ``https://play.example.org``."""
    keep: Keep = field(default_factory=Keep)
    logs: Path | None = None
    """The folder for log files; None: standard error."""

    talk: str = "all"
    """What people may say at tables: ``all``, ``phrases`` (no free text), ``off``."""
    push_hosts: tuple[str, ...] = ()
    """Push services inside one's own network, beside those of the open internet."""
    contact: str = "mailto:nobody@example.org"
    """Where push services find whoever runs this server."""

    @property
    def shared(self) -> bool:
        """Do several processes use the database?"""
        return not self.database.startswith("sqlite")
