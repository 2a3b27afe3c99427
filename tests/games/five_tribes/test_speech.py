"""The coach's words: what palms count, what was paid, what is ringed."""

from __future__ import annotations

import pytest

from sandtable.coach.turns import things
from sandtable.coach.words import turn_words
from tests.coach.test_words import turn_reasons
from tests.games.five_tribes.build import GAME, at, code, play, seat, stage, texts


def number(text: str) -> int:
    action = GAME.actions.attempt(text).action
    assert action is not None
    return action.id


@pytest.mark.parametrize(("djinns", "points"), [("", 8 + 3 * 2), ("haurvatat", 8 + 5 * 2)])
def test_palms_count_more_with_haurvatat(djinns: str, points: int) -> None:
    """FT-D09: a claimed oasis with a palm, and the palm that is put there, count 5 each."""
    state = at(
        {"a1": "W", "b1": "W"},
        {"b1": "oasis", "f5": "oasis"},
        seat(djinns=djinns),
        palms={"b1": 1},
        djinn_pile=["jafaar", "boaz", "shamhat"],
    )
    said = turn_reasons(state, ["lift a1", "drop E white"])
    assert f"You claim b1: {points} points." in said["en"]
    assert f"Du nimmst b1: {points} Punkte." in said["de"]


def test_prices_are_told() -> None:
    """FT-2.5.4, FT-2.5.6: what a market and a djinn cost."""
    market = at({"a1": "W", "b1": "W"}, {"b1": "small_market"})
    turn = ["lift a1", "drop E white", "take_card 1"]
    assert "buy ivory for 3 gold" in turn_words(market, turn)["en"]
    assert "für 3 Gold kaufen" in turn_words(market, turn)["de"]
    assert "That costs 3 gold." in turn_reasons(market, turn, most=9)["en"]
    sacred = at({"a1": "W", "b1": "WW"}, {"b1": "sacred"})
    turn = ["lift a1", "drop E white", "take_djinn 3 EE"]
    assert "djinn Monkir for 2 elders" in turn_words(sacred, turn)["en"]
    assert "Dschinn Monkir für 2 Älteste" in turn_words(sacred, turn)["de"]


def test_the_thing_that_is_taken_is_ringed() -> None:
    """A row closes up behind what is taken: names are ringed, not places."""
    state = at({"a1": "W", "b1": "WW"}, {"b1": "sacred"})
    before = play(state, "lift a1", "drop E white").copy()
    assert stage(before) == "tile"
    assert things(GAME, [(before.record, number("take_djinn 3 EE"))])[1] == ["open:monkir"]
    market = play(at({"a1": "W", "b1": "W"}, {"b1": "large_market"}), "lift a1", "drop E white")
    steps = []
    for text in ("take_card 3", "take_card 2"):
        steps.append((market.record.copy(), number(text)))
        market.play(text)
    row = list(at().position()["row"])
    assert things(GAME, steps)[1] == [f"good:{row[2]}", f"good:{row[1]}"]


def test_after_a_pass_nobody_has_moved() -> None:
    """FT-2.2.8: whoever passed is told that no move exists, not that the move is done."""
    state = at({"a1": "Y", "f5": "R"}, None, seat(ivory=1, jewels=1))
    assert "pass" in texts(state)
    state.play("pass")
    assert state.seat == 0, "goods can still be sold"
    assert code(state, "lift a1") == "LIFT_NO_FINISH"
    assert code(state, "lift c3") == "LIFT_EMPTY"


def test_the_action_of_a_tile_that_nobody_could_use() -> None:
    """FT-2.5.4: without gold the market is left out; nobody waived anything."""
    state = at({"a1": "W", "b1": "W"}, {"b1": "small_market"}, seat(gold=0))
    play(state, "lift a1", "drop E white")
    told = [GAME.sentence(event, "de", ["Ann", "Ben", "Cleo"]) for event in state.events() if event["event"] == "skip"]
    assert told == ["Ann nutzt die Aktion von b1 nicht (Kleiner Markt)."]


@pytest.mark.parametrize(("language", "words"), [("en", "one tile further"), ("de", "ein Plättchen weiter")])
def test_the_rulebook_tells_where_the_loop_ends(language: str, words: str) -> None:
    """FT-9.5: a1, b1, b2, a2, a1, b1."""
    book = GAME.rulebook(language)
    assert book is not None
    assert words in next(section["rules"]["FT-9.5"] for section in book["sections"] if "FT-9.5" in section["rules"])
