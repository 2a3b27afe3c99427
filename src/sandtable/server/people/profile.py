"""A person's page: ratings and how they went, results by number of players and seat, mean scores, accuracy, favourites, the last rated
games. What is shown to others is the person's choice; oneself sees all of it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import orjson
from sqlalchemy import select

from sandtable.kernel.game import JSON
from sandtable.kernel.registry import games, load
from sandtable.kernel.verdict import score_words
from sandtable.kernel.words import LANGUAGES
from sandtable.server.people import accuracy, bonds, choices, rating
from sandtable.server.people.choices import Choices
from sandtable.server.people.here import at_tables, is_here
from sandtable.server.people.ladder import Rating
from sandtable.server.people.persons import Person
from sandtable.server.schema import people, rating_steps, results, tables
from sandtable.server.store import Store
from sandtable.server.tables.status import stamp

LAST = 20
LONGEST_CURVE = 200
LOOKED_AT = 50
"""Games that accuracy is the mean of: the last that have a report."""
FAVOURITES = 3
ALL = dict.fromkeys(choices.PARTS, True)


async def of(store: Store, person: Person, visitor: Person | None, offers: Sequence[JSON]) -> JSON:
    """The page of a person, for a visitor (None: a guest). ``offers``: the tables of the lobby."""
    known = (await store.read(select(people.c.public, people.c.here).where(people.c.id == person.id)))[0]
    own = visitor is not None and visitor.id == person.id
    public = choices.read(known.public)
    apart = visitor is not None and bool(await bonds.apart(store, [person.id, visitor.id]))
    shown = ALL if own else {**public, "here": public["here"] and not apart, "challenges": public["challenges"] and not apart}
    steps = await _steps(store, person.id)
    by_game: defaultdict[str, list[Any]] = defaultdict(list)
    for step in steps:
        by_game[step.game].append(step)
    figures = await accuracy.at(store, [step.table_id for step in steps]) if shown["accuracy"] else {}
    counted = sorted(by_game.items(), key=lambda item: -len(item[1]))
    here = is_here(known.here) if shown["here"] else None
    return {
        "handle": person.handle,
        "since": stamp(person.created)[:10],
        "here": here,
        "plays": (await at_tables(store, [person.id])).get(person.id) if here else None,
        "hidden": [part for part in choices.PARTS if not shown[part]],
        "games": [await _game(store, game, one, person.id, shown, figures) for game, one in counted],
        "last": await _last(store, steps, person.id, shown, figures) if shown["games"] else [],
        "tables": [offer for offer in offers if any(seat["handle"] == person.handle for seat in offer["seats"])] if shown["here"] else [],
        "between": await _between(store, person, visitor) if visitor is not None and not own else None,
    }


async def _steps(store: Store, person: str) -> Sequence[Any]:
    kept = (results.c.table_id, results.c.people, results.c.ranks, results.c.scores, results.c.keepsakes)
    query = select(rating_steps, *kept).join(results, results.c.place == rating_steps.c.place)
    return await store.read(query.where(rating_steps.c.person_id == person).order_by(rating_steps.c.place))


# ---- one game ---------------------------------------------------------------------------------------------------------------------


async def _game(store: Store, game: str, steps: list[Any], person: str, shown: Choices, figures: dict[tuple[str, int], int]) -> JSON:
    latest = steps[-1]
    every = max(1, -(-len(steps) // LONGEST_CURVE))
    return {
        "game": game,
        "rating": rating.shown(Rating(latest.mu, latest.sigma, latest.games)) if shown["ratings"] else None,
        "better_than": await rating.better_than(store, game, latest.mu) if shown["ratings"] and latest.games >= rating.SETTLED else None,
        "curve": [_point(step) for step in (*steps[:-1:every], latest)] if shown["ratings"] else [],
        "played": len(steps),
        "won": sum(step.rank == 1 for step in steps) if shown["results"] else None,
        "results": _results(steps, person) if shown["results"] else [],
        "scores": _scores(game, steps, person) if shown["results"] else [],
        "accuracy": _accuracy(steps, person, figures),
        "favourites": _favourites(game, steps, person) if shown["favourites"] else [],
    }


def _seat(step: Any, person: str) -> int:
    return int(orjson.loads(step.people).index(person))


def _results(steps: list[Any], person: str) -> list[JSON]:
    seats: defaultdict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0])
    for step in steps:
        tally = seats[len(orjson.loads(step.people)), _seat(step, person)]
        tally[0] += 1
        tally[1] += step.rank == 1
    return [{"players": players, "seat": seat, "games": n, "won": won} for (players, seat), (n, won) in sorted(seats.items())]


def _scores(game: str, steps: list[Any], person: str) -> list[JSON]:
    """Mean scores of games that were played out, by number of players."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    for step in steps:
        if step.scores is not None:
            scores = orjson.loads(step.scores)
            found[len(scores)].append(scores[_seat(step, person)])
    told = sorted(found.items())
    return [{"players": n, "games": len(all_), "best": max(all_), **_mean(game, sum(all_) / len(all_))} for n, all_ in told]


def _mean(game: str, mean: float) -> JSON:
    """The figure, and in the words of the game: points, or whatever it counts."""
    known = load(game) if game in games() else None
    rounded = round(mean, 1)
    words = {language: score_words(known, rounded, language) if known else str(rounded) for language in LANGUAGES}
    return {"mean": rounded, "words": words}


def _accuracy(steps: list[Any], person: str, figures: dict[tuple[str, int], int]) -> JSON | None:
    found = [figures[place] for step in reversed(steps) if (place := (step.table_id, _seat(step, person))) in figures][:LOOKED_AT]
    return {"mean": round(sum(found) / len(found)), "games": len(found)} if found else None


def _favourites(game: str, steps: list[Any], person: str) -> list[JSON]:
    """What the person had most often at the end of a game, in the words of the game."""
    counts: Counter[str] = Counter()
    for step in steps:
        kept = orjson.loads(step.keepsakes) if step.keepsakes else []
        if kept:
            counts.update(kept[_seat(step, person)])
    if game not in games():
        return []
    known = load(game)
    most = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:FAVOURITES]
    return [{"key": key, "times": n, "names": {lang: known.keepsake_name(key, lang) for lang in LANGUAGES}} for key, n in most]


def _point(step: Any) -> JSON:
    reached = Rating(step.mu, step.sigma, step.games)
    return {"at": stamp(step.at), "points": reached.points, "spread": reached.spread}


# ---- the last games, and those together -------------------------------------------------------------------------------------------


async def _last(store: Store, steps: Sequence[Any], person: str, shown: Choices, figures: dict[tuple[str, int], int]) -> list[JSON]:
    """The last games, newest first: with whom, which place, how many points it brought."""
    recent = steps[-LAST:]
    met = {other for step in recent for other in orjson.loads(step.people) if other is not None}
    named = {r.id: r.handle for r in await store.read(select(people.c.id, people.c.handle).where(people.c.id.in_(met)))}
    there = {r.id for r in await store.read(select(tables.c.id).where(tables.c.id.in_([step.table_id for step in recent])))}
    before: dict[str, int] = {}
    told = []
    for step in steps:
        points = Rating(step.mu, step.sigma, step.games).points
        sitting, seat = orjson.loads(step.people), _seat(step, person)
        change = points - before.get(step.game, Rating().points)
        before[step.game] = points
        scores = orjson.loads(step.scores) if step.scores else None
        told.append(
            {
                "table": step.table_id,
                "game": step.game,
                "at": stamp(step.at),
                "rank": step.rank,
                "players": len(sitting),
                "others": [named.get(other) for other in sitting if other != person],
                "change": change if shown["ratings"] else None,
                "score": scores[seat] if scores and shown["results"] else None,
                "accuracy": figures.get((step.table_id, seat)),
                "kept": step.table_id in there,
            }
        )
    return told[: -LAST - 1 : -1]


async def _between(store: Store, person: Person, visitor: Person) -> JSON:
    """What only the visitor sees: following, blocking, a note, and the rated games of the two."""
    mine, theirs = rating_steps.alias("mine"), rating_steps.alias("theirs")
    query = select(mine.c.rank.label("own"), theirs.c.rank.label("other"), results.c.table_id, results.c.game, results.c.at)
    query = query.join(theirs, theirs.c.place == mine.c.place).join(results, results.c.place == mine.c.place)
    met = await store.read(query.where(mine.c.person_id == visitor.id, theirs.c.person_id == person.id).order_by(mine.c.place.desc()))
    return {
        **await bonds.between(store, visitor.id, person.id),
        "won": sum(r.own < r.other for r in met),
        "lost": sum(r.own > r.other for r in met),
        "games": [{"table": r.table_id, "game": r.game, "at": stamp(r.at)} for r in met[:LAST]],
    }
