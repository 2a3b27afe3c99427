"""The sixteen fate cards."""

import pytest

from sandtable import State
from tests.games.targui.build import camels, desert, last, owners

TERRAIN = {6: "dunes", 7: "oasis", 11: "hills", 14: "oasis"}
SPOTS = (2, 3, 4, 5)


def reveal(number: int, players: int = 2, **what: object) -> State:
    """Ends a turn; the fate card lies on top of the pack."""
    return desert(players, next_fate=number, **what).play("end_turn")  # type: ignore[arg-type]


def on(number: int, stacks: list[int]) -> list[int]:
    """Stacks of both colours on fields of the kind the card speaks of, before and after."""
    spots = SPOTS[: len(stacks)]
    fields = {field: (("green", "yellow")[i % 2], n) for i, (field, n) in enumerate(zip(spots, stacks, strict=True))}
    state = reveal(number, fields=fields, cards=dict.fromkeys(spots, TERRAIN[number]))
    assert owners(state, *spots) == [owner for owner, _ in fields.values()]
    changes = [(e["field"], e["change"]) for e in last(state, "fate_camels") if e["field"] in spots]
    after = camels(state, *spots)
    assert changes == [(f, b - a) for f, a, b in zip(spots, stacks, after, strict=True) if a != b]
    return after


def test_raid_on_the_salt_works() -> None:
    """TG-9.1, K6: all camels on field 1 are lost, the marker stays."""
    state = reveal(1, fields={1: ("yellow", 14)})
    assert camels(state, 1) == [0]
    assert owners(state, 1) == ["yellow"]
    assert state.position()["supply"] == 400 - 20
    assert last(state, "fate_camels") == [{"event": "fate_camels", "number": 1, "field": 1, "change": -14}]


@pytest.mark.parametrize(("number", "colour"), [(2, "blue"), (3, "red"), (4, "green"), (5, "yellow")])
def test_gifts(number: int, colour: str) -> None:
    """TG-9.2, TG-9.3, TG-9.4, TG-9.5, TG-R32, K6: 10 camels if the settlement carries the own marker, otherwise nothing."""
    home = {"blue": 43, "red": 49, "green": 37, "yellow": 31}[colour]
    assert camels(reveal(number, 4, fields={home: (colour, 0)}), home) == [10]
    other = "red" if colour == "blue" else "blue"
    lost = reveal(number, 4, fields={home: (other, 6), 2: (colour, 1)})
    assert camels(lost, home, 2) == [6, 1]
    assert last(lost, "fate_camels") == []


def test_gift_with_short_supply() -> None:
    """TG-R31, K6: what is left."""
    state = reveal(4, fields={43: ("green", 12)}, turn="yellow", supply=7)
    assert camels(state, 43) == [19]
    assert state.position()["supply"] == 0


def test_sandstorm() -> None:
    """TG-9.6, K6."""
    assert on(6, [10, 3, 1]) == [7, 0, 0]


def test_drought() -> None:
    """TG-9.7, TG-R34, K6: one check; later the oasis may be fuller again."""
    assert on(7, [28, 15, 9]) == [15, 15, 9]
    state = desert(2, fate=7, fields={2: ("green", 15)}, cards={2: "oasis"}).play("buy 2").play("amount 5")
    assert camels(state, 2) == [20]


def test_caravan() -> None:
    """TG-9.8, K6: 10 silver for everyone who holds his own settlement, in colour order."""
    state = reveal(8, 4, fields={49: ("blue", 1), 2: ("red", 1)}, money={"red": 6, "green": 6})
    assert state.position()["money"] == {"blue": 20, "red": 6, "green": 16, "yellow": 20}
    assert [(e["colour"], e["change"]) for e in last(state, "fate_money")] == [("blue", 10), ("green", 10), ("yellow", 10)]


def test_plague() -> None:
    """TG-9.9, TG-R33, K6: every settlement card loses half, rounded down, whoever holds it; one camel survives."""
    fields = {43: ("blue", 15), 49: ("blue", 8), 2: ("red", 9), 37: ("green", 1), 31: ("yellow", 0)}
    state = reveal(9, 4, fields=fields)
    assert camels(state, 43, 49, 37, 31, 2) == [8, 4, 1, 0, 9]
    assert [(e["field"], e["change"]) for e in last(state, "fate_camels")] == [(43, -7), (49, -4)]


def test_hostile_tribe() -> None:
    """TG-9.10, K6: each field with camels loses one."""
    state = reveal(10, fields={2: ("green", 1), 3: ("yellow", 20), 4: ("green", 0), 1: ("green", 2)}, cards={2: "oasis"})
    assert camels(state, 2, 3, 4, 1, 43, 31) == [0, 19, 0, 1, 9, 9]
    assert owners(state, 2) == ["green"]


def test_heavy_rain() -> None:
    """TG-9.11, K6."""
    assert on(11, [5, 13, 2]) == [0, 8, 0]


@pytest.mark.parametrize(("supply", "expected", "left"), [(100, [5, 8, 21, 6], 80), (18, [4, 7, 20, 5], 2), (3, [0, 3, 16, 1], 3)])
def test_spring(supply: int, expected: list[int], left: int) -> None:
    """TG-9.12, TG-R30, K6: 5 camels in each oasis with a marker; a short supply is shared equally, the rest stays."""
    fields = {2: ("green", 0), 3: ("yellow", 3), 4: ("green", 16), 5: ("yellow", 1)}
    cards = dict.fromkeys((2, 3, 4, 5, 8), "oasis")
    state = reveal(12, fields=fields, cards=cards, supply=supply)
    assert camels(state, 2, 3, 4, 5) == expected
    assert camels(state, 8) == [0]
    assert state.position()["supply"] == left


def test_change_of_climate_lasts_for_the_round() -> None:
    """TG-9.13, TG-R29: both sides, from the moment it is revealed."""
    fields, cards = {11: ("yellow", 9), 28: ("green", 9)}, {11: "dunes", 28: "dunes"}
    before = desert(2, next_fate=13, fields=fields, cards=cards)
    assert last(before.copy().play("attack 28 W", chance=[5, 5]), "strike")[0]["sv"] == 0
    after = before.play("end_turn").play("attack 11 E", chance=[5, 5])
    assert [s["sv"] for s in last(after, "strike")] == [3, 3]


def test_poisoned_wells() -> None:
    """TG-9.14, K6."""
    assert on(14, [10, 24, 6]) == [0, 14, 0]


def test_raid_on_the_settlements() -> None:
    """TG-9.15, TG-R35, K6: who holds his own settlement loses all his money, camels there or not; the others keep theirs."""
    fields = {49: ("blue", 1), 2: ("red", 1), 37: ("green", 0)}
    state = reveal(15, 4, fields=fields, money={"red": 6, "green": 6, "yellow": 0})
    assert state.position()["money"] == {"blue": 0, "red": 6, "green": 0, "yellow": 0}
    changes = [(e["colour"], e["change"]) for e in last(state, "fate_money")]
    assert changes == [("blue", -10), ("green", -6), ("yellow", 0)]


def test_silver_counts_in_the_last_round() -> None:
    """TG-9.16, TG-R28: the deciding income is that round's income."""
    fields, cards = {2: ("yellow", 1), 4: ("green", 1)}, {2: "mountains", 4: "hills"}
    for fate, winner in ((16, "yellow"), (7, "green")):
        state = desert(2, last_round=True, fate=fate, pack=["yellow"], fields=fields, cards=cards).play("end_turn").play("end_turn")
        assert state.position()["result"]["winners"] == [winner]


def test_cards_without_immediate_effect() -> None:
    """TG-9.13, TG-9.16: revealed, in force, nothing moved."""
    for number in (13, 16):
        state = reveal(number, fields={2: ("green", 9)})
        assert [e["event"] for e in last(state)] == ["turn_end", "fate", "card"]
        assert state.position()["fate_now"] == number


def test_gifts_of_absent_tribes_do_nothing_harmful() -> None:
    """TG-7.3: with two players the gift cards 4 and 5 go to green and yellow."""
    assert camels(reveal(4), 43) == [20]
    assert camels(reveal(5), 31) == [20]
    assert camels(reveal(3, 3), 32) == [20]
