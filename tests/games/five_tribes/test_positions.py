"""The exchange format (FT-8)."""

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandtable import BadPosition
from sandtable.games.five_tribes.components import TILE_KINDS
from sandtable.kernel.conformance import walk

from .build import GAME, at, play, position, seat, stage, turn


@pytest.mark.slow
def test_round_trip() -> None:
    """FT-8: what is written is read back to the same bytes, and JSON in between; every third position of whole games."""
    for players, options in ((2, {"djinn_limit": "turn"}), (3, {}), (4, {"hands": "open", "edition": "slaves"})):
        state, rng = GAME.new(players, seed=9, **options), random.Random(9)
        for current in walk(state, rng):
            if current.number % 3 and not current.over:
                continue
            written = current.position()
            again = GAME.position(json.loads(json.dumps(written)))
            assert again.position() == written
            assert again.key == current.key


def test_keys() -> None:
    """FT-8: the keys of the table and no others; all colours and cards are named."""
    p = play(at({"a1": "Y", "b1": "YR"}), "lift a1").position()
    assert set(p) == {
        "game", "options", "players", "tiles", "seats", "bag", "palms", "palaces", "row", "djinn_row", "pile", "djinn_pile", "discard",
        "djinn_discard", "round", "stage", "ending", "bid_order", "bids", "queue", "next_order", "seat", "turn",
    }  # fmt: skip
    assert set(p["turn"]) == set(turn())
    assert (p["turn"]["at"], p["turn"]["previous"], p["turn"]["final"]) == ("a1", None, None)
    assert p["turn"]["hand"] == {"yellow": 1, "white": 0, "green": 0, "blue": 0, "red": 0}
    assert len(p["seats"][0]["hand"]) == len(p["seats"][0]["seen"]) == 10


def test_unreachable_positions_are_read() -> None:
    """FT-8.1: other mixes of tiles, stacks of any height, bags, piles, hands and camels that do not add up."""
    state = at({"a1": "Y" * 500, "b1": "R"}, None, seat(camels=99, fakir=40, djinns="boaz boaz"), base="village", bag="YYY", pile=[])
    assert state.position()["tiles"]["a1"]["meeples"]["yellow"] == 500
    assert GAME.position(state.position()).position() == state.position()
    without_name = position()
    del without_name["game"]
    assert GAME.position(without_name).position()["game"] == "five-tribes"


def change(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def apply(p: dict[str, Any]) -> None:
        *way, last = path.split(".")
        thing: Any = p
        for key in way:
            thing = thing[int(key) if isinstance(thing, list) else key]
        if value is KeyError:
            del thing[last]
        else:
            thing[int(last) if isinstance(thing, list) else last] = value

    return apply


BAD = [
    ("players", 5, "players"), ("players", True, "players"), ("players", 3.0, "players"), ("players", KeyError, "players"),
    ("options.hands", "ajar", "hands"),
    ("options.edition", KeyError, "edition"), ("options", [], "options"), ("game", "targui", "targui"), ("tiles.a1", KeyError, "a1"),
    ("tiles.a1.kind", "desert", "desert"), ("tiles.a1.vp", -1, "vp"), ("tiles.a1.vp", 1.5, "vp"), ("tiles.a1.camel", 3, "seat"),
    ("tiles.a1.meeples.pink", 1, "pink"), ("tiles.a1.meeples.red", KeyError, "red"), ("tiles.g1", {}, "g1"), ("tiles", None, "tiles"),
    ("seats.0.gold", -1, "gold"), ("seats.0.gold", None, "gold"), ("seats.0.hand.ivory", "2", "ivory"),
    ("seats.0.djinns", ["zeus"], "zeus"),
    ("seats.0.used", "sloar", "used"), ("seats.0", 7, "seats"), ("seats", [], "seats"), ("bag.white", KeyError, "white"),
    ("row", ["gold", "silver"], "silver"), ("pile", ["fish"] * 161, "160"), ("pile", 4, "pile"), ("round", -1, "round"),
    ("stage", "lunch", "lunch"), ("stage", "over", "seat"), ("stage", "bid", "bid"), ("ending", 1, "ending"), ("seat", 3, "seat"),
    ("seat", None, "seat"), ("queue", [1], "every seat once"), ("queue", [1, 1], "every seat once"), ("queue", [1, 9], "seat"),
    ("bids", [[2, 0]], "spots"), ("bids", [[1, 0], [1, 1]], "spot 1"), ("bids", [[1]], "pair"), ("turn", None, "turn"),
    ("turn.hand", {}, "hand"), ("turn.count", -2, "count"), ("turn.colour", "pink", "pink"), ("turn.final", "z9", "z9"),
    ("turn.peek", ["boaz"], "peek"), ("turn.set", ["fish"], "set"), ("turn.closed", None, "closed"), ("turn.place", 7, "seat"),
    ("turn.pending", {"djinn": "leta", "origin": None, "back": "start"}, "pending"), ("turn.at", KeyError, "at"),
    ("stage", "sow", "hand"), ("stage", "tile", "final"), ("stage", "second_kill", "final"), ("stage", "target", "pending"),
    ("stage", "redirect", "pending"), ("stage", "sibittis", "pending"), ("stage", "sell", "set"),
    ("turn.set", ["fish", "fish"], "different"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "reason"), BAD, ids=[f"{path}={value}"[:40] for path, value, _ in BAD])
def test_what_has_no_meaning_is_refused(path: str, value: Any, reason: str) -> None:
    """FT-8.1: a missing key, an unknown name, a negative number, a seat that does not exist, a stage without its fields."""
    p = copy.deepcopy(position({"a1": "Y", "b1": "YR"}))
    change(path, value)(p)
    with pytest.raises(BadPosition, match=reason):
        GAME.position(p)


@pytest.mark.parametrize("thing", [None, [], "x", 3, {}])
def test_nonsense_is_refused(thing: Any) -> None:
    """FT-8.1: anything but a position is refused, not crashed on."""
    with pytest.raises(BadPosition):
        GAME.position(thing)


def test_dead_ends_are_refused() -> None:
    """FT-8.1: a stage in which nothing could be decided has no meaning."""
    now = turn(at="c3", previous="b3", final="c3", colour="red", count=2, place="a1", iblis=True, struck=True)
    with pytest.raises(BadPosition, match="no legal decision"):
        at({}, None, stage="second_kill", turn=now)


def test_markers_are_complete() -> None:
    """FT-8.1: `bids` and `bid_order`, later `next_order` and `queue`, hold four seats with 2 players, otherwise one per player."""
    assert at(players=2, next_order=[0, 1], queue=[1, 0]).seat == 0
    with pytest.raises(BadPosition, match="four seats"):
        at(players=2, next_order=[0], queue=[1])
    with pytest.raises(BadPosition, match="next marker"):
        at(stage="bid", bid_order=[1, 0, 2])


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_broken_positions_never_crash(data: st.DataObject) -> None:
    """FT-8.1: any value put anywhere gives a position or a reason, never a crash."""
    p = copy.deepcopy(position({"a1": "Y", "b1": "YR"}, None, seat(djinns="enki", fakir=1)))
    thing: Any = p
    while True:
        key = data.draw(st.sampled_from(sorted(thing) if isinstance(thing, dict) else range(len(thing))))
        inner = thing[key]
        if isinstance(inner, dict | list) and inner and data.draw(st.booleans()):
            thing = inner
        else:
            break
    junk = st.one_of(st.none(), st.booleans(), st.integers(-2, 99), st.text(max_size=3), st.lists(st.integers(0, 4), max_size=3))
    thing[key] = data.draw(st.one_of(junk, st.dictionaries(st.text(max_size=3), junk, max_size=2)))
    try:
        state = GAME.position(p)
    except BadPosition:
        return
    assert GAME.position(state.position()).position() == state.position()


def test_all_kinds_of_tiles_are_read() -> None:
    """FT-8.1: a board may consist of one kind of tile only."""
    for kind in TILE_KINDS:
        assert stage(at({"a1": "Y", "b1": "YR"}, base=kind)) == "start"
