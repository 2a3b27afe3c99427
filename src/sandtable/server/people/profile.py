"""What everybody may see of a person: ratings and how they went, results by number of players and seat, the last rated games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import orjson
from sqlalchemy import select

from sandtable.kernel.game import JSON
from sandtable.server.people import rating
from sandtable.server.people.ladder import Rating
from sandtable.server.people.persons import Person
from sandtable.server.schema import people, rating_steps, results
from sandtable.server.store import Store
from sandtable.server.tables.updates import stamp

LAST = 20
LONGEST_CURVE = 200


async def of(store: Store, person: Person) -> JSON:
    """The page of a person."""
    query = select(rating_steps, results.c.table_id, results.c.people, results.c.ranks).join(
        results, results.c.place == rating_steps.c.place
    )
    steps = await store.read(query.where(rating_steps.c.person_id == person.id).order_by(rating_steps.c.place))
    by_game: defaultdict[str, list[Any]] = defaultdict(list)
    for step in steps:
        by_game[step.game].append(step)
    return {
        "handle": person.handle,
        "since": stamp(person.created)[:10],
        "games": [_game(game, own, person.id) for game, own in sorted(by_game.items(), key=lambda item: -len(item[1]))],
        "last": await _last(store, steps, person.id),
    }


def _game(game: str, steps: list[Any], person: str) -> JSON:
    latest = steps[-1]
    seats: defaultdict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0])
    for step in steps:
        sitting = orjson.loads(step.people)
        tally = seats[len(sitting), sitting.index(person)]
        tally[0] += 1
        tally[1] += step.rank == 1
    every = max(1, -(-len(steps) // LONGEST_CURVE))
    return {
        "game": game,
        "rating": rating.shown(Rating(latest.mu, latest.sigma, latest.games)),
        "won": sum(step.rank == 1 for step in steps),
        "curve": [_point(step) for step in (*steps[:-1:every], latest)],
        "results": [{"players": players, "seat": seat, "games": n, "won": won} for (players, seat), (n, won) in sorted(seats.items())],
    }


def _point(step: Any) -> JSON:
    reached = Rating(step.mu, step.sigma, step.games)
    return {"at": stamp(step.at), "points": reached.points, "spread": reached.spread}


async def _last(store: Store, steps: Sequence[Any], person: str) -> list[JSON]:
    """The last games, newest first: with whom, which place, how many points it brought."""
    met = {other for step in steps[-LAST:] for other in orjson.loads(step.people) if other is not None}
    named = {r.id: r.handle for r in await store.read(select(people.c.id, people.c.handle).where(people.c.id.in_(met)))}
    before: dict[str, int] = {}
    told = []
    for step in steps:
        points = Rating(step.mu, step.sigma, step.games).points
        others = [named.get(other) for other in orjson.loads(step.people) if other != person]
        change = points - before.get(step.game, Rating().points)
        before[step.game] = points
        facts = {"table": step.table_id, "game": step.game, "at": stamp(step.at), "rank": step.rank, "players": len(others) + 1}
        told.append({**facts, "others": others, "change": change})
    return told[: -LAST - 1 : -1]
