"""Section 8: buying specials."""

import pytest

from sandtable import State

from .build import LETTERS, animal, code, hand, letters, offered, play, table


def payments(state: State) -> set[str]:
    """All complete payments, like ``G+G`` or ``M:camel1+S:camel1``, cards sorted."""
    if not offered(state, "buy"):
        return set()
    found: set[str] = set()
    todo: list[tuple[State, list[str]]] = [(state.copy().play("buy map"), [])]
    while todo:
        current, paid = todo.pop()
        if not current.position()["turn"]["special"]:
            found.add("+".join(sorted(paid)))
            continue
        for action in current.legal:
            if action.kind == "pay_hand":
                card = str(action.args["good"])[0].upper()
            else:
                name = str(action.args["animal"])
                card = f"{animal(current, name)[-1]}:{name}"
            todo.append((current.copy().play(action), [*paid, card]))
    return found


@pytest.mark.parametrize(
    ("holding", "options", "expected"),
    [
        ({"hand": "GGM", "camels": ["SM", "W"]}, {}, {"G+G", "G+M", "W:camel2", "G+M:camel1", "M:camel1+S:camel1"}),
        ({"hand": "MW"}, {}, {"W"}),
        ({"hand": "MW"}, {"overpay": "free"}, {"W", "M+W"}),
        ({"donkeys": ["WM"]}, {}, {"M:donkey1+W:donkey1"}),
        ({"hand": "W", "donkeys": ["WM"]}, {}, {"W", "M:donkey1+W:donkey1"}),
        ({"hand": "SSM"}, {}, {"S+S", "M+S"}),
        ({"hand": "SSM"}, {"goods": "B"}, {"M+S+S"}),
        ({"hand": "MMMM"}, {}, {"M+M+M"}),
        ({"hand": "MMGW"}, {}, {"W", "G+M"}),
        ({"camels": ["G"]}, {}, set()),
        ({"hand": "MM", "caves": ["W"], "thieves": ["g"]}, {}, set()),
        ({"donkeys": ["WG"]}, {}, {"G:donkey1+W:donkey1"}),
        ({"donkeys": ["WMM"]}, {}, {"M:donkey1+M:donkey1+W:donkey1"}),
        ({"donkeys": ["GMM"]}, {}, {"G:donkey1+M:donkey1+M:donkey1"}),
    ],
)
def test_complete_payments(holding: dict[str, object], options: dict[str, str], expected: set[str]) -> None:
    """V5, TU-8.2, TU-8.3, TU-8.5, TU-8.10, TU-R11, TU-R12, TU-R35: what may be paid, and nothing superfluous.

    Hand and top cards in any combination; a cheap card that covers a dear one has to go first; caves and thieves do not pay."""
    state = table(dict(holding), options=options)
    assert payments(state) == expected
    if not expected:
        assert code(state, "buy map") == "CANNOT_PAY TU-8.1"


def test_millet_beside_water_is_superfluous() -> None:
    """TU-8.5: the example of section 16a."""
    state = table({"hand": "MW"}).play("buy cave")
    assert [action.text for action in state.legal] == ["pay_hand water"]
    assert code(state, "pay_hand millet") == "SUPERFLUOUS TU-8.5"
    assert code(state, "pay_animal camel1") == "ANIMAL_EMPTY TU-8.3"
    assert code(state, "pay_hand gold") == "NOT_IN_HAND TU-8.2"
    assert code(state, "pay_animal donkey1") == "NO_SUCH_ANIMAL TU-9.1"


def test_one_special_from_the_supply() -> None:
    """TU-8.1, TU-R13, TU-R14: not when it is sold out, not below 3 dinar, not two in a turn."""
    sold = table({"hand": "WW", "caves": ["", ""]})
    assert code(sold, "buy cave") == "SOLD_OUT TU-8.1"
    assert code(play(sold, "buy map", "pay_hand water"), "buy map") == "MAIN_DONE TU-3.1"
    assert code(table({"hand": "G"}), "buy map") == "CANNOT_PAY TU-8.1"
    assert code(sold, "pay_hand water") == "NO_PURCHASE TU-8.1"


def test_top_cards_one_after_another() -> None:
    """TU-8.2, TU-8.3, TU-R10, TU-R32: only the uncovered card of a camel or donkey, then the next."""
    state = play(table({"donkeys": ["MMM"]}), "buy map", "pay_animal donkey1", "pay_animal donkey1")
    assert animal(state, "donkey1") == "M"
    assert code(state, "take_covered donkey1 millet") == "COVERED TU-8.3"
    assert state.play("pay_animal donkey1").position()["seats"][0]["maps"] == 1


def test_no_change_is_given() -> None:
    """TU-8.4: two gold are 4 dinar, nothing comes back."""
    state = play(table({"hand": "GG"}), "buy map", "pay_hand gold", "pay_hand gold")
    assert hand(state) == ""
    assert letters(state.position()["discard"]) == "GG"


def test_the_payment_is_complete_at_3() -> None:
    """TU-8.6: nothing can be added, even if overpaying is free; TU-8.7: the cards go to the open discard pile."""
    state = play(table({"hand": "WMM"}, options={"overpay": "free"}), "buy map", "pay_hand water")
    assert code(state, "pay_hand millet") == "NO_PURCHASE TU-8.1"
    assert letters(state.position()["discard"]) == "W"
    assert letters(state.view(None)["discard"]) == "W"


def test_specials_in_the_turn_of_purchase() -> None:
    """TU-8.8, TU-10.7, TU-11.6, TU-R5, TU-R44: chosen, paid, then usable at once; a donkey is loaded from the next turn on."""
    cave = play(table({"hand": "WM"}), "buy cave", "pay_hand water")
    assert code(cave, "hide_hand 1 millet") is None
    thief = play(table({"hand": "W"}, {"hand": "G"}), "buy thief", "pay_hand water")
    assert code(thief, "steal_hand 1") is None
    donkey = play(table({"hand": "WM"}, {"hand": "M"}), "buy donkey", "pay_hand water")
    assert code(donkey, "load_hand donkey1 millet") == "MAIN_DONE TU-3.1"
    play(donkey, "end_turn", "load_hand camel1 millet", "end_turn")
    assert code(donkey, "load_hand donkey1 millet") is None


def test_several_of_the_same_sort() -> None:
    """TU-8.9: two caves, both used in one turn."""
    state = play(table({"hand": "WMM", "caves": [""]}), "buy cave", "pay_hand water", "hide_hand 1 millet", "hide_hand 2 millet")
    assert state.position()["supply"]["cave"] == 0
    assert [len(cave) for cave in state.position()["seats"][0]["caves"]] == [1, 1]


def test_buying_in_the_closing_lap() -> None:
    """TU-8.11: only drawing is excluded."""
    assert code(table({"hand": "W"}, lap=2), "buy map") is None


def test_letters_of_the_tests_are_goods() -> None:
    """The tests' letters name all goods."""
    assert sorted(LETTERS.values()) == ["gold", "millet", "salt", "water"]
