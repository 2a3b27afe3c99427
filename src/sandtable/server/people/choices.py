"""What everybody may see of a person is the person's choice. Whoever has chosen nothing shows all of it; oneself sees everything."""

from __future__ import annotations

import orjson
from sqlalchemy import select, update

from sandtable.server.people.persons import Person
from sandtable.server.schema import people
from sandtable.server.store import Store

PARTS = ("ratings", "results", "accuracy", "favourites", "games", "here", "challenges")
"""Ratings with their curves and the leaderboard; results by players and seat with mean scores; accuracy; favourites; the last games; being
here with the own open tables; and whether one may be challenged."""
Choices = dict[str, bool]


def read(stored: str | None) -> Choices:
    chosen = orjson.loads(stored) if stored else {}
    return {part: bool(chosen.get(part, True)) for part in PARTS}


async def of(store: Store, person: str) -> Choices:
    found = await store.read(select(people.c.public).where(people.c.id == person))
    return read(found[0].public if found else None)


async def change(store: Store, person: Person, wanted: Choices) -> Choices:
    """What is left out stays as it is."""
    chosen = {**await of(store, person.id), **wanted}
    changing = update(people).where(people.c.id == person.id).values(public=orjson.dumps(chosen).decode())
    await store.change(lambda connection: connection.execute(changing))
    return chosen
