"""Analysing a position: what is promised about the numbers, and that nobody peeks."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

from sandtable import State, load
from sandtable.coach import Analysis, analyse, turn_key
from sandtable.coach.perspective import Perspective
from sandtable.coach.turns import turns_of
from sandtable.kernel.conformance import walk
from sandtable.kernel.refusals import Refused
from sandtable.kernel.words import LANGUAGES

from .conftest import game_of


def positions(name: str, every: int, players: int = 3) -> list[State]:
    record = game_of(name, ("level1",) * players)
    found, before = [], None
    for number, state in enumerate(record.states()):
        if not state.over and turn_key(state) != before and number % every == 0:
            found.append(state.copy())
        before = turn_key(state)
    return found


def check_turn(turn: dict[str, Any], state: State) -> None:
    actions = state.game.actions
    assert turn["texts"] == [actions[number].text for number in turn["decisions"]]
    assert set(turn["words"]) == set(LANGUAGES)
    assert all(turn["words"].values())
    assert 0 <= turn["chance"]["mean"] <= 1
    assert all(turn[name]["error"] >= 0 for name in ("chance", "score", "margin"))
    after = state.copy()
    key = turn_key(state)
    for number in turn["decisions"]:
        assert turn_key(after) == key
        after.play(number)


def test_the_contract(name: str) -> None:
    for state in positions(name, 7)[:4]:
        found = analyse(state, "all", depth=200).to_json()
        assert json.loads(json.dumps(found)) == found
        assert set(found) == {"game", "decisions", "to_decide", "eyes", "simulations", "done", "chances", "scores", "turns", "played"}
        assert (found["game"], found["decisions"], found["to_decide"], found["eyes"]) == (name, state.number, state.seat, "all")
        assert sum(chance["mean"] for chance in found["chances"]) == pytest.approx(1, abs=0.001)
        assert len(found["chances"]) == len(found["scores"]) == state.players
        assert 1 <= len(found["turns"]) <= 5
        assert found["played"] is None
        assert found["done"]
        assert found["simulations"] >= 200
        for turn in found["turns"]:
            check_turn(turn, state)
        assert found["turns"][0]["chance"]["mean"] == found["chances"][state.seat or 0]["mean"]


def test_the_played_turn_stands_beside_the_best(name: str) -> None:
    record = game_of(name, ("level1", "level1"))
    state = record.start()
    key = turn_key(state)
    sight = Perspective(record.game, state.seat or 0)
    played, drawn = [], False
    for action, chance in record.decisions:
        if turn_key(state) != key:
            break
        drawn = drawn or sight.is_chance(sight.of(state), action.id)
        played.append(action.id)
        state.replay(action, chance)
    found = analyse(record.start(), depth=400, played=played)
    assert found.played is not None
    assert found.played.decisions == played[: len(found.played.decisions)]
    assert found.played.chance.mean <= found.turns[0].chance.mean + 0.02
    too_many = [action.id for action, _ in record.decisions[:40]]
    if drawn:  # what follows upon chance is not looked at
        assert analyse(record.start(), depth=400, played=too_many).played == found.played
        return
    with pytest.raises(ValueError, match="end of the turn"):
        analyse(record.start(), depth=400, played=too_many)


def test_what_chance_brought_need_not_come_again() -> None:
    """A played turn is compared up to the first draw, also where the rest of it would not be legal after another one."""
    for turn in turns_of(game_of("tuareg", ("level1", "level1"))):
        sight, decisions = Perspective(turn.before.game, turn.seat), list(turn.decisions)
        chances = [sight.is_chance(sight.of(state), action) for state, action in zip(turn.states, decisions, strict=False)]
        for seed in range(10 if any(chances[:-1]) else 0):
            other = turn.before.redeal(turn.seat, seed)
            after = other.copy()
            try:
                for action in decisions:
                    after.play(action)
            except Refused:
                found = analyse(other, depth=400, played=decisions).played
                assert found is not None
                assert found.decisions == decisions[: chances.index(True) + 1]
                return
    pytest.fail("no turn of this game depends on what was drawn in it")


@pytest.mark.parametrize("players", [2, 4])
def test_nobody_peeks(name: str, players: int) -> None:
    """The analysis from a seat's eyes stays the same, to the last digit, when all that is hidden from it is dealt anew."""
    rng, generator = random.Random(3), np.random.default_rng(3)
    different = 0
    for step, state in enumerate(walk(load(name).new(players, 12), rng)):
        if step % 41 or state.over or step > 130:
            continue
        for eyes in (state.seat, (step + 1) % players):
            truth = analyse(state, eyes, depth=60, threads=1).to_json()
            for _ in range(2):
                world = state.redeal(eyes, generator)
                different += world.record.tobytes() != state.record.tobytes()
                imagined = analyse(world, eyes, depth=60, threads=1).to_json()
                assert {**imagined, "decisions": state.number} == truth
    assert different > 3


def test_threads_change_nothing_and_seeds_something(name: str) -> None:
    state = positions(name, 5)[3]
    one, two = (analyse(state, "all", depth=200, threads=threads).to_json() for threads in (1, 2))
    assert one == two
    assert analyse(state, "all", depth=200, seed=9).to_json()["chances"] != one["chances"]


def test_results_improve_while_they_come(name: str) -> None:
    seen: list[tuple[Analysis, float]] = []
    state = positions(name, 5)[2]
    final = analyse(state, "all", depth=200, progress=lambda found, part: seen.append((found, part)))
    assert len(seen) >= 3
    assert [part for _, part in seen] == sorted(part for _, part in seen)
    assert [found.done for found, _ in seen] == [False] * (len(seen) - 1) + [True]
    assert seen[-1] == (final, 1.0)
    assert seen[0][0].simulations < seen[-1][0].simulations
    assert seen[0][0].turns

    def stop(found: Analysis, part: float) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        analyse(state, "all", depth=200, progress=stop)


def test_a_finished_game_is_known(name: str) -> None:
    final = game_of(name, ("level1", "level1")).final()
    found = analyse(final)
    assert found.turns == []
    assert found.to_decide is None
    assert [chance.mean for chance in found.chances] == [1 / len(final.winners) if seat in final.winners else 0 for seat in range(2)]
    assert [score.mean for score in found.scores] == final.scores


def test_orders_with_the_same_outcome_are_one_turn() -> None:
    """Two thieves' payments, drops in another order: whatever leads to the same position is listed once."""
    for name in ("five-tribes", "tuareg"):
        for state in positions(name, 3)[:6]:
            found = analyse(state, "all", depth=200)
            outcomes = []
            for turn in found.turns:
                after = state.copy()
                for number in turn.decisions[:-1]:
                    after.play(number)
                outcomes.append((after.record.tobytes(), turn.decisions[-1]))
            assert len(set(outcomes)) == len(outcomes)


@pytest.mark.parametrize(
    ("changes", "says"),
    [({"seat": 7}, "seat from 0 to"), ({"seat": "me"}, "Whose eyes"), ({"depth": "deepest"}, "quick"), ({"depth": 3}, "at least")],
)
def test_bad_input_is_explained(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        analyse(load("tuareg").new(2, 1), **changes)
