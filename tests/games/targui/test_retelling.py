"""A turn of Targui in one sentence, and what it did to others."""

from __future__ import annotations

from typing import Any

from sandtable.games.targui.retelling import retell
from sandtable.kernel.coaching import Words
from sandtable.kernel.registry import load

GAME = load("targui")
NAMES = ["Ann", "Bob"]


def view() -> dict[str, Any]:
    seen = GAME.new(2, seed=1).view(0)
    seen["card"][12] = "oasis"
    seen["owner"][12] = seen["colours"][1]
    return seen


def test_a_fight_is_told_with_its_outcome_and_losses() -> None:
    blue, red = view()["colours"][:2]
    events: list[dict[str, Any]] = [
        {"event": "attack", "colour": blue, "origin": 11, "target": 12, "defender": red},
        {"event": "strike", "side": "attacker", "field": 11, "sv": 1, "die": 5, "hits": 3, "lost": 3, "left": 1},
        {"event": "strike", "side": "defender", "field": 12, "sv": 3, "die": 1, "hits": 2, "lost": 2, "left": 4},
        {"event": "strike", "side": "attacker", "field": 11, "sv": 1, "die": 5, "hits": 3, "lost": 1, "left": 0},
        {"event": "fight_end", "outcome": "attacker_won"},
        {"event": "advanced", "colour": blue, "origin": 11, "target": 12, "n": 3, "taken_from": red},
        {"event": "bought", "colour": blue, "field": 11, "n": 2},
        {"event": "turn_end", "colour": blue, "turns_left": 0},
    ]
    told = retell(0, events, view(), Words("en", GAME, NAMES))
    assert told.text == "attacked Bob on 12 (Oasis) from 11, won: 2 lost, 4 beaten, moved in with 3 camels, bought 2 camels for 11"
    assert [(mark.seat, mark.keys, mark.text) for mark in told.marks] == [(1, ("field:12",), "Ann took 12 (Oasis) from you")]
    broken = [*events[:3], {"event": "fight_end", "outcome": "broken_off"}]
    told = retell(0, broken, view(), Words("de", GAME, NAMES))
    assert told.text == "griff Bob auf 12 (Oase) aus 11 an, brach ab: 2 verloren, 3 geschlagen"
    assert [mark.text for mark in told.marks] == ["Ann schlug auf 12 3 Kamele von dir"]


def test_fate_is_nobodys_deed_but_is_marked() -> None:
    blue = view()["colours"][0]
    events: list[dict[str, Any]] = [
        {"event": "turn_end", "colour": blue, "turns_left": 0},
        {"event": "fate_camels", "number": 3, "field": 12, "change": -2},
    ]
    told = retell(0, events, view(), Words("en", GAME, NAMES))
    assert told.text == "did nothing"
    assert [(mark.seat, mark.text) for mark in told.marks] == [(1, "Fate: 2 camels lost on 12")]
