"""A record falls into turns as the rules mean them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sandtable import games, load
from sandtable.coach.turns import things, turn_key, turns_of

from .conftest import cut, game_of


def test_turns_cover_a_game_without_gaps(name: str) -> None:
    for players in (load(name).players[0], load(name).players[-1]):
        record = game_of(name, ("level1",) * players)
        turns = turns_of(record)
        assert [turn.number for turn in turns] == list(range(len(turns)))
        assert turns[0].first == 0
        assert turns[-1].last == len(record.decisions)
        for turn, following in pairwise(turns):
            assert turn.last == following.first
            assert turn.after.record.tobytes() == following.before.record.tobytes()
        for turn in turns:
            assert {state.seat for state in turn.states[:-1]} == {turn.seat}
            assert len(turn.states) == len(turn.decisions) + 1 == turn.last - turn.first + 1
            assert turn_key(turn.after) != turn_key(turn.before) or turn is turns[-1]
        assert turn_key(turns[-1].after) is None


def test_a_bid_is_a_turn_and_two_markers_are_two_turns() -> None:
    turns = turns_of(game_of("five-tribes", ("level1", "level1")))
    actions = load("five-tribes").actions
    doubles = 0
    for turn, following in pairwise(turns):
        kinds = [actions[number].kind for number in turn.decisions]
        if "bid" in kinds:
            assert kinds == ["bid"]
        else:
            assert kinds[-1] == "end_turn"
            assert kinds.count("lift") <= 1
            doubles += turn.seat == following.seat and actions[following.decisions[0]].kind != "bid"
    assert doubles > 0


def test_both_turns_of_a_six() -> None:
    for seed in range(9):
        turns = turns_of(game_of("targui", ("random", "random", "random"), seed))
        sixes = [turn for turn in turns if turn.before.record["die"] == 6 and turn.round > 0]
        assert all(load("targui").actions[turn.decisions[-1]].kind == "end_turn" for turn in sixes[:-1])
        if any(a.seat == b.seat and a.after.record["turned"] == b.before.record["turned"] for a, b in pairwise(sixes)):
            return
    pytest.fail("nobody rolled a six")


def test_rounds_of_tuareg_are_counted() -> None:
    turns = turns_of(game_of("tuareg", ("level1", "level1", "level1")))
    assert [turn.round for turn in turns[:7]] == [1, 1, 1, 2, 2, 2, 3]


def test_an_unfinished_record_ends_within_a_turn(name: str) -> None:
    whole = game_of(name, ("level1", "level1"))
    turns = turns_of(cut(whole, 9))
    assert turns[-1].last == 9
    assert turns_of(cut(whole, 0)) == []


def test_a_board_can_draw_a_turn() -> None:
    found: dict[str, set[str]] = {name: set() for name in games()}
    for name in games():
        game = load(name)
        for turn in turns_of(game_of(name, ("level1", "level1"))):
            path, keys = things(game, [(state.record, number) for state, number in zip(turn.states, turn.decisions, strict=False)])
            assert len(keys) == len(set(keys))
            found[name] |= {key.split(":")[0] for key in keys}
            kinds = [game.actions[number].kind for number in turn.decisions]
            if name == "five-tribes" and "lift" in kinds:
                assert len(path) == 1 + kinds.count("drop")
                assert path[-1] in {f"{c}{r}" for c in "abcdef" for r in range(1, 6)}
    assert {"tile", "spot"} <= found["five-tribes"]
    assert found["targui"] == {"field"}
    assert {"pile", "hand", "animal", "market"} <= found["tuareg"]
