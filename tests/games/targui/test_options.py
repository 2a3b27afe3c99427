"""Options of a new game and the shorter game."""

from typing import Any

import pytest

from sandtable import BadOption
from tests.games.targui.build import GAME


def refused(players: Any, **options: Any) -> tuple[str, str]:
    with pytest.raises(BadOption) as error:
        GAME.new(players, seed=1, **options)
    return error.value.refusal.code, error.value.refusal.rule


def test_shorter_games() -> None:
    """TG-8.1, TG-8.4, TG-R41: as many rounds as fate cards, from the presets or from any allowed list; everybody knows it."""
    assert GAME.new(4, seed=1).options["fates"] == list(range(1, 17))
    assert GAME.new(4, seed=1, fates="medium").position()["rounds"] == 12
    assert GAME.new(4, seed=1, fates="short").options["fates"] == [1, 6, 8, 9, 11, 12, 13, 16]
    state = GAME.new(4, seed=1, fates=[16, 1, 9])
    assert state.position()["rounds"] == 3
    assert state.view(None)["options"]["fates"] == [1, 9, 16]
    assert GAME.new(2, seed=1, fates=[1]).position()["rounds"] == 1


def test_card_one_stays() -> None:
    """TG-8.2."""
    assert refused(4, fates=[6, 7]) == ("FATE_ONE_REQUIRED", "TG-8.2")
    assert refused(4, fates=[]) == ("FATE_ONE_REQUIRED", "TG-8.2")


@pytest.mark.parametrize(("players", "block"), [(4, [2, 3, 4, 5]), (3, [3, 4, 5]), (2, [4, 5])])
def test_gift_cards_stay_together(players: int, block: list[int]) -> None:
    """TG-8.3, TG-R42: all gift cards of the tribes in play, or none."""
    assert GAME.new(players, seed=1, fates=[1, *block]).options["fates"] == [1, *block]
    assert refused(players, fates=[1, *block[1:]]) == ("FATE_BLOCK", "TG-8.3")
    assert refused(players, fates=[1, block[0], 16]) == ("FATE_BLOCK", "TG-8.3")


def test_gift_cards_of_absent_tribes() -> None:
    """TG-7.1.3, TG-7.2.3: they cannot be used."""
    assert refused(3, fates=[1, 2, 3, 4, 5]) == ("FATE_ABSENT_TRIBE", "TG-7.1.3")
    assert refused(2, fates=[1, 3, 4, 5]) == ("FATE_ABSENT_TRIBE", "TG-7.2.3")


@pytest.mark.parametrize("numbers", [[1, 0], [1, 17], [1, 6, 6], [1, "6"], [1, 6.0], [True, 6], [1, None], [1, [6]]])
def test_fate_numbers(numbers: list[Any]) -> None:
    """TG-8.1: 1 to 16, each once."""
    try:
        code = refused(4, fates=numbers)
    except TypeError:
        pytest.fail("a list of fates must be refused, not crash")
    assert code == ("FATE_NUMBER", "TG-8.1")


def test_unknown_options() -> None:
    """TG-8.4: names and values that do not exist; they are refused before a wrong list of fates."""
    assert refused(4, colour="blue") == ("UNKNOWN_OPTION", "TG-8.4")
    assert refused(4, fates="long") == ("UNKNOWN_OPTION", "TG-8.4")
    assert refused(4, fates=7) == ("UNKNOWN_OPTION", "TG-8.4")
    assert refused(4, stacking=1) == ("UNKNOWN_OPTION", "TG-8.4")
    assert refused(4, fates=[99], conquest_only="yes") == ("UNKNOWN_OPTION", "TG-8.4")


@pytest.mark.parametrize("players", [1, 5, True, "3", None.__class__])
def test_player_count(players: Any) -> None:
    """TG-1.1: 2 to 4 players; refused before everything else."""
    assert refused(players, nonsense=1) == ("PLAYER_COUNT", "TG-1.1")


def test_order_of_refusals() -> None:
    """TG-8.1, TG-8.2, TG-8.3: number, absent tribe, card 1, block."""
    assert refused(2, fates=[2, 99])[0] == "FATE_NUMBER"
    assert refused(2, fates=[2, 4])[0] == "FATE_ABSENT_TRIBE"
    assert refused(2, fates=[4])[0] == "FATE_ONE_REQUIRED"
    assert refused(2, fates=[1, 4])[0] == "FATE_BLOCK"


def test_options_are_kept() -> None:
    """TG-8.4: a state tells its options completely; a new game takes them back."""
    chosen = {"stacking": False, "split_purchase": True, "camel_limit": False, "money_limit": True, "conquest_only": True, "fates": [1, 6]}
    state = GAME.new(3, seed=1, **chosen)
    assert state.options == chosen
    assert GAME.new(3, seed=1, **state.options).position() == state.position()
    assert GAME.new(2, seed=1).options == {
        "stacking": True,
        "split_purchase": False,
        "camel_limit": True,
        "money_limit": False,
        "conquest_only": False,
        "fates": [1, *range(4, 17)],
    }
