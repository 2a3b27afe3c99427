"""What boards are told of the box is what the rules go by."""

import json

import pytest

import sandtable
from sandtable.games.five_tribes import components as five_tribes
from sandtable.games.targui import components as targui
from sandtable.games.tuareg import components as tuareg


@pytest.mark.parametrize("name", sandtable.games())
def test_components_are_plain_json(name: str) -> None:
    told = sandtable.load(name).components()
    assert told
    assert json.loads(json.dumps(told)) == told


def test_five_tribes() -> None:
    """FT-0.1: tiles, cards, djinns with their prices, the track."""
    told = sandtable.load("five-tribes").components()
    assert sum(told["colours"].values()) == 90
    assert sum(told["cards"].values()) == 54
    assert len(told["djinns"]) == 22
    assert told["djinns"]["kumarbi"] == {"value": 6, "cost": "F", "payments": []}
    assert told["djinns"]["utug"]["payments"] == ["EE", "EF"]
    assert told["track"] == [18, 12, 8, 5, 3, 1, 0, 0, 0]
    assert told["vizier"] == {"usual": 1, "jafaar": 3}
    assert told["camels"] == {str(n): five_tribes.CAMELS[n] for n in (2, 3, 4)}


def test_targui() -> None:
    """TG-2.1, TG-3.6, TG-4.4: the cards with their values, the spiral, the start fields, the die that doubles."""
    told = sandtable.load("targui").components()
    assert sorted(field for row in told["spiral"] for field in row) == list(range(1, 50))
    assert told["cards"]["settlement"] == {"count": 0, "sv": 4, "ev": 4}
    assert sum(card["count"] for card in told["cards"].values()) == len(targui.DECK)
    assert told["starts"]["3"] == [[31, 32, 33], [39, 40, 41], [47, 48, 49]]
    assert (told["die"], told["double"], told["double_turns"]) == (6, 6, 2)


def test_tuareg() -> None:
    """TU-1.1, TU-1.4: cards, majorities and what goods pay in both presets."""
    told = sandtable.load("tuareg").components()
    assert sum(good["cards"] for good in told["goods"].values()) == tuareg.GOODS_TOTAL
    assert [good["dinar"] for good in told["goods"].values()] == [{"A": 3, "B": 3}, {"A": 2, "B": 2}, {"A": 2, "B": 1}, {"A": 1, "B": 1}]
