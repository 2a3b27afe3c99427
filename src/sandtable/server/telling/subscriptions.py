"""Who is to be told, where, and when not."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import orjson
from sqlalchemy import Connection, delete, func, insert, select, update

from sandtable.server import keys, steady
from sandtable.server.errors import Denied
from sandtable.server.schema import guest_seats, notices, pushes
from sandtable.server.store import Store

KINDS = ("turn", "over", "challenged")
MOST = 10
"""Browsers of one person."""
MOST_SEATS = 200
GONE = (404, 410)
"""So a push service answers when the browser does not want to be told any more."""


@dataclass(frozen=True, slots=True)
class Push:
    """A browser that wants to be told. Quiet hours are minutes after midnight in ``zone``; None: never quiet."""

    id: str
    owner: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    zone: str
    quiet_from: int | None
    quiet_to: int | None
    kinds: tuple[str, ...]
    created: float
    sent: float

    def not_before(self, now: float) -> float:
        """The first moment from ``now`` on that is not quiet."""
        if self.quiet_from is None or self.quiet_to is None or self.quiet_from == self.quiet_to:
            return now
        here = datetime.fromtimestamp(now, zone_of(self.zone))
        minute = 60 * here.hour + here.minute
        inside = self.quiet_from <= minute < self.quiet_to
        if self.quiet_from > self.quiet_to:
            inside = minute >= self.quiet_from or minute < self.quiet_to
        if not inside:
            return now
        wait = (self.quiet_to - minute) % (24 * 60)
        return (here.replace(second=0, microsecond=0) + timedelta(minutes=wait)).timestamp()


def zone_of(name: str) -> Any:
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return UTC


def id_of(endpoint: str) -> str:
    return hashlib.sha256(b"sandtable push\0" + endpoint.encode()).hexdigest()


def of_row(r: Any) -> Push:
    return Push(**{**r._mapping, "kinds": tuple(orjson.loads(r.kinds))})


async def keep(store: Store, push: Push) -> None:
    """A browser asks to be told, or changes how; it is its newest owner's."""
    facts = {name: getattr(push, name) for name in ("owner", "p256dh", "auth", "language", "zone", "quiet_from", "quiet_to")}
    facts["kinds"] = orjson.dumps(push.kinds).decode()

    def work(connection: Connection) -> None:
        if connection.execute(update(pushes).where(pushes.c.id == push.id).values(**facts)).rowcount:
            return
        count = connection.execute(select(func.count()).select_from(pushes).where(pushes.c.owner == push.owner)).scalar_one()
        if count >= MOST:
            raise Denied("TOO_MANY")
        connection.execute(insert(pushes).values(**facts, id=push.id, endpoint=push.endpoint, created=push.created, sent=0.0))

    await store.change(work)


async def drop(store: Store, push: str, owner: str | None = None) -> None:
    """A browser is not told any more (``owner``: if it is this one's)."""

    def work(connection: Connection) -> None:
        here = pushes.c.id == push if owner is None else (pushes.c.id == push) & (pushes.c.owner == owner)
        if connection.execute(delete(pushes).where(here)).rowcount:
            connection.execute(delete(notices).where(notices.c.push_id == push))

    await store.change(work)


async def keep_seats(store: Store, owner: str, tokens: list[str]) -> None:
    """The seats that a guest holds by these tokens are the owner's to be told of."""
    hashes = [keys.hashed(token) for token in tokens if keys.TOKEN.fullmatch(token)][:MOST_SEATS]

    def work(connection: Connection) -> None:
        connection.execute(delete(guest_seats).where((guest_seats.c.owner == owner) | guest_seats.c.token.in_(hashes)))
        if hashes:
            connection.execute(insert(guest_seats), [{"token": token, "owner": owner} for token in dict.fromkeys(hashes)])

    await store.change(work)


def new(owner: str, endpoint: str, p256dh: str, auth: str, **how: Any) -> Push:
    return Push(id_of(endpoint), owner, endpoint, p256dh, auth, created=steady.now(), sent=0.0, **how)
