"""A turn of Five Tribes in one sentence, with the points it banked and what it did to others."""

from __future__ import annotations

from typing import Any

from sandtable.games.five_tribes.retelling import retell
from sandtable.kernel.coaching import Words
from sandtable.kernel.registry import load

GAME = load("five-tribes")
NAMES = ["Ann", "Bob", "Cem"]


def view(**tiles: dict[str, Any]) -> dict[str, Any]:
    """A table of three with these tiles changed."""
    seen = GAME.new(3, seed=1).view(0)
    for name, facts in tiles.items():
        seen["tiles"][name].update(facts)
    return seen


def test_elders_and_a_djinn() -> None:
    events = [
        {"event": "lift", "seat": 1, "tile": "c2", "n": 3},
        {"event": "drop", "seat": 1, "tile": "d2", "colour": "red", "left": 2},
        {"event": "collect", "seat": 1, "tile": "e4", "colour": "white", "n": 3},
        {"event": "kept", "seat": 1, "colour": "white", "n": 3},
        {"event": "elders", "seat": 1, "n": 1, "by": "sacred"},
        {"event": "djinn", "seat": 1, "djinn": "enki", "by": "sacred"},
    ]
    told = retell(1, events, view(), Words("en", GAME, NAMES))
    assert told.text == "lifted c2, took 3 elders on e4, won over Enki"
    assert told.gain == 3 * 2 - 2 + 8
    assert retell(1, events, view(), Words("de", GAME, NAMES)).text == "nahm c2 auf, 3 Älteste auf e4, nahm Enki"


def test_what_is_done_to_others_is_marked_for_them() -> None:
    events = [
        {"event": "lift", "seat": 1, "tile": "a3", "n": 2},
        {"event": "kill_owned", "seat": 1, "victim": 0, "colour": "yellow"},
        {"event": "palace", "seat": 1, "tile": "d1", "left": 3},
    ]
    told = retell(1, events, view(d1={"camel": 2, "palaces": 1}), Words("en", GAME, NAMES))
    assert told.text == "lifted a3, killed a vizier of Ann, palace on d1 of Cem"
    assert told.gain == 0
    assert [(mark.seat, mark.keys, mark.gain) for mark in told.marks] == [(0, ("seat:0",), -1), (2, ("tile:d1",), 5)]
    assert told.marks[0].text == "Bob killed a vizier of yours"


def test_a_camel_counts_its_tile_and_what_is_built_there_once() -> None:
    events = [
        {"event": "camel", "seat": 0, "tile": "b2", "left": 5, "by": "control"},
        {"event": "palm", "seat": 0, "tile": "b2", "left": 3},
    ]
    told = retell(0, events, view(b2={"vp": 8, "camel": 0, "palms": 2, "palaces": 0}), Words("en", GAME, NAMES))
    assert told.gain == 8 + 3 + 3


def test_a_sale_is_told_but_gold_for_cards_is_no_gain() -> None:
    events = [{"event": "sold", "seat": 0, "n": 4, "gold": 13}, {"event": "gold", "seat": 0, "gold": 13, "by": "sale"}]
    told = retell(0, events, view(), Words("en", GAME, NAMES))
    assert (told.text, told.gain) == ("sold 4 goods for 13 gold", 0)
