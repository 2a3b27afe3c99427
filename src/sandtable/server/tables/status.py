"""The public facts of a table: the same for everybody, and what lists and the database's own line of a table say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from datetime import UTC, datetime
from functools import lru_cache

from sandtable.kernel import seeds
from sandtable.kernel.game import JSON
from sandtable.kernel.words import LANGUAGES
from sandtable.server import bots
from sandtable.server.tables.facts import Seat
from sandtable.server.tables.hearing import seat_marks
from sandtable.server.tables.messages import encode, kept
from sandtable.server.tables.table import Table


@lru_cache(1_000)
def stamp(seconds: float) -> str:
    """A time as text."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def status(table: Table, now: float, here: Iterable[int] = ()) -> JSON:
    """The public facts: the same for everybody."""
    return {**_constant(table), **_lasting(table), "seats": seats(table.seats, frozenset(here)), "clock": _clock(table, now)}


def status_text(table: Table, now: float, here: Iterable[int] = ()) -> bytes:
    """The same as it is sent. What never changes is written once, and what lasts until something happens once for all who ask."""
    if table.constant is None:
        table.constant = kept(_constant(table))
    if table.lasting is None:
        table.lasting = kept(_lasting(table))
    clock = b"null" if table.setup.clock is None else encode(_clock(table, now))
    sitting = _sitting(tuple(table.seats), frozenset(here))
    return b'%b,%b,"seats":%b,"clock":%b}' % (table.constant[:-1], table.lasting[1:-1], sitting, clock)


def _clock(table: Table, now: float) -> JSON | None:
    if table.setup.clock is None:
        return None
    left = [round(x, 3) if seat.kind in ("person", "program") else None for seat, x in zip(table.seats, table.timing.left, strict=False)]
    return {**table.setup.clock.to_json(), "left": left, "since": stamp(table.timing.since), "now": stamp(now)}


def _lasting(table: Table) -> JSON:
    """What is told of a table until something happens there."""
    return {
        "phase": table.phase,
        "coach": table.coach,
        "talk": table.talk,
        "draw": draw(table),
        "changed": stamp(table.changed),
        "to_decide": table.to_decide,
        "decisions": table.decisions,
        "asks": [
            {
                "ask": ask.number,
                "kind": ask.kind,
                "seat": ask.seat,
                "to": ask.to,
                "level": ask.level,
                "coach": ask.coach,
                "agreed": list(ask.agreed),
                "waiting": list(ask.waiting),
            }
            for ask in table.asks
        ],
        "result": _result(table),
        "rematch": table.rematch,
    }


def _constant(table: Table) -> JSON:
    """What never changes about a table."""
    setup = table.setup
    return {
        "table": setup.id,
        "game": setup.game,
        "options": setup.options,
        "players": setup.players,
        "casual": setup.casual,
        "listed": setup.listed,
        "rated": setup.rated,
        "deal": setup.deal,
        "spectators": setup.spectators,
        "prepared": table.prepared,
        "commitment": seeds.commitment(setup.seed),
        "created": stamp(setup.created),
    }


def draw(table: Table) -> JSON | None:
    """How the deal is drawn: the fingerprints, and once it is drawn the parts; None if only the server draws."""
    stage = table.draw_stage
    if stage is None:
        return None
    parts = [
        None if seat.part is None else {"commitment": seat.part.commitment, "part": seat.part.value if stage == "drawn" else None}
        for seat in table.seats
    ]
    return {"stage": stage, "round": table.draw_round, "waiting": table.draw_waits_for, "parts": parts}


def _result(table: Table) -> JSON | None:
    """How the game ended; of one that was played out, what decided it, in every language: ``{0}`` stands for the name of seat 0."""
    result, state = table.result, table.state
    if result is None or state is None or result["reason"] != "end":
        return result
    return {**result, "words": {language: state.game.verdict(state, language, seat_marks(state.players)) for language in LANGUAGES}}


@lru_cache(1_000)
def _sitting(places: tuple[Seat, ...], present: frozenset[int]) -> bytes:
    """Who sits where, as it is sent: that seldom changes."""
    return kept(seats(places, present))


def seats(places: Sequence[Seat], present: Set[int]) -> list[JSON]:
    """Who sits where. Bots have names of their own in every language; those of one level are counted."""
    bot_levels = [place.level for place in places if place.kind == "bot"]
    met: Counter[str | None] = Counter()
    told = []
    for number, place in enumerate(places):
        names = None
        if place.kind == "bot" and place.level is not None:
            met[place.level] += 1
            count = f" {met[place.level]}" if bot_levels.count(place.level) > 1 else ""
            names = {language: f"{words['name']}{count}" for language, words in bots.words(place.level).items()}
        here = place.kind == "bot" or number in present
        facts = {"seat": number, "kind": place.kind, "name": place.name, "handle": place.handle, "names": names, "level": place.level}
        told.append({**facts, "away": place.away, "here": here})
    return told
