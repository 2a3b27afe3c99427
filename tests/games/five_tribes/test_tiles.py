"""The action of the final tile (FT-2.5)."""

from typing import Any

import pytest

from sandtable import State

from .build import at, code, events, play, player, seat, stage, texts, tile

STEP = ("lift a1", "drop E yellow")


def on(kind: str, me: dict[str, Any] | None = None, **given: Any) -> State:
    """The move has ended on b1, a tile of this kind, which is not emptied."""
    return play(at({"a1": "Y", "b1": "YR"}, {"b1": kind}, me, **given), *STEP)


def test_oasis_and_village() -> None:
    """FT-2.5, FT-2.5.2, FT-2.5.1, FT-6.2.1: a palm or palace on this tile, whoever owns it.

    Compulsory, so nobody is asked; any number may stand on a tile."""
    state = on("oasis", camels={"b1": 2}, palms={"b1": 3})
    assert (tile(state, "b1")["palms"], state.position()["palms"], stage(state)) == (4, 11, "end")
    state = on("village")
    assert (tile(state, "b1")["palaces"], state.position()["palaces"]) == (1, 9)


def test_compulsory_even_with_a_choice_of_powers() -> None:
    """FT-2.5.2: `skip` is never offered on an oasis or village."""
    state = on("oasis", seat(djinns="sloar", fakir=1))
    assert texts(state) == ["djinn sloar F", "build"]
    assert code(state, "skip") == "TILE_COMPULSORY"


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("oasis", {"palms": 0}),
        ("village", {"palaces": 0}),
        ("small_market", {"row": []}),
        ("large_market", {"row": []}),
        ("sacred", {"djinn_row": []}),
    ],
)
def test_lapse(kind: str, given: dict[str, Any]) -> None:
    """FT-2.5.3, FT-R14, FT-6.2.1: an action lapses without a decision when its goods are used up, even if powers are usable."""
    from .build import GAME, position

    p = position({"a1": "Y", "b1": "YR"}, {"b1": kind}, seat(elders=2, djinns="sloar", fakir=1)) | given
    state = play(GAME.position(p, 1), *STEP)
    assert stage(state) == "end"
    assert "djinn sloar F" in texts(state)
    assert events(state, "lapse")[0]["tile_kind"] == kind


def test_small_market() -> None:
    """FT-2.5.4, FT-R01, FT-6.4.9, FT-2.5.8: optional; 3 gold for 1 of the first 3, taken openly; the row closes up without refill."""
    state = on("small_market")
    assert texts(state) == ["skip", "take_card 1", "take_card 2", "take_card 3"]
    assert code(state, "take_card 4") == "CARD_OUT_OF_REACH"
    play(state, "take_card 2")
    assert player(state)["gold"] == 47
    assert player(state)["seen"]["jewels"] == 1
    assert state.position()["row"] == ["ivory", "gold", "papyrus", "silk", "spice", "fish", "wheat", "pottery"]
    assert stage(state) == "end"
    assert stage(play(on("small_market"), "skip")) == "end"


def test_market_without_gold_or_cards() -> None:
    """FT-2.5.4, FT-6.2.1: without the gold there is only `skip`, and nobody is asked; missing cards are not offered."""
    assert stage(on("small_market", seat(gold=2))) == "end"
    assert stage(on("large_market", seat(gold=5))) == "end"
    assert texts(on("small_market", row=["fish"])) == ["skip", "take_card 1"]


def test_large_market() -> None:
    """FT-2.5.5, FT-R16, FT-R51, FT-R52: 6 gold for 2 of the first 6, in either order.

    The second comes from the rest of those six, and it must be taken."""
    state = on("large_market")
    assert texts(state, "take_card") == [f"take_card {n}" for n in range(1, 7)]
    play(state, "take_card 6")
    assert texts(state) == [f"take_card {n}" for n in range(1, 6)]
    assert code(state, "end_turn") == "STEP_SECOND_CARD"
    assert code(state, "take_card 6") == "CARD_OUT_OF_REACH"
    play(state, "take_card 1")
    assert player(state)["gold"] == 44
    one = player(state)["hand"]
    other = player(play(on("large_market"), "take_card 1", "take_card 5"))["hand"]
    assert one == other
    assert (one["ivory"], one["spice"]) == (1, 1)


@pytest.mark.parametrize(("row", "cards"), [(["fish"], 1), (["fish", "wheat"], 2)])
def test_few_cards_at_the_large_market(row: list[str], cards: int) -> None:
    """FT-2.5.5, FT-R16, FT-6.2.1: a single card still costs 6; the only card left is taken without asking."""
    state = play(on("large_market", row=row), "take_card 1")
    assert stage(state) == "end"
    assert player(state)["gold"] == 44
    assert sum(player(state)["hand"].values()) == cards


def test_sacred_place() -> None:
    """FT-2.5.6, FT-R45, FT-R50, FT-6.4.10: 2 elders, or 1 elder and 1 Fakir, for an open djinn.

    Elders go to the bag, the Fakir to the discards."""
    assert texts(on("sacred", seat(elders=1, fakir=1))) == ["skip", "take_djinn 1 EF", "take_djinn 2 EF", "take_djinn 3 EF"]
    assert stage(on("sacred", seat(fakir=3))) == "end"
    state = on("sacred", seat(elders=2, fakir=1))
    assert len(texts(state, "take_djinn")) == 6
    play(state, "take_djinn 2 EF")
    p = state.position()
    assert p["seats"][0]["djinns"] == ["nekir"]
    assert (p["bag"]["white"], p["discard"], p["seats"][0]["elders"]) == (1, ["fakir"], 1)
    state = play(on("sacred", seat(elders=2)), "take_djinn 1 EE")
    assert state.position()["bag"]["white"] == 2


def test_no_refill_within_the_round() -> None:
    """FT-2.5.7: taken cards and djinns leave no gap and are not replaced before the end of the round."""
    state = play(on("sacred", seat(elders=2)), "take_djinn 1 EE")
    assert state.position()["djinn_row"] == ["nekir", "monkir"]
    assert len(state.position()["djinn_pile"]) == 4


def test_only_the_final_tile_acts() -> None:
    """FT-2.5.1, FT-R29: tiles won by Leta or Utug have no action, and the tile acts once."""
    state = at({"a1": "Y", "b1": "YR"}, {"b1": "small_market", "c3": "oasis"}, seat(elders=2, djinns="leta"))
    play(state, "djinn leta EE", "place c3")
    assert tile(state, "c3")["palms"] == 0
    play(state, *STEP, "take_card 1")
    assert code(state, "take_card 1") == "TILE_NOT_NOW"
    assert code(state, "build") == "TILE_NOT_NOW"
