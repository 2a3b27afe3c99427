"""Sections 1 and 2: what is in the box, and how a game begins."""

import pytest

from sandtable import BadOption

from .build import GAME, SUPPLY, TOTAL, counts, goods, letters, position, table

ORDER = "GS" + "WWGMS" + "M" * 13 + "S" * 10 + "G" * 8 + "W" * 6


def test_the_box_holds_44_goods() -> None:
    """TU-1.1: 8 water, 10 gold, 12 rock salt, 14 millet."""
    start = GAME.new(3, seed=1).position()
    everything = letters({name: start["market"][name] + start["pile"].count(name) for name in start["market"]})
    assert counts(everything) == {"water": 8, "gold": 10, "salt": 12, "millet": 14}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_specials_by_number_of_players(players: int) -> None:
    """TU-1.2, TU-2.2: donkeys, caves, thieves and maps form the supply; the others leave the game."""
    assert tuple(GAME.new(players, seed=1).position()["supply"].values()) == SUPPLY[players]
    assert all(n <= most for n, most in zip(SUPPLY[players], (5, 5, 3, 4), strict=True))


@pytest.mark.parametrize(("players", "camels"), [(2, 3), (3, 2), (4, 2), (5, 2)])
def test_camels_by_number_of_players(players: int, camels: int) -> None:
    """TU-1.3, TU-2.1: two empty camels each, three with two players; only 2 to 5 can play."""
    for seat in GAME.new(players, seed=1).position()["seats"]:
        assert seat["animals"] == {f"camel{i}": [] for i in range(1, camels + 1)}
    for wrong in (1, 6):
        with pytest.raises(BadOption, match=r"PLAYER_COUNT, TU-2\.1"):
            GAME.new(wrong)


@pytest.mark.parametrize(("preset", "letter", "dinar"), [("A", "W", 3), ("A", "G", 2), ("A", "S", 2), ("A", "M", 1), ("B", "S", 1)])
def test_price_of_goods(preset: str, letter: str, dinar: int) -> None:
    """TU-1.4: every good has its dinar value, by the preset in use."""
    detail = table({"hand": letter}, options={"goods": preset}).why("buy map")
    assert detail is None if dinar == 3 else detail and f"You could pay {dinar} dinar." in detail.words["en"]


@pytest.mark.parametrize("special", ["donkey", "cave", "thief", "map"])
def test_every_special_costs_3_dinar(special: str) -> None:
    """TU-1.5: 3 dinar, whichever it is."""
    assert f"buy {special}" in table({"hand": "GM"}).legal
    assert f"buy {special}" not in table({"hand": "G"}).legal


def test_the_first_two_goods_are_the_market() -> None:
    """TU-2.3: shuffled, the top 2 open, 42 in the pile; TU-2.4: no hands, no specials."""
    state = GAME.new(3, seed=1, chance=[goods(ORDER), 1])
    start = state.position()
    assert letters(start["market"]) == "GS"
    assert start["pile"] == goods(ORDER[2:])
    assert len(start["pile"]) == 42
    for seat in start["seats"]:
        assert sum(seat["hand"].values()) == 0
        assert (seat["caves"], seat["thieves"], seat["maps"]) == ([], [], 0)
    assert state.seat == 1


def test_the_start_player_is_random_or_chosen() -> None:
    """TU-2.5, TU-R1: drawn at random, unless the option names a seat."""
    assert {GAME.new(4, seed=seed).seat for seed in range(40)} == {0, 1, 2, 3}
    assert GAME.new(4, seed=1, start=3).seat == 3
    for wrong in (4, -1, "youngest", True):
        with pytest.raises(BadOption, match=r"UNKNOWN_OPTION, TU-2\.5"):
            GAME.new(4, start=wrong)


@pytest.mark.parametrize(
    ("option", "rule"),
    [("goods", "TU-1.4"), ("overpay", "TU-8.5"), ("discard", "TU-13.13"), ("used_maps", "TU-12.2"), ("colour", "TU-2.5")],
)
def test_unknown_options_are_refused(option: str, rule: str) -> None:
    """The rule of the option is cited, else TU-2.5; the number of players is checked first."""
    with pytest.raises(BadOption, match=f"UNKNOWN_OPTION, {rule}"):
        GAME.new(3, **{option: "wrong"})
    with pytest.raises(BadOption, match="PLAYER_COUNT"):
        GAME.new(9, **{option: "wrong"})


def test_turns_go_to_the_left() -> None:
    """TU-2.6: seat 0, 1, 2 and round again."""
    state = table({"hand": "M"}, {"hand": "M"}, {"hand": "M"}, current=1)
    seen = []
    for _ in range(3):
        seen.append(state.seat)
        state.play("load_hand camel1 millet").play("end_turn")
    assert seen == [1, 2, 0]


def test_builder_deals_all_goods() -> None:
    """The tests' own builder leaves no good out."""
    assert sum(TOTAL.values()) == 44
    assert len(position()["pile"]) == 44
