"""What each pair of eyes was told of the last turn. An event is told and put into words once: the next decision only adds its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import orjson

from sandtable.kernel.game import JSON
from sandtable.kernel.registry import load
from sandtable.kernel.state import State
from sandtable.kernel.words import LANGUAGES

MOST = 64
"""Events that are kept for eyes that may have left."""
WHEN = ("place", "decision")
"""Which event of the game it is: no sentence says that."""


@dataclass(frozen=True, slots=True)
class Told:
    """An event as somebody was told it."""

    place: int
    decision: int
    event: JSON
    """With its sentence in every language. Nobody changes it."""
    alike: bytes
    """The same for everybody who was told the same."""


@dataclass(frozen=True, slots=True)
class Heard:
    """The events from ``first`` on, up to ``until``."""

    first: int
    until: int
    told: Sequence[Told]

    def since(self, first: int) -> Sequence[Told]:
        if not self.told or self.told[0].place >= first:
            return self.told
        return [told for told in self.told if told.place >= first]


def remembered(heard: dict[int | None, Heard]) -> dict[int | None, Heard]:
    """What is kept for the next decision: not the whole game of somebody who looked in and left."""
    return {eyes: known for eyes, known in heard.items() if len(known.told) <= MOST}


def tell(state: State, since: int, seat: int | None, everything: bool = False) -> list[Told]:
    """The events from number ``since`` on, as told to ``seat``."""
    return [_told(state, event) for event in state.events(since, seat, everything)]


def hear_on(known: Heard | None, state: State, seat: int | None, since: int, turn: int) -> Heard:
    """What ``seat`` was told from number ``since`` on, and at least from ``turn``, where the last turn begins; ``known``: what it was told
    before."""
    first = min(since, turn)
    if known is None or known.first > first:
        return Heard(first, state.event_count, tell(state, first, seat))
    return Heard(first, state.event_count, [*known.since(first), *tell(state, known.until, seat)])


def _told(state: State, event: JSON) -> Told:
    alike = orjson.dumps({name: value for name, value in event.items() if name not in WHEN})
    return Told(event["place"], event["decision"], {**event, "words": _words(state, event, alike)}, alike)


def in_words(state: State, event: JSON) -> JSON:
    """An event as it was told to somebody, with its sentence in every language: ``{0}`` stands for the name of seat 0."""
    return _told(state, event).event


def _words(state: State, event: JSON, alike: bytes) -> dict[str, str]:
    if state.over and event["event"] == state.game.closing:
        return {language: state.say(event, language, seat_marks(state.players)) for language in LANGUAGES}
    return _sentences(state.game.id, state.players, alike)


@lru_cache(2_000)
def _sentences(game: str, players: int, event: bytes) -> dict[str, str]:
    """What a sentence says depends on the event as it was told, and on nothing else: told alike, it is said alike. Nobody changes it."""
    told = {"place": 0, "decision": 0, **orjson.loads(event)}
    return {language: load(game).sentence(told, language, seat_marks(players)) for language in LANGUAGES}


@cache
def seat_marks(players: int) -> list[str]:
    """Names of the seats in sentences; whoever shows them fills in the real ones."""
    return [f"{{{seat}}}" for seat in range(players)]
