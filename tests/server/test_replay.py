"""Looking back: every frame has the aids of whoever looks."""

from __future__ import annotations

import random
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

from sandtable import Record, load
from sandtable.kernel.conformance import walk
from sandtable.server.tables.updates import frames


def test_a_thief_knows_what_it_stole() -> None:
    """TU-11: the card under one's own thief counts as known when the game is looked at again."""
    for seed in range(40):
        for state in walk(load("tuareg").new(3, seed), random.Random(seed)):
            stolen = [event for event in state.events(state.moves[-1].events if state.moves else 0) if event["event"] == "steals"]
            if not stolen or stolen[0]["from"] != "hand" or state.view(None)["phase"] == "over":
                continue
            thief = int(stolen[0]["seat"])
            record = Record.of(state)
            table = cast(Any, SimpleNamespace(record=partial(Record.parse, str(record))))
            now = frames(table, thief, False, state.number, 1)[0]
            watched = frames(table, None, False, state.number, 1)[0]
            own = [card for card in now["view"]["seats"][thief]["thieves"] if card]
            assert all(card["good"] for card in own)
            caves = sum(card["good"] is None for cave in now["view"]["seats"][thief]["caves"] for card in cave)
            assert now["helps"]["unknown"][thief] == caves == 0
            assert watched["helps"]["unknown"][thief] > 0
            return
    raise AssertionError("nobody stole from a hand")
