"""A turn of Tuareg in one sentence, as whoever reads it saw it."""

from __future__ import annotations

from typing import Any

from sandtable.games.tuareg.retelling import retell
from sandtable.kernel.coaching import Words
from sandtable.kernel.registry import load

GAME = load("tuareg")
NAMES = ["Ann", "Bob"]


def said(events: list[dict[str, Any]], language: str = "en") -> Any:
    return retell(0, events, GAME.new(2, seed=1).view(0), Words(language, GAME, NAMES))


def test_a_draw_turn_names_what_was_seen() -> None:
    draws = {"event": "draws", "seat": 0, "count": 3, "goods": ["gold", "millet", "gold"], "left": 9}
    market = [{"event": "puts_into_market", "seat": 0, "good": good} for good in ("gold", "millet")]
    end = {"event": "ends_turn", "seat": 0}
    assert said([draws, *market, end]).text == "drew 2 gold and 1 millet, put 1 gold and 1 millet into the market"
    assert said([{**draws, "goods": None}, *market]).text == "drew 3 cards, put 1 gold and 1 millet into the market"
    assert said([end], "de").text == "tat weiter nichts"


def test_a_theft_is_marked_where_it_hurts() -> None:
    steals = {"event": "steals", "seat": 0, "victim": 1, "from": "camel2", "good": "water"}
    told = said([steals])
    assert told.text == "stole water from Bob"
    assert [(mark.seat, mark.keys, mark.text) for mark in told.marks] == [(1, ("animal:camel2",), "Ann stole water from you")]
    unseen = said([{**steals, "from": "hand", "good": None}])
    assert unseen.text == "stole a card from Bob"
    assert unseen.marks[0].keys == ("handarea:1",)


def test_what_was_done_twice_is_told_twice() -> None:
    """Also where nothing tells the two apart: what a theft from a hand brought is seen by few."""
    uses = {"event": "uses_map", "seat": 0, "vp": 2}
    assert said([uses, uses]).text == ", ".join([said([uses]).text] * 2)
    assert said([uses, uses]).gain == 4
    unseen = {"event": "steals", "seat": 0, "victim": 1, "from": "hand", "good": None}
    assert said([unseen, unseen]).text == "stole a card from Bob, stole a card from Bob"
