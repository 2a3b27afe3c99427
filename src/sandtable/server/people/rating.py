"""Ratings in the database: results wait until they are counted, one after another in an order that is kept; all can be computed again.

A result is written together with the end of its game. Counting is done by one process at a time, whichever comes first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import orjson
from sqlalchemy import Connection, Executable, delete, func, insert, select, text, update

from sandtable.kernel.game import JSON
from sandtable.kernel.registry import games, load
from sandtable.server.people.ladder import RECENT, Ladder, Rating, Step, meeting
from sandtable.server.schema import holders, people, rating_steps, ratings, results
from sandtable.server.store import Store
from sandtable.server.tables.table import Table

LOCK = 0x52415445
SETTLED = 10
"""Games after which somebody stands in the leaderboard."""
MOST_LEADERS = 100


def result_of(table: Table) -> Executable:
    """The change that keeps the result of a rated game that has just ended."""
    assert table.state is not None
    kept = {
        "ranks": table.rated_ranks,
        "scores": table.result["scores"] if table.result is not None and table.result["reason"] == "end" else None,
        "keepsakes": table.game.keepsakes(table.state.position()),
    }
    told = {name: orjson.dumps(value).decode() for name, value in kept.items() if value is not None}
    return insert(results).values(table_id=table.id, game=table.setup.game, at=table.changed, **told)


# ---- counting ---------------------------------------------------------------------------------------------------------------------


async def count(store: Store) -> int:
    """Counts every result that waits; how many there were."""
    waiting = await store.read(select(func.count()).select_from(results).where(results.c.place.is_(None)))
    return await store.change(_count) if waiting[0][0] else 0


def _alone(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))


def _count(connection: Connection) -> int:
    _alone(connection)
    waiting = connection.execute(select(results).where(results.c.place.is_(None)).order_by(results.c.at, results.c.table_id)).all()
    place = connection.execute(select(func.max(results.c.place))).scalar_one() or 0
    for result in waiting:
        place += 1
        held = connection.execute(select(holders.c.seat, holders.c.person_id).where(holders.c.table_id == result.table_id))
        sitting = {r.seat: r.person_id for r in held}
        ranks = orjson.loads(result.ranks)
        seats = [sitting.get(seat) for seat in range(len(ranks))]
        counted = update(results).where(results.c.table_id == result.table_id).values(place=place, people=orjson.dumps(seats).decode())
        connection.execute(counted)
        known = [person for person in seats if person is not None]
        steps = _ladder(connection, result.game, known, place).rate(seats, ranks)
        _keep(connection, result, place, steps)
    return len(waiting)


def _ladder(connection: Connection, game: str, known: Sequence[str], place: int) -> Ladder:
    """What the ladder knows about these people."""
    ladder = Ladder()
    stored = select(ratings).where(ratings.c.game == game, ratings.c.person_id.in_(known))
    ladder.ratings = {r.person_id: Rating(r.mu, r.sigma, r.games) for r in connection.execute(stored)}
    for person in known:
        steps = select(rating_steps.c.place).where(rating_steps.c.person_id == person, rating_steps.c.game == game)
        last = steps.where(rating_steps.c.place < place).order_by(rating_steps.c.place.desc()).limit(RECENT)
        games = connection.execute(select(results).where(results.c.place.in_(last.scalar_subquery())).order_by(results.c.place)).all()
        ladder.recent[person].extend(meeting(person, orjson.loads(r.people), orjson.loads(r.ranks)) for r in games)
    return ladder


def _keep(connection: Connection, result: Any, place: int, steps: list[Step]) -> None:
    for step in steps:
        after = {"mu": step.after.mu, "sigma": step.after.sigma, "games": step.after.games}
        facts = {"person_id": step.person, "game": result.game}
        connection.execute(delete(ratings).where(ratings.c.person_id == step.person, ratings.c.game == result.game))
        connection.execute(insert(ratings).values(**facts, **after))
        kept = {**facts, **after, "place": place, "weight": step.weight, "rank": step.rank, "at": result.at}
        connection.execute(insert(rating_steps).values(**kept))


# ---- once more from the beginning -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Recomputed:
    """``different``: ratings that did not come out bit for bit as they were stored; they are now what the results say."""

    games: int
    people: int
    different: int


def recompute(connection: Connection) -> Recomputed:
    """Everything from the stored results."""
    _alone(connection)
    before = {(r.person_id, r.game): (r.mu, r.sigma, r.games) for r in connection.execute(select(ratings))}
    ladders: defaultdict[str, Ladder] = defaultdict(Ladder)
    connection.execute(delete(ratings))
    connection.execute(delete(rating_steps))
    counted = connection.execute(select(results).where(results.c.place.is_not(None)).order_by(results.c.place)).all()
    for result in counted:
        steps = ladders[result.game].rate(orjson.loads(result.people), orjson.loads(result.ranks))
        _keep(connection, result, result.place, steps)
    now = {(p, game): (r.mu, r.sigma, r.games) for game, ladder in ladders.items() for p, r in ladder.ratings.items()}
    different = sum(before.get(key) != now.get(key) for key in before.keys() | now.keys())
    return Recomputed(len(counted), len(now), different)


def feeding(connection: Connection) -> list[tuple[str, str, int]]:
    """Who was damped: game, handle (or what is left of one), in how many games; most first."""
    damped = select(rating_steps.c.game, rating_steps.c.person_id, people.c.handle, func.count().label("games"))
    damped = damped.join(people, people.c.id == rating_steps.c.person_id).where(rating_steps.c.weight < 1.0)
    grouped = damped.group_by(rating_steps.c.game, rating_steps.c.person_id, people.c.handle)
    found = [(r.game, r.handle or f"({r.person_id})", r.games) for r in connection.execute(grouped)]
    return sorted(found, key=lambda line: (-line[2], line))


# ---- shown ------------------------------------------------------------------------------------------------------------------------


def shown(rating: Rating) -> JSON:
    return {"points": rating.points, "spread": rating.spread, "games": rating.games, "settled": rating.games >= SETTLED}


async def of_people(store: Store, persons: Sequence[str]) -> dict[str, dict[str, Rating]]:
    """The ratings of some people, by game."""
    found: defaultdict[str, dict[str, Rating]] = defaultdict(dict)
    for r in await store.read(select(ratings).where(ratings.c.person_id.in_(persons))):
        found[r.person_id][r.game] = Rating(r.mu, r.sigma, r.games)
    return found


async def leaders(store: Store, game: str) -> list[JSON]:
    """The strongest in a game, of those who have played enough; whoever is less sure stands lower."""
    query = select(ratings, people.c.handle).join(people, people.c.id == ratings.c.person_id)
    there = people.c.handle.is_not(None) & people.c.banned.is_(None)
    public = people.c.public.is_(None) | people.c.public.not_like('%"ratings":false%')
    query = query.where(ratings.c.game == game, ratings.c.games >= SETTLED, there, public)
    found = await store.read(query.order_by((ratings.c.mu - ratings.c.sigma).desc(), people.c.handle).limit(MOST_LEADERS))
    return [{"handle": r.handle, **shown(Rating(r.mu, r.sigma, r.games))} for r in found]


async def better_than(store: Store, game: str, mu: float) -> int | None:
    """What part of those who have played enough stands lower, in percent; None where there are too few to say."""
    counted = select(func.count(), func.count().filter(ratings.c.mu < mu)).where(ratings.c.game == game, ratings.c.games >= SETTLED)
    everybody, lower = (await store.read(counted))[0]
    return round(100 * lower / everybody) if everybody >= SETTLED else None


@cache
def bots(game: str) -> dict[str, int]:
    """The points of bots on the same scale, from games of the arena; the one in the middle stands where people begin."""
    found = load(game).data("ratings") if game in games() else None
    return {level: int(points) for level, points in (found or {}).items()}


def equal_bot(game: str, points: int) -> JSON | None:
    """The bot whose strength is nearest."""
    known = bots(game)
    level = min(known, key=lambda each: (abs(known[each] - points), each), default=None)
    return None if level is None else {"level": level, "points": known[level]}
