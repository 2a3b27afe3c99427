"""Turns in one sentence: told later, they are what was told when they happened."""

from __future__ import annotations

import random

import pytest

import sandtable
from sandtable.coach.turns import turn_key
from sandtable.kernel.game import JSON
from sandtable.server.tables import hearing, updates


@pytest.mark.parametrize("game", ["five-tribes", "targui", "tuareg"])
@pytest.mark.parametrize("seat", [0, None])
def test_a_turn_is_told_as_it_was_whatever_happened_since(game: str, seat: int | None) -> None:
    state, rng = sandtable.load(game).new(3, seed=5), random.Random(5)
    starts: list[int] = []
    live: dict[int, JSON] = {}
    key = turn_key(state)
    while not state.over and len(starts) < 160:
        before = key
        state.play(rng.choice(state.legal.ids.tolist()))
        starts.append(starts[-1] if starts and before == last else state.number - 1)  # noqa: F821 (set below before it is read)
        last = before
        key = turn_key(state)
        told = updates.told_turns(state, starts, seat, False, starts[-1], key != before)[-1]
        live[told["first"]] = told
    if state.over:
        live.pop(starts[-1])
    later = {told["first"]: told for told in updates.told_turns(state, starts, seat, False, 0, key != last)}
    assert len(live) > 10
    for first, told in live.items():
        assert {**later[first], "done": True} == {**told, "done": True}


@pytest.mark.parametrize("game", ["five-tribes", "targui", "tuareg"])
def test_what_is_remembered_of_an_event_is_what_its_seat_is_told(game: str) -> None:
    """Also of plain events, which are told without a look at the game: to every seat what it may know, and no more."""
    state, rng = sandtable.load(game).new(3, seed=6), random.Random(6)
    for _ in range(120):
        before = state.event_count
        state.play(rng.choice(state.legal.ids.tolist()))
        for seat in (0, 1, 2, None):
            heard = [{"place": told.place, "decision": told.decision, **told.event} for told in hearing.tell(state, before, seat)]
            assert heard == state.events(before, seat)
