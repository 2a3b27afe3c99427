"""What each pair of eyes was told of the last turn. An event is told and put into words once: the next decision only adds its own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import orjson

from sandtable.kernel.game import JSON
from sandtable.kernel.registry import load
from sandtable.kernel.state import State
from sandtable.kernel.words import LANGUAGES
from sandtable.server.tables.messages import kept

MOST = 64
"""Events that are kept for eyes that may have left."""
WHEN = ("place", "decision")
"""Which event of the game it is: no sentence says that."""


class Told(NamedTuple):
    """An event as somebody was told it."""

    place: int
    decision: int
    event: JSON
    """Nobody changes it."""
    alike: bytes
    """The same as text: the same for everybody who was told the same."""
    words: bytes
    """Its sentence in every language."""

    @property
    def message(self) -> bytes:
        """All of it, as it is sent."""
        return b'{"place":%d,"decision":%d,%b,"words":%b}' % (self.place, self.decision, self.alike[1:-1], self.words)


class Heard(NamedTuple):
    """The events from ``first`` on, up to ``until``; ``alike``: the same for everybody who was told the same."""

    first: int
    until: int
    told: Sequence[Told]
    alike: bytes

    def since(self, first: int) -> Sequence[Told]:
        if not self.told or self.told[0].place >= first:
            return self.told
        return [told for told in self.told if told.place >= first]


def remembered(heard: dict[int | None, Heard]) -> dict[int | None, Heard]:
    """What is kept for the next decision: not the whole game of somebody who looked in and left."""
    return {eyes: known for eyes, known in heard.items() if len(known.told) <= MOST}


def tell(state: State, since: int, seat: int | None, everything: bool = False) -> list[Told]:
    """The events from number ``since`` on, as told to ``seat``."""
    if not state.game.plain_events or everything or state.over:
        return [_told(state, *told) for told in state.told(since, seat, everything)]
    game, players, found = state.game.id, state.players, []
    for place, decision, raw in state.happened(since):
        told = _plainly(game, players, raw)[players if seat is None else seat]
        if told is not None:
            found.append(Told(place, decision, *told))
    return found


@lru_cache(2_000)
def _plainly(game: str, players: int, raw: tuple[int, ...]) -> list[tuple[JSON, bytes, bytes] | None]:
    """What every seat, and last a spectator, is told of an event while the game goes on, where nothing else matters; None: nothing. Nobody
    changes it."""
    found: list[tuple[JSON, bytes, bytes] | None] = []
    for seat in (*range(players), None):
        event = load(game).tell({"players": players}, raw, seat, False)
        alike = None if event is None else kept(event)
        found.append(None if event is None or alike is None else (event, alike, _sentences(game, players, alike)))
    return found


def hear_on(known: Heard | None, state: State, seat: int | None, since: int, turn: int) -> Heard:
    """What ``seat`` was told from number ``since`` on, and at least from ``turn``, where the last turn begins; ``known``: what it was told
    before."""
    first = min(since, turn)
    if known is None or known.first > first:
        told = tell(state, first, seat)
        return Heard(first, state.event_count, told, joined(told))
    new, before = tell(state, known.until, seat), known.since(first)
    if before is not known.told:
        told = [*before, *new]
        return Heard(first, state.event_count, told, joined(told))
    alike = b",".join([known.alike, *[one.alike for one in new]]) if known.told else joined(new)
    return Heard(known.first, state.event_count, [*before, *new], alike)


def joined(told: Sequence[Told]) -> bytes:
    return b",".join([one.alike for one in told])


def _told(state: State, place: int, decision: int, event: JSON) -> Told:
    alike = kept(event)
    return Told(place, decision, event, alike, _words(state, event, alike))


def in_words(state: State, event: JSON) -> JSON:
    """An event as it was told to somebody, with its sentence in every language: ``{0}`` stands for the name of seat 0."""
    alike = orjson.dumps({name: value for name, value in event.items() if name not in WHEN})
    return {**event, "words": orjson.loads(_words(state, event, alike))}


def _words(state: State, event: JSON, alike: bytes) -> bytes:
    if event["event"] == state.game.closing and state.over:
        return kept({language: state.say(event, language, seat_marks(state.players)) for language in LANGUAGES})
    return _sentences(state.game.id, state.players, alike)


@lru_cache(2_000)
def _sentences(game: str, players: int, event: bytes) -> bytes:
    """What a sentence says depends on the event as it was told, and on nothing else: told alike, it is said alike."""
    told = {"place": 0, "decision": 0, **orjson.loads(event)}
    return kept({language: load(game).sentence(told, language, seat_marks(players)) for language in LANGUAGES})


@cache
def seat_marks(players: int) -> list[str]:
    """Names of the seats in sentences; whoever shows them fills in the real ones."""
    return [f"{{{seat}}}" for seat in range(players)]
