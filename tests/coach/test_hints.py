"""Hints: three steps that mean the same turn, with real reasons, from the seat's knowledge alone."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from sandtable import games, load
from sandtable.coach import analyse, hint, hint_steps, turn_key
from sandtable.kernel.conformance import walk
from sandtable.kernel.state import State
from sandtable.kernel.words import LANGUAGES

DEPTH = 60


def choices(name: str, players: int, seed: int, every: int) -> list[State]:
    """Positions of a random game where a turn begins and there is something to choose."""
    found, key = [], None
    for state in walk(load(name).new(players, seed), random.Random(seed)):
        now = turn_key(state)
        if now != key and now is not None and len(state.legal) > 1:
            found.append(state.copy())
        key = now
    return found[::every]


@pytest.mark.parametrize("name", games())
def test_hints_do_not_depend_on_hidden_facts(name: str) -> None:
    game = load(name)
    generator, different = np.random.default_rng(4), 0
    for players in (game.players[0], game.players[-1]):
        for state in choices(name, players, 21, 13)[:3]:
            seat = state.seat
            assert seat is not None
            world = state.redeal(seat, generator)
            different += world.record.tobytes() != state.record.tobytes()
            assert hint_steps(state, seat, depth=DEPTH) == hint_steps(world, seat, depth=DEPTH)
    assert different >= 4


@pytest.mark.parametrize("name", games())
def test_the_steps_tell_more_and_more_of_one_turn(name: str) -> None:
    for state in choices(name, load(name).players[-1], 5, 9)[:5]:
        seat = state.seat
        assert seat is not None
        first, second, third = hint_steps(state, seat, depth=DEPTH, seed=3)
        assert (first["turn"], second["turn"]) == (None, None)
        turn = third["turn"]
        assert third["keys"] == turn["keys"]
        assert set(second["keys"]) <= set(turn["keys"])
        for told in (first, second, third):
            assert set(told["words"]) == set(LANGUAGES)
            assert not any("{" in text or "None" in text for text in told["words"].values())
        for language in LANGUAGES:
            assert turn["words"][language] in third["words"][language] or name == "five-tribes"
            assert len(first["words"][language]) < len(third["words"][language])
        after = state.copy()
        for text in turn["texts"]:
            after.play(text)


@pytest.mark.parametrize("name", games())
def test_there_is_a_hint_for_every_decision(name: str) -> None:
    """Also within a turn: how many, whom, which card, fight on or not."""
    kinds: set[tuple[str, ...]] = set()
    for state in walk(load(name).new(load(name).players[0], 31), random.Random(31)):
        asked = tuple(sorted({action.kind for action in state.legal})) if not state.over else ()
        if asked in kinds or len(kinds) > 12 or not asked:
            continue
        kinds.add(asked)
        assert state.seat is not None
        for told in hint_steps(state, state.seat, depth=50):
            words = told["words"]
            assert all(words.values())
            assert not any("{" in text or "None" in text for text in words.values())
    assert len(kinds) > 5


def test_a_nudge_names_the_tile_where_the_move_ends() -> None:
    state = next(s for s in choices("five-tribes", 2, 2, 1) if any(action.kind == "lift" for action in s.legal))
    seat = state.seat
    assert seat is not None
    nudge, aim, whole = hint_steps(state, seat, depth=200)
    path = whole["turn"]["path"]
    assert nudge["keys"] == [f"tile:{path[-1]}"]
    assert path[-1] in nudge["words"]["en"]
    assert path[0] not in nudge["words"]["en"]
    assert aim["keys"] == [f"tile:{path[0]}", f"tile:{path[-1]}"]
    assert whole["words"]["en"].startswith(f"Lift {path[0]}: ")
    assert whole["words"]["de"].startswith(f"Nimm {path[0]} auf: ")
    assert "Your chance to win with it: " in whole["words"]["en"]


def test_a_single_option_is_said_to_be_one() -> None:
    state = next(s for s in walk(load("targui").new(2, 3), random.Random(1)) if not s.over and len(s.legal) == 1)
    seat = state.seat
    assert seat is not None
    assert hint(state, seat, 1)["words"]["en"] == "There is only one thing you can do here."


def test_bad_questions_are_refused() -> None:
    state = load("tuareg").new(2, 3, start=0)
    with pytest.raises(ValueError, match="steps 1, 2 and 3"):
        hint(state, 0, 4)
    with pytest.raises(ValueError, match="Seat 1 has nothing to decide"):
        hint(state, 1, 1)


@pytest.mark.parametrize("name", games())
def test_one_thought_is_told_three_times(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for one step after the other hears the same."""
    state = choices(name, 3, 5, 9)[1]
    assert state.seat is not None
    thoughts = []

    def counted(*args: Any, **more: Any) -> Any:
        thoughts.append(args)
        return analyse(*args, **more)

    monkeypatch.setattr("sandtable.coach.hints.analyse", counted)
    told = hint_steps(state, state.seat, depth=DEPTH)
    assert len(thoughts) == 1
    assert told == [hint(state, state.seat, step, depth=DEPTH) for step in (1, 2, 3)]
