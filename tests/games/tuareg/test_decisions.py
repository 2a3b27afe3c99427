"""Section 16: decisions, counting, chance."""

import json
import os

import pytest

import sandtable
from sandtable import BadScript

from .build import GAME, code, goods, play, table


def test_there_are_194_decisions() -> None:
    """TU-16.1: one id each, for every number of players; the formulas of section 16 hold."""
    assert len(GAME.actions) == GAME.rules.NUM_ACTIONS == 194
    for text, number in {
        "draw": 0,
        "to_market millet": 4,
        "load_hand camel1 water": 5,
        "load_hand donkey5 millet": 36,
        "load_market camel2 salt": 43,
        "buy map": 72,
        "pay_hand water": 73,
        "pay_animal donkey5": 84,
        "hide_hand 2 gold": 90,
        "hide_animal 5 donkey5": 144,
        "steal_hand 4": 149,
        "steal_animal 3 camel2": 175,
        "use_map": 190,
        "keep_map": 191,
        "end_turn": 192,
        "pass": 193,
    }.items():
        assert GAME.actions[number].text == text
        assert GAME.actions.attempt(text).action == GAME.actions[number]
    for wrong in ("", "draw 1", "load_hand camel4 gold", "hide_hand 0 gold", "steal_hand 5", "dance", 194, -1):
        assert code(GAME.new(3, seed=1), wrong) == "UNKNOWN_DECISION TU-16.1"


def test_offers_ascend() -> None:
    """TU-16.1: offered decisions are listed in ascending order."""
    state = table({"hand": "WGSM", "donkeys": [""], "caves": ["", ""], "thieves": [None]}, {"hand": "G", "camels": ["S"]}, market="MG")
    ids = state.legal.ids.tolist()
    assert ids == sorted(set(ids))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_dead_ends(players: int) -> None:
    """TU-16.2: every offered decision leads on until the game is over, within 1,000 decisions."""
    for seed in range(30):
        state = GAME.new(players, seed=seed)
        while not state.over:
            ids = state.legal.ids
            state.play(int(ids[(seed * 7 + state.number * 13) % len(ids)]))
        assert state.number < 1000


def test_nothing_is_answered_by_the_engine() -> None:
    """TU-16.3: a single offer is still a decision of its own."""
    state = play(table({"hand": "W"}), "buy map")
    assert [action.text for action in state.legal] == ["pay_hand water"]
    assert [action.text for action in state.play("pay_hand water").legal] == ["end_turn"]
    assert state.play("end_turn").seat == 1


@pytest.mark.parametrize(
    ("players", "expected"),
    [(2, [7, 9, 33, 72, 168, 756, 2271]), (3, [5, 7, 21, 49, 115, 325, 847])],
)
def test_counting_sequences(players: int, expected: list[int]) -> None:
    """V15: numbers of decision sequences (perft)."""
    left = {"M": 14, "S": 11, "G": 9, "W": 8}
    pile = ""
    while any(left.values()):
        for letter, n in left.items():
            pile += letter if n else ""
            left[letter] = max(0, n - 1)
    state = GAME.new(players, seed=1, chance=[goods("GS" + pile), 0])
    assert GAME.perft(state, 7)["counts"] == expected


def test_chance_is_scripted() -> None:
    """16h: the order of the goods, then the start seat; what does not fit is refused and nothing changes."""
    order = goods("W" * 8 + "G" * 10 + "S" * 12 + "M" * 14)
    state = GAME.new(3, seed=1, chance=[order, 2])
    assert (state.seat, state.position()["pile"][0]) == (2, "water")
    assert GAME.new(3, seed=1, start=1, chance=[order]).seat == 1
    wrongs: list[list[object]] = [[order, 3], [order, 0, 0], [order[:-1], 0], ["wine"], [None]]
    for wrong in wrongs:
        with pytest.raises(BadScript):
            GAME.new(3, seed=1, chance=wrong)
    thief = table({"thieves": [None]}, {"hand": "M"})
    with pytest.raises(BadScript):
        thief.play("steal_hand 1", chance=["gold"])
    assert thief.number == 0
    assert thief.play("steal_hand 1", chance=["millet"]).number == 1


def test_the_state_is_small() -> None:
    """A copy is one assignment of less than a kilobyte."""
    assert GAME.dtype.itemsize <= 700 or os.environ.get("SANDTABLE_JIT") in ("off", "wide")
    assert json.loads(json.dumps(GAME.new(2, seed=1).position()))["game"] == sandtable.load("tuareg").id
