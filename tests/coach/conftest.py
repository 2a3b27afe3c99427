"""Games that are looked at: played by bots bounded by simulations, so always the same."""

from __future__ import annotations

import random
from functools import cache

import pytest

from sandtable import Record, games
from sandtable.arena.match import Job, play
from sandtable.coach import Report, report

QUICK = 50
"""The fewest simulations there can be."""


@cache
def game_of(name: str, seats: tuple[str, ...], seed: int = 5) -> Record:
    return Record.parse(play(Job(0, 0, name, {}, seed, seats)).record)


@cache
def looked_at(name: str) -> Report:
    """The beginning of a game of somebody who plays well and somebody who plays at random."""
    return report(cut(game_of(name, ("level3", "random")), 100), depth=QUICK)


@pytest.fixture(params=games())
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def cut(record: Record, decisions: int) -> Record:
    """The beginning of a game."""
    return Record(record.game, record.players, record.options, record.seed, record.commitment, record.seats, record.decisions[:decisions])


def ending(record: Record, decisions: int) -> Record:
    """A game that begins so many decisions before the end of another one, and is played to its end at random."""
    last = len(record.decisions) - decisions
    begun = next(state.copy() for number, state in enumerate(record.states()) if number == last)
    state, rng = record.game.position(begun.position(), 1), random.Random(1)
    while not state.over:
        state.play(rng.choice(state.legal.ids.tolist()))
    return Record.of(state, record.seats)
