"""Sections 10 and 11: caves and thieves."""

from collections import Counter

from sandtable import State

from .build import animal, code, hand, offered, play, table


def cave(state: State, number: int, seat: int = 0) -> list[str]:
    return [card["good"] for card in state.position()["seats"][seat]["caves"][number - 1]]


def test_three_caves_after_a_draw() -> None:
    """V6, TU-10.1, TU-10.4, TU-10.5, TU-R6, TU-R36: hiding does not replace the market card, and the last card is kept for it."""
    state = table({"caves": ["", "", ""]}, {}, {}, pile="WGS")
    play(state, "draw", "hide_hand 1 water", "hide_hand 2 gold")
    assert code(state, "hide_hand 3 salt") == "LAST_CARD TU-10.5"
    assert code(state, "end_turn") == "MARKET_CARD_OWED TU-4.3"
    play(state, "to_market salt", "end_turn")
    assert cave(state, 1) + cave(state, 2) + cave(state, 3) == ["water", "gold"]


def test_hidden_cards_are_not_in_the_hand() -> None:
    """V6, TU-10.6: keep 4 in hand and hide 1 per cave."""
    state = table({"hand": "WWWW", "caves": ["", "M"]}, pile="WWG")
    play(state, "draw", "to_market gold", "hide_hand 1 water", "hide_hand 2 water")
    assert hand(state) == "WWWW"
    assert code(state, "end_turn") is None


def test_one_good_per_cave_and_turn_from_hand_or_top() -> None:
    """TU-10.1, TU-R7, TU-R32: a hand card or the top card of an own animal, once per turn and cave."""
    state = table({"hand": "MM", "camels": ["SM"], "caves": [""]}, {"hand": "M"})
    assert offered(state, "hide_hand") == ["hide_hand 1 millet"]
    assert offered(state, "hide_animal") == ["hide_animal 1 camel1"]
    state.play("hide_animal 1 camel1")
    assert animal(state, "camel1") == "S"
    assert code(state, "hide_hand 1 millet") == "CAVE_USED TU-10.1"
    assert code(state, "hide_hand 2 millet") == "NO_SUCH_CAVE TU-10.1"
    play(state, "load_hand camel2 millet", "end_turn", "load_hand camel1 millet", "end_turn")
    assert code(state, "hide_animal 1 camel3") == "ANIMAL_EMPTY TU-10.1"
    assert code(state, "hide_hand 1 gold") == "NOT_IN_HAND TU-10.1"
    assert code(state, "hide_hand 1 millet") is None


def test_a_cave_holds_two() -> None:
    """TU-10.2, TU-R7: two goods of any kinds."""
    state = table({"hand": "M", "caves": ["WG", "S"]})
    assert code(state, "hide_hand 1 millet") == "CAVE_FULL TU-10.2"
    assert cave(state.play("hide_hand 2 millet"), 2) == ["salt", "millet"]


def test_hidden_goods_stay() -> None:
    """TU-10.3: not taken back, not paid, not stolen."""
    state = table({"caves": ["W"], "thieves": [None]}, {"caves": ["W"]})
    assert code(state, "take_cave 1") == "LOCKED TU-10.3"
    assert code(state, "steal_cave 1 1") == "STEAL_TARGET TU-11.5"
    assert code(state, "buy map") == "CANNOT_PAY TU-8.1"
    assert [action.text for action in state.legal] == ["draw"]


def test_thieves() -> None:
    """V7, TU-11.1, TU-11.2, TU-11.4, TU-11.5, TU-R8, TU-R9, TU-R38: whom and what a thief may rob, and how often."""
    state = table(
        {"hand": "S", "thieves": [None, None]},
        {"hand": "G", "camels": ["SM"]},
        {"donkeys": ["WG"]},
        {},
    )
    assert code(state, "steal_hand 0") == "STEAL_SELF TU-11.5"
    assert code(state, "steal_hand 2") == "HAND_EMPTY TU-11.5"
    assert code(state, "steal_hand 4") == "NO_SUCH_SEAT TU-11.2"
    assert code(state, "steal_animal 3 camel1") == "ANIMAL_EMPTY TU-11.5"
    assert code(state, "steal_animal 1 donkey1") == "NO_SUCH_ANIMAL TU-9.1"
    assert code(state, "steal_market gold") == "STEAL_TARGET TU-11.5"
    assert code(state, "steal_thief 1 1") == "STEAL_TARGET TU-11.5"
    state.play("steal_animal 2 donkey1")
    first, second = state.position()["seats"][0]["thieves"]
    assert first == {"good": "gold", "known": [0, 1, 2, 3], "public": True}
    assert second is None
    state.play("steal_hand 1")
    assert state.position()["seats"][0]["thieves"][1] == {"good": "gold", "known": [0, 1], "public": False}
    assert code(state, "steal_animal 1 camel1") == "NO_THIEF TU-11.1"
    assert code(state, "take_thief 1") == "LOCKED TU-11.4"
    assert hand(state) == "S"
    assert code(state, "draw") is None


def test_two_thieves_on_the_same_player() -> None:
    """TU-11.1: several in one turn, also from the same player; TU-11.2: the top card first."""
    state = table({"thieves": [None, None]}, {"camels": ["SM"]})
    play(state, "steal_animal 1 camel1", "steal_animal 1 camel1")
    assert [thief["good"] for thief in state.position()["seats"][0]["thieves"]] == ["millet", "salt"]


def test_every_card_of_the_hand_is_equally_likely() -> None:
    """TU-11.3, TU-R42: the program picks at random, each card alike; a script may name the kind."""
    taken: Counter[str] = Counter()
    for seed in range(400):
        state = table({"thieves": [None]}, {"hand": "WMMM"})
        state.seed = seed.to_bytes(16, "big")
        taken[state.play("steal_hand 1").position()["seats"][0]["thieves"][0]["good"]] += 1
    assert 70 < taken["water"] < 130
    assert taken["water"] + taken["millet"] == 400
    scripted = table({"thieves": [None]}, {"hand": "WMMM"}).play("steal_hand 1", chance=["water"])
    assert hand(scripted, 1) == "MMM"
