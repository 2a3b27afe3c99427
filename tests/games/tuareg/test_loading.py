"""Sections 5 to 7 and 9: loading camels and donkeys."""

from itertools import product

import pytest

from sandtable import State

from .build import LETTERS, animal, code, goods, hand, market, play, position, table


def reachable(state: State, kind: str, name: str) -> set[str]:
    """All stacks that one loading of this animal can leave."""
    found: set[str] = set()
    todo = [state]
    while todo:
        current = todo.pop()
        for action in current.legal:
            if action.kind == kind and action.args["animal"] == name:
                after = current.copy().play(action)
                found.add(animal(after, name))
                todo.append(after)
    return found


def test_timo() -> None:
    """V2, TU-5.1, TU-5.2, TU-R16: Timo's example; the order is free within the loading rules."""
    timo = table({"hand": "GSSS", "camels": ["G", ""]}, {}, {})
    assert reachable(timo, "load_hand", "camel1") == {"GG", "GS", "GGS", "GSS", "GGSS", "GSSS"}
    assert reachable(timo, "load_hand", "camel2") == {"G", "S", "GS", "SG", "SS", "GSS", "SSG", "SSS", "GSSS", "SSSG"}


def test_loading_needs_at_least_one_card() -> None:
    """TU-5.1, TU-R3: nothing loaded is not an action."""
    state = table()
    assert not [action for action in state.legal if action.kind == "load_hand"]
    assert code(state, "end_turn") == "NO_ACTION_YET TU-3.6"
    assert code(state, "load_hand camel1 gold") == "NOT_IN_HAND TU-5.1"


def test_goods_go_on_top() -> None:
    """TU-5.3: new goods lie on the old ones, whose order stays."""
    state = play(table({"hand": "MMS", "camels": ["S"]}), "load_hand camel1 salt", "load_hand camel1 millet")
    assert animal(state, "camel1") == "SSM"
    assert code(state, "insert camel1 salt 1") == "INSERT TU-5.3"


def test_loading_goes_on_in_later_turns() -> None:
    """TU-5.4: an animal loaded earlier may be loaded further."""
    state = play(table({"hand": "SM"}, {"hand": "M"}), "load_hand camel1 salt", "end_turn", "load_hand camel1 millet", "end_turn")
    assert animal(state.play("load_hand camel1 millet"), "camel1") == "SM"


@pytest.mark.parametrize(
    ("stack", "card", "result"),
    [
        ("SSSS", "S", "ANIMAL_FULL TU-6.1"),
        ("S", "W", "WATER_ALONE TU-6.4"),
        ("W", "S", "WATER_ALONE TU-6.4"),
        ("WWW", "W", None),
        ("GG", "G", "GOLD_LIMIT TU-6.5"),
        ("SGG", "G", "GOLD_LIMIT TU-6.5"),
        ("SM", "G", "THIRD_KIND TU-6.2"),
        ("GMM", "G", "SECOND_CHANGE TU-6.3"),
        ("MMM", "G", None),
    ],
)
def test_loading_rules_of_camels(stack: str, card: str, result: str | None) -> None:
    """V3, TU-6.1 to TU-6.5: TU-6.1 four goods, TU-6.2 two kinds, TU-6.3 one change, TU-6.4 water alone, TU-6.5 two gold."""
    assert code(table({"hand": card, "camels": [stack]}), f"load_hand camel1 {LETTERS[card]}") == result
    assert code(table({"camels": [stack]}, market=card), f"load_market camel1 {LETTERS[card]}") == result


def test_water_alone_names_animal_and_goods() -> None:
    """TU-6.4: the refusal says which camel carries what, in both languages."""
    refusal = table({"hand": "W", "camels": ["", "SS"]}).why("load_hand camel2 water")
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("WATER_ALONE", "TU-6.4")
    assert refusal.words["en"] == (
        "On a camel water cannot travel together with other goods. Camel 2 carries rock salt, rock salt; water cannot be added."
    )
    assert refusal.words["de"] == (
        "Auf einem Kamel reist Wasser nie mit anderen Waren zusammen. "
        "Kamel 2 trägt Steinsalz, Steinsalz; Wasser lässt sich nicht dazuladen."
    )


def can_be_loaded(stack: str, place: str) -> bool:
    """Are all cards, one after the other, allowed?"""
    on_camel = {"camels": [stack[:-1]]} if place == "camel1" else {"donkeys": [stack[:-1]]}
    try:
        return f"load_market {place} {LETTERS[stack[-1]]}" in table(on_camel, market=stack[-1]).legal
    except ValueError:
        return False


@pytest.mark.parametrize(("place", "numbers"), [("camel1", [4, 10, 15, 17]), ("donkey1", [4, 16, 64, 256])])
def test_numbers_of_stacks(place: str, numbers: list[int]) -> None:
    """TU-6.7: check numbers of section 6, camels 46 stacks in all, donkeys any."""
    assert [sum(can_be_loaded("".join(s), place) for s in product("WGSM", repeat=n)) for n in (1, 2, 3, 4)] == numbers


def test_only_what_lies_there_counts() -> None:
    """TU-6.6, TU-R15: after the gold has been paid the camel takes other kinds again."""
    state = table({"camels": ["SSG", "M"], "hand": "M"}, {"hand": "M"})
    assert code(state, "load_hand camel1 millet") == "THIRD_KIND TU-6.2"
    play(state, "buy map", "pay_animal camel1", "pay_animal camel2", "end_turn", "load_hand camel1 millet", "end_turn")
    assert code(state, "load_hand camel1 millet") is None


@pytest.mark.parametrize(("stack", "card"), [("GGW", "G"), ("GWM", "S")])
def test_donkeys_carry_any_four(stack: str, card: str) -> None:
    """V3, TU-6.7: any mix and order, four at most, new goods on top."""
    state = table({"hand": card + "M", "donkeys": [stack]}).play(f"load_hand donkey1 {LETTERS[card]}")
    assert animal(state, "donkey1") == stack + card
    assert code(state, "load_hand donkey1 millet") == "ANIMAL_FULL TU-6.7"


def test_market_loading() -> None:
    """V4, TU-7.1, TU-7.4, TU-R31: one kind per loading, by the loading rules, donkeys too."""
    state = table({"camels": ["S", ""], "donkeys": ["W"]}, {}, {}, market="GGGGWWSMM")
    assert reachable(state, "load_market", "camel1") == {"SG", "SGG", "SS", "SM", "SMM"}
    assert reachable(state, "load_market", "camel2") == {"G", "GG", "W", "WW", "S", "M", "MM"}
    assert reachable(state, "load_market", "donkey1") == {"WG", "WGG", "WGGG", "WW", "WWW", "WS", "WM", "WMM"}
    begun = state.play("load_market donkey1 gold")
    assert code(begun, "load_market donkey1 millet") == "ONE_KIND TU-7.1"
    assert market(begun) == "WWGGGSMM"
    assert code(table(market="G"), "load_market camel1 salt") == "NOT_IN_MARKET TU-7.1"


def test_market_cards_never_go_into_the_hand() -> None:
    """TU-7.2: they go straight onto an animal."""
    state = table(market="GG").play("load_market camel1 gold")
    assert (hand(state), animal(state, "camel1"), market(state)) == ("", "G", "G")
    assert code(state, "take_market gold") == "MARKET_TO_HAND TU-7.2"


def test_hand_and_market_are_not_combined() -> None:
    """TU-7.3: two separate main actions."""
    state = table({"hand": "M"}, market="M")
    assert code(state.copy().play("load_hand camel1 millet"), "load_market camel1 millet") == "MAIN_DONE TU-3.1"
    assert code(state.play("load_market camel1 millet"), "load_hand camel1 millet") == "MAIN_DONE TU-3.1"


def test_a_donkey_is_an_animal_in_every_respect() -> None:
    """TU-9.1: loading, paying, hiding, being stolen from."""
    state = table({"hand": "M", "donkeys": ["WGW"], "caves": [""]}, {"thieves": [None], "hand": "M"})
    assert {"load_hand donkey1 millet", "hide_animal 1 donkey1"} <= {action.text for action in state.legal}
    play(state, "hide_animal 1 donkey1", "buy map", "pay_animal donkey1", "pay_hand millet", "end_turn", "steal_animal 0 donkey1")
    assert animal(state, "donkey1") == ""
    assert code(state, "load_hand donkey1 millet") == "NO_SUCH_ANIMAL TU-9.1"
    assert code(state, "load_hand camel1 gold") == "NOT_IN_HAND TU-5.1"
    assert code(table({"hand": "M"}, {}, {}), "load_hand camel3 millet") == "NO_SUCH_ANIMAL TU-2.1"


def test_three_camels_with_two_players() -> None:
    """TU-2.1: the third camel is loaded like the others."""
    assert position()["seats"][0]["animals"]["camel3"] == goods("")
    assert animal(table({"hand": "M"}).play("load_hand camel3 millet"), "camel3") == "M"
