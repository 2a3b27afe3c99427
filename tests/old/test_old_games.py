"""Records and positions of the version before replay to the same bytes."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sandtable import Record, State, games, jit, load
from tests.old import files
from tests.old.make import FURTHER

GAMES: dict[str, Any] = files.read_json(files.GAMES)
NAMES = list(GAMES)


def kept(name: str, what: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = GAMES[name][what]
    return found


def each(what: str) -> list[Any]:
    """One case for every thing that was kept."""
    return [pytest.param(name, number, id=f"{name}-{number}") for name in NAMES for number in range(len(kept(name, what)))]


def same(state: State, before: dict[str, Any]) -> None:
    now = files.facts(state)
    if jit.WIDE:
        now["bytes"] = before["bytes"]  # other bytes for the same numbers
    assert now == {key: before[key] for key in now}


def test_the_games_are_still_there() -> None:
    assert set(NAMES) <= set(games())


@pytest.mark.parametrize(("name", "number"), each("records"))
def test_a_record_replays_to_the_same_bytes(name: str, number: int) -> None:
    before = kept(name, "records")[number]
    record = Record.parse(before["record"])
    same(record.final(), before)
    assert str(record) == before["record"]


@pytest.mark.parametrize(("name", "number"), each("positions"))
def test_a_position_is_read_to_the_same_bytes_and_goes_on_the_same_way(name: str, number: int) -> None:
    before = kept(name, "positions")[number]
    state = load(before["game"]).position(before["position"], seed=before["seed"])
    same(state, before)
    assert files.missing(before["read"], state.position()) == []
    views = [state.view(seat) for seat in [*range(state.players), None]]
    assert files.missing(before["views"], views) == []
    rng = random.Random(before["seed"])
    for _ in range(FURTHER):
        if not state.over:
            state.play(rng.choice(state.legal.ids.tolist()))
    same(state, before["after"])
