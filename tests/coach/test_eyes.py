"""What is known stays, what is not is dealt anew, and chance is found where it is."""

from __future__ import annotations

import numpy as np

from sandtable import State, load
from sandtable.coach.perspective import Perspective
from sandtable.search.knowledge import FIXED

from .conftest import game_of


def middle(name: str, players: int = 3) -> list[State]:
    record = game_of(name, ("level1",) * players)
    return [state.copy() for number, state in enumerate(record.states()) if number % 11 == 5 and not state.over]


def test_open_hands_stay_and_piles_do_not() -> None:
    for name, hands, pile in (("tuareg", "hand", "pile"), ("five-tribes", "hand", "pile"), ("targui", "money", "deck")):
        sight = Perspective(load(name), "all")
        piles = set()
        for state in middle(name):
            world = sight.of(state)
            for number in range(4):
                dealt = sight.deal(world, FIXED, number)
                assert dealt[hands].tolist() == np.atleast_1d(np.asarray(state.record))[hands].tolist()
                assert sorted(dealt[pile][0]) == sorted(state.record[pile]) or name == "targui"
                piles.add(dealt[pile].tobytes())
        assert len(piles) > 4


def test_the_order_of_a_pile_is_never_known(name: str) -> None:
    """Not even with open hands: two truths that differ in it look alike."""
    sight = Perspective(load(name), "all")
    for state in middle(name):
        world = sight.of(state)
        for number in range(3):
            assert sight.look(sight.deal(world, FIXED, number)).tobytes() == world.tobytes()


def test_chance_is_found() -> None:
    found: dict[tuple[str, str], set[bool]] = {}
    for name in ("five-tribes", "targui", "tuareg"):
        game = load(name)
        for eyes in ("all", 0):
            for state in game_of(name, ("level1", "level1", "level1")).states():
                if state.over or (eyes == 0 and state.seat != 0):
                    continue
                sight = Perspective(game, eyes)  # type: ignore[arg-type]
                for action in state.legal:
                    last = name == "five-tribes" and action.kind == "end_turn" and state.record["queue_size"] == 0
                    key = (name, "end_round" if last else action.kind)
                    if len(found.setdefault(key, set())) < 2:
                        found[key].add(sight.is_chance(sight.of(state), action.id))
    assert found["five-tribes", "bid"] == {False}
    assert found["five-tribes", "drop"] == {False}
    assert found["five-tribes", "end_turn"] == {False}
    assert True in found["five-tribes", "end_round"]
    assert True in found["tuareg", "draw"]  # and False: whoever sees all hands knows the last cards of the pile
    assert found["tuareg", "load_hand"] == {False}
    assert found["targui", "march"] == {False}
    assert True in found["targui", "attack"]
    assert True in found["targui", "end_turn"]
