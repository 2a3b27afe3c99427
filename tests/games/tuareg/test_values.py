"""The values printed in somebody's own box, as an option of a table (TU-1.4)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sandtable import BadOption, Record, State
from sandtable.games.tuareg.components import DINAR, GOODS
from sandtable.kernel.conformance import walk
from tests.games.tuareg.build import GAME

OWN = {"dinar_water": 2, "vp_water": 7, "vp_salt": 3, "cards_water": 10, "cards_millet": 12, "vp_map": 3, "vp_unused": 0}


def finished(seed: int, **options: Any) -> State:
    state, chance = GAME.new(3, seed, **options), random.Random(seed)
    while not state.over:
        state.play(chance.choice(list(state.legal)))
    return state


def test_the_presets_stay() -> None:
    """Records with the usual numbers are byte for byte what they were: presets are the first rows, and nothing else is written."""
    assert DINAR[:2].tolist() == [[3, 2, 2, 1], [3, 2, 1, 1]]
    assert len({tuple(row) for row in DINAR.tolist()}) == 3**4
    for preset in ("A", "B"):
        record = GAME.new(2, 5, goods=preset, overpay="free").record
        assert (record["goods"], record["overpay"], record["discard_in"], record["maps_back"]) == ("AB".index(preset), 1, 0, 0)
    assert GAME.new(2, 5, goods={"dinar_salt": 1}).options["goods"] == "B"
    assert GAME.new(2, 5, goods={}).options["goods"] == "A"


def test_a_game_with_other_values_counts_with_them() -> None:
    brought = set()
    for seed in range(12):
        state = finished(seed, goods=OWN, used_maps="back", discard="in")
        told = state.position()
        for seat in told["seats"]:
            for stage in ("goods1", "goods2"):
                assert seat["vp"][stage]["water"] in (0, 6, 7)
                assert seat["vp"][stage]["salt"] in (0, 2, 3)
                brought.add(seat["vp"][stage]["water"])
            assert seat["vp"]["unused"] == 0
            assert seat["vp"]["maps1"] % 3 == seat["vp"]["maps2"] % 3 == 0
        assert told["options"] == state.options
        assert (told["options"]["discard"], told["options"]["used_maps"]) == ("in", "back")
        assert {key: told["options"]["goods"][key] for key in OWN} == OWN
    assert 7 in brought


def test_positions_views_and_records_keep_them() -> None:
    state = GAME.new(3, 4, goods=OWN)
    for number, now in enumerate(walk(state, random.Random(4))):
        if number % 29 == 0:
            again = GAME.position(now.position(), seed=1)
            assert again.position() == now.position()
            assert again.options == now.options
            helps = GAME.helps(now, 0)
            assert sum(helps["unseen"].values()) <= 44
            assert all(n >= 0 for n in helps["unseen"].values())
    done = finished(4, goods=OWN)
    record = Record.parse(str(Record.of(done)))
    assert record.options["goods"]["vp_water"] == 7
    assert record.final().scores == done.scores


def test_prices_are_those_of_the_box() -> None:
    """TU-8.1: with everything worth 3 dinar one card buys a special."""
    state = GAME.new(2, 3, start=0, goods={f"dinar_{good}": 3 for good in GOODS})
    state.play("draw")
    state.play(next(action for action in state.legal if action.kind == "to_market")).play("end_turn")
    while state.seat == 1:
        state.play(next(action for action in state.legal if action.kind in ("draw", "to_market", "end_turn")))
    state.play("buy cave")
    state.play(next(action for action in state.legal if action.kind == "pay_hand"))
    assert state.view(0)["phase"] == "turn"
    assert len(state.view(0)["seats"][0]["caves"]) == 1


@pytest.mark.parametrize(
    "goods",
    [
        {"dinar_water": 4},
        {"dinar_water": 0},
        {"vp_gold": 8},
        {"vp_map": -1},
        {"cards_water": 9},
        {"sand": 1},
        {"vp_gold": True},
        "C",
        3,
        [1],
    ],
)
def test_what_no_box_can_have_is_refused(goods: Any) -> None:
    """Dinar 1 to 3, points up to 7, 44 cards together."""
    with pytest.raises(BadOption):
        GAME.new(2, 1, goods=goods)
