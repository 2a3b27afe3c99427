"""Games that are looked at: played by bots bounded by simulations, so always the same."""

from __future__ import annotations

from functools import cache

import pytest

from sandtable import Record, games
from sandtable.arena.match import Job, play


@cache
def game_of(name: str, seats: tuple[str, ...], seed: int = 5) -> Record:
    return Record.parse(play(Job(0, 0, name, {}, seed, seats)).record)


@pytest.fixture(params=games())
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def cut(record: Record, decisions: int) -> Record:
    """The beginning of a game."""
    return Record(record.game, record.players, record.options, record.seed, record.commitment, record.seats, record.decisions[:decisions])
