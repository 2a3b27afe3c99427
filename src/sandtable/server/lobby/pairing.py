"""Quick pairing: people who look for the same game find each other, those of near strength first, others the longer they wait.

Whoever looks says so again every few seconds; that keeps the place in the queue and tries to find a group. A group becomes a table in the
same transaction in which its people stop looking, so nobody is found twice, by whichever process.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection, delete, exists, insert, select, update
from sqlalchemy.exc import IntegrityError

from sandtable.kernel.game import JSON
from sandtable.server import keys, names, steady
from sandtable.server.errors import Denied
from sandtable.server.hub import Hub
from sandtable.server.lobby.models import Seek
from sandtable.server.models.requests import DaysClock, LiveClock, NewTable, OpenSeat
from sandtable.server.people import bonds, rating
from sandtable.server.people.bonds import Pair
from sandtable.server.people.ladder import BEGINNING, Rating
from sandtable.server.people.persons import Person
from sandtable.server.schema import holders, seeks
from sandtable.server.tables import making, rated
from sandtable.server.tables.facts import usual_coach

CLOCKS: dict[str, LiveClock | DaysClock] = {
    "brisk": LiveClock(mode="live", bank=600.0, increment=5.0),
    "calm": LiveClock(mode="live", bank=1500.0, increment=10.0),
    "slow": DaysClock(mode="days", turn=86_400.0),
}
ALIVE = 12.0
"""Seconds within which somebody who looks says so again."""
KEPT = 120.0
NEAR, WIDENING = 60.0, 8.0
"""Points to either side at first, and so many more with every second."""
FOR_EVERYBODY = 45.0
"""Seconds after which strength does not matter any more."""
BOT_AFTER = 20.0


@dataclass(frozen=True, slots=True)
class Looking:
    """Somebody who looks for others."""

    token: str
    person: str | None
    name: str
    game: str
    players: int
    clock: str
    commitment: str | None
    points: float
    since: float

    def window(self, now: float) -> float:
        """How far others may be away."""
        waited = max(0.0, now - self.since)
        return float("inf") if waited > FOR_EVERYBODY else NEAR + WIDENING * waited


def group(me: Looking, others: Sequence[Looking], sizes: Sequence[int], now: float, apart: Collection[Pair] = ()) -> list[Looking]:
    """Those who can play together now, with ``me``; empty if there are too few. ``sizes``: how many can play the game; ``apart``: who
    blocks whom."""

    def suits(other: Looking) -> bool:
        same = (other.game, other.clock, other.person is None) == (me.game, me.clock, me.person is None)
        far = abs(other.points - me.points)
        return same and other.token != me.token and far <= min(me.window(now), other.window(now))

    near = sorted(filter(suits, others), key=lambda other: (abs(other.points - me.points), other.since, other.token))
    wishes = [me.players] if me.players else [2, *dict.fromkeys(other.players for other in near if other.players)]
    for size in wishes:
        together = [me]
        for other in near:
            willing = other.players in (0, size) and len(together) < size
            if willing and not any(frozenset((str(other.person), str(one.person))) in apart for one in together):
                together.append(other)
        if size in sizes and len(together) == size:
            return together
    return []


async def look(hub: Hub, wanted: Seek, person: Person | None) -> JSON:
    """Somebody looks, or goes on looking: how it stands, and the table once there is one."""
    game = making.game_of(wanted.game)
    if wanted.players and wanted.players not in game.players:
        raise Denied("BAD_REQUEST", f"players: one of {', '.join(map(str, game.players))}, or 0")
    key, now = keys.hashed(wanted.token), steady.now()
    held = (await hub.store.held([key])).get(key)
    if held is not None:
        return {"found": {"table": held[0], "seat": held[1]}, "seconds": 0.0, "window": None, "looking": 0, "near": 0, "bot": None}
    own = (await rating.of_people(hub.store, [person.id])).get(person.id, {}).get(game.id) if person else None
    points = float((own or Rating()).points) if person else BEGINNING
    name = person.handle if person else names.safe(wanted.name)
    me = Looking(key, person.id if person else None, name, game.id, wanted.players, wanted.clock, wanted.commitment, points, now)
    me = await _say(hub, me, now)
    others = await living(hub, now)
    apart = await bonds.apart(hub.store, [one.person for one in [me, *others] if one.person is not None]) if person else set()
    table = await _found(hub, group(me, others, game.players, now, apart), now)
    if table is not None:
        return await look(hub, wanted, person)
    same = [other for other in others if (other.game, other.clock) == (me.game, me.clock) and other.token != me.token]
    window = me.window(now)
    return {
        "found": None,
        "seconds": round(now - me.since, 1),
        "window": None if window == float("inf") else [round(points - window), round(points + window)],
        "looking": len(same),
        "near": sum(abs(other.points - points) <= window for other in same),
        "bot": rating.equal_bot(game.id, round(points)) if now - me.since >= BOT_AFTER else None,
    }


async def _say(hub: Hub, me: Looking, now: float) -> Looking:
    """Writes down that somebody looks; who has looked for the same before keeps the place."""
    wish = (seeks.c.game == me.game) & (seeks.c.players == me.players) & (seeks.c.clock == me.clock)

    def work(connection: Connection) -> float:
        connection.execute(delete(seeks).where(seeks.c.seen < now - KEPT))
        if me.person is not None:
            connection.execute(delete(seeks).where(seeks.c.person_id == me.person, seeks.c.token != me.token))
        again = update(seeks).where(seeks.c.token == me.token, wish).values(seen=now, points=me.points, commitment=me.commitment)
        kept = connection.execute(again.returning(seeks.c.since)).all()
        if kept:
            return float(kept[0].since)
        connection.execute(delete(seeks).where(seeks.c.token == me.token))
        facts = {"token": me.token, "person_id": me.person, "name": me.name, "game": me.game, "players": me.players, "clock": me.clock}
        connection.execute(insert(seeks).values(**facts, commitment=me.commitment, points=me.points, since=now, seen=now))
        return now

    try:
        return replace(me, since=await hub.store.change(work))
    except IntegrityError:  # two devices of one person at the same moment
        raise Denied("BUSY") from None


async def living(hub: Hub, now: float) -> list[Looking]:
    """Everybody who looks, longest first; not those whose token holds a seat elsewhere by now: a group with one of them gets no table."""
    seated = exists().where(holders.c.token == seeks.c.token)
    query = select(seeks).where(seeks.c.table_id.is_(None), seeks.c.seen > now - ALIVE, ~seated).order_by(seeks.c.since, seeks.c.token)
    return [
        Looking(r.token, r.person_id, r.name, r.game, r.players, r.clock, r.commitment, r.points, r.since)
        for r in await hub.store.read(query)
    ]


async def stop(hub: Hub, token: str) -> bool:
    """Somebody does not look any more; a table that was found meanwhile stays. Was there somebody?"""
    gone = delete(seeks).where(seeks.c.token == keys.hashed(token), seeks.c.table_id.is_(None))
    return await hub.store.change(lambda connection: connection.execute(gone).rowcount > 0)


async def _found(hub: Hub, people: list[Looking], now: float) -> str | None:
    """The table of a group; None if one of them was faster elsewhere."""
    if not people:
        return None
    random.SystemRandom().shuffle(people)
    first = people[0]
    for_ratings = first.person is not None
    wanted = NewTable(game=first.game, seats=[OpenSeat(kind="open") for _ in people], clock=CLOCKS[first.clock], listed=True)
    setup = replace(making.new_setup(wanted), rated=for_ratings, casual=not for_ratings)
    places = [_place(one) for one in people]
    coach = rated.NO_COACH if for_ratings else usual_coach(["person", "open"])
    table = making.new_table(setup, places, coach)

    def stop_looking(connection: Connection) -> None:
        for seat, one in sorted(enumerate(people), key=lambda pair: pair[1].token):
            free = (seeks.c.token == one.token) & seeks.c.table_id.is_(None) & (seeks.c.seen > now - ALIVE)
            if connection.execute(update(seeks).where(free).values(table_id=setup.id, seat=seat)).rowcount != 1:
                raise Taken

    sitting = {seat: one.person for seat, one in enumerate(people) if one.person is not None}
    try:
        made = await hub.create(table, {seat: one.token for seat, one in enumerate(people)}, sitting, stop_looking)
    except Taken:
        return None
    return setup.id if made else None


class Taken(Exception):
    """Somebody of the group has a table already."""


def _place(one: Looking) -> JSON:
    known = {"handle": one.name} if one.person is not None else {}
    added = {"commitment": one.commitment} if one.commitment else {}
    return {"kind": "person", "name": one.name, **known, **added}


async def counts(hub: Hub) -> dict[str, int]:
    """How many look, by game."""
    found: dict[str, int] = {}
    for one in await living(hub, steady.now()):
        found[one.game] = found.get(one.game, 0) + 1
    return found
