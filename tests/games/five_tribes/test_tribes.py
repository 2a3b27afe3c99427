"""The actions of the tribes (FT-2.4)."""

from typing import Any

import pytest

from sandtable import State

from .build import at, code, meeples, play, player, seat, stage, texts, tile, turn

BLUE_AROUND = {"b2": "village", "c2": "sacred", "d2": "village", "b3": "sacred"}
MOVE = ("lift a3", "drop E yellow", "drop E blue")


def with_builders(final: str = "oasis", **given: Any) -> State:
    """Three builders end on c3 with four blue tiles around."""
    me = given.pop("me", seat(fakir=2))
    return at({"a3": "YB", "c3": "BBR"}, {**BLUE_AROUND, "c3": final}, me, **given)


def assassins(me: dict[str, Any] | None = None, *others: dict[str, Any], board: dict[str, str], count: int = 2, **given: Any) -> State:
    """The strike is due: ``count`` assassins were collected on c3."""
    kinds = given.pop("kinds", {"c3": "oasis"})
    return at(
        board, kinds, me, *others, stage="assassins", turn=turn(at="c3", previous="b3", final="c3", colour="red", count=count), **given
    )


def test_viziers_and_elders_are_kept() -> None:
    """FT-2.4, FT-2.4.2, FT-2.4.3, FT-R37: the player keeps them; the tile action follows at once."""
    state = play(at({"a1": "Y", "b1": "YYR"}), "lift a1", "drop E yellow")
    assert player(state)["viziers"] == 3
    assert stage(state) == "tile"
    state = play(at({"a1": "W", "b1": "WR"}), "lift a1", "drop E white")
    assert player(state)["elders"] == 2


def test_merchants() -> None:
    """FT-2.4.1, FT-2.4.4, FT-R15, FT-R17: to the bag; cards from the front, Fakirs too, no more than there are, no refill."""
    row = ["fakir", "silk", "fakir"]
    state = play(at({"a1": "G", "b1": "G", "b2": "R"}, row=row), "lift a1", "drop E green")
    assert player(state)["hand"]["fakir"] == 1
    assert player(state)["hand"]["silk"] == 1
    assert state.position()["row"] == ["fakir"]
    assert state.position()["bag"]["green"] == 2
    state = play(at({"a1": "G", "b1": "GGGG"}, row=row), "lift a1", "drop E green")
    assert sum(player(state)["hand"].values()) == 3
    assert state.position()["row"] == []
    assert stage(state) == "end"


@pytest.mark.parametrize(
    ("final", "djinns", "gold"), [("oasis", "", 20), ("village", "", 25), ("oasis", "echidna", 40), ("village", "echidna", 50)]
)
def test_builders_example(final: str, djinns: str, gold: int) -> None:
    """FT-9.7, FT-2.4.5, FT-2.4.6, FT-D06: (3 builders + 2 Fakirs) x 4 or 5 blue tiles, doubled by Echidna."""
    state = play(with_builders(final, me=seat(fakir=2, elders=2, djinns=djinns)), *MOVE)
    assert stage(state) == "builders"
    assert texts(state, "fakirs") == ["fakirs 0", "fakirs 1", "fakirs 2"]
    assert state.position()["bag"]["blue"] == 3
    if djinns:
        play(state, "djinn echidna EE")
    play(state, "fakirs 2")
    assert player(state)["gold"] == 50 + gold
    assert player(state)["hand"]["fakir"] == 0
    assert state.position()["discard"] == ["fakir", "fakir"]


def test_block_is_cut_at_the_edge() -> None:
    """FT-2.4.5: the 3 by 3 block is cut off at the edge of the board."""
    state = at({"c1": "YB", "a1": "B"}, base="village")
    play(state, "lift c1", "drop W yellow", "drop W blue")
    assert player(state)["gold"] == 50 + 2 * 4


def test_no_fakirs_without_a_blue_tile() -> None:
    """FT-2.4.6, FT-R38, FT-6.4.5, FT-6.2.1: without a blue tile in the block the choice is not offered."""
    state = play(at({"a3": "YB", "c3": "BBR"}, {"c3": "oasis"}, seat(fakir=2)), *MOVE)
    assert stage(state) == "end"
    assert player(state)["gold"] == 50
    assert player(state)["hand"]["fakir"] == 2
    state = at({}, None, seat(fakir=2), stage="builders", turn=turn(at="c3", previous="b3", final="c3", colour="blue", count=3))
    assert code(state, "fakirs 1") == "FAKIRS_NO_BLUE"
    assert code(state, "fakirs 3") == "FAKIRS_MISSING"


def test_assassins_example() -> None:
    """FT-9.8, FT-2.4.9, FT-R30, FT-2.5.1: a final tile of assassins only and a lone meeple in reach.

    Both tiles get a camel, but only the final one has an action."""
    state = at({"b3": "R", "c3": "R", "d4": "Y"}, {"c3": "oasis", "d4": "oasis"})
    play(state, "lift b3", "drop E red", "kill d4 yellow")
    assert (tile(state, "c3")["camel"], tile(state, "d4")["camel"]) == (0, 0)
    assert player(state)["camels"] == 6
    assert (tile(state, "c3")["palms"], tile(state, "d4")["palms"]) == (1, 0)
    assert state.position()["bag"] == {"yellow": 1, "white": 0, "green": 0, "blue": 0, "red": 2}


def test_last_camel_goes_to_the_final_tile() -> None:
    """FT-9.8, FT-2.4.10, FT-R06, FT-R28: with one camel left only the final tile gets it; the end is triggered."""
    state = at({"b3": "R", "c3": "R", "d4": "Y"}, {"c3": "oasis"}, seat(camels=1))
    play(state, "lift b3", "drop E red", "kill d4 yellow")
    assert (tile(state, "c3")["camel"], tile(state, "d4")["camel"]) == (0, None)
    assert state.position()["ending"] is True


def test_reach() -> None:
    """FT-9.8, FT-2.4.7, FT-2.4.8, FT-R02, FT-6.4.6: 2 assassins reach distance 2, also 0; a victim at distance 3 costs 1 Fakir."""
    board = {"c3": "G", "c1": "Y", "e3": "B", "f3": "WR", "a2": "R", "f5": "R"}
    state = assassins(board=board)
    assert texts(state, "kill") == ["kill c1 yellow", "kill c3 green", "kill e3 blue"]
    assert code(state, "kill f3 white") == "KILL_TOO_FAR"
    state = assassins(seat(fakir=2), board=board)
    assert texts(state, "kill") == ["kill c1 yellow", "kill a2 red", "kill c3 green", "kill e3 blue", "kill f3 white", "kill f3 red"]
    play(state, "kill f3 white")
    assert player(state)["hand"]["fakir"] == 1
    assert meeples(state, "f3") == "R"


def test_exactly_the_missing_fakirs() -> None:
    """FT-2.4.8, FT-R38: a victim on the board costs exactly the missing Fakirs, an opponent's meeple none."""
    state = play(assassins(seat(fakir=5), board={"f5": "R", "e5": "Y"}), "kill f5 red")
    assert player(state)["hand"]["fakir"] == 2
    state = play(assassins(seat(fakir=5), seat(viziers=1), board={}), "kill_owned 1 yellow")
    assert player(state)["hand"]["fakir"] == 5


def test_victims_in_front_of_opponents() -> None:
    """FT-2.4.7, FT-R05, FT-6.4.7, FT-2.4.12: one vizier or elder of an opponent, never one's own; the victim goes to the bag."""
    state = assassins(seat(viziers=3, elders=3), seat(viziers=1), seat(elders=2), board={})
    assert texts(state) == ["kill_owned 1 yellow", "kill_owned 2 white"]
    assert code(state, "kill_owned 0 yellow") == "KILL_OWN"
    assert code(state, "kill_owned 1 white") == "KILL_NOBODY"
    assert code(state, "kill_owned 3 white") == "KILL_NOBODY"
    play(state, "kill_owned 2 white")
    assert player(state, 2)["elders"] == 1
    assert state.position()["bag"]["white"] == 1


def test_kill_on_the_final_tile() -> None:
    """FT-R03: the kill that removes the last meeple of the final tile itself wins it."""
    state = play(assassins(board={"c3": "G"}), "kill c3 green")
    assert tile(state, "c3")["camel"] == 0


def test_killing_is_compulsory() -> None:
    """FT-2.4.11, FT-R04, FT-6.4.8: declined only if every victim costs Fakirs."""
    state = assassins(seat(fakir=3), board={"c1": "Y"})
    assert code(state, "no_kill") == "KILL_COMPULSORY"
    state = assassins(seat(fakir=3), board={"f3": "Y"})
    assert texts(state) == ["kill f3 yellow", "no_kill"]
    play(state, "no_kill")
    assert meeples(state, "f3") == "Y"
    assert player(state)["hand"]["fakir"] == 3


def test_no_victim_at_all() -> None:
    """FT-2.4.11, FT-6.2.1: without any victim nothing happens, and nobody is asked; too few Fakirs are no victim either."""
    state = play(at({"b3": "R", "c3": "R", "f5": "Y"}, {"c3": "oasis"}, seat(fakir=1)), "lift b3", "drop E red")
    assert stage(state) == "end"
    assert meeples(state, "f5") == "Y"


def test_owner_keeps_an_emptied_tile() -> None:
    """FT-2.4.9, FT-2.3.3: a kill on an owned tile changes no owner."""
    state = play(assassins(board={"c2": "G"}, camels={"c2": 2}), "kill c2 green")
    assert tile(state, "c2")["camel"] == 2
    assert player(state)["camels"] == 8


def test_fakirs_help_builders_and_assassins_only() -> None:
    """FT-2.4.13, FT-R18: not the other tribes, not the markets."""
    state = play(at({"a1": "G", "b1": "GR"}, None, seat(fakir=5)), "lift a1", "drop E green")
    assert sum(player(state)["hand"].values()) == 5 + 2
    assert code(state, "fakirs 1") == "FAKIRS_NOT_NOW"
    assert texts(state) == ["skip", "take_card 1", "take_card 2", "take_card 3"]


def test_tribe_acts_without_control_too() -> None:
    """FT-2.4.1: the action is carried out, controlled tile or not."""
    state = play(at({"a1": "Y", "b1": "Y"}, {"b1": "oasis"}, camels={"b1": 1}), "lift a1", "drop E yellow")
    assert player(state)["viziers"] == 2
