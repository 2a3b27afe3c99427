"""The exchange format: what can be imported, and what is refused with a reason."""

import contextlib
import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from sandtable import BadPosition, State
from tests.games.targui.build import GAME, desert, position

Json = dict[str, Any]


def march() -> State:
    return desert(2, fields={1: ("green", 5)}).play("march 1 N")


def fight() -> State:
    return desert(2, fields={1: ("green", 5), 2: ("yellow", 6)}).play("attack 1 E", chance=[1, 1])


def advance() -> State:
    return desert(2, fields={1: ("green", 5), 2: ("yellow", 1)}).play("attack 1 E", chance=[6])


def purchase() -> State:
    return desert(2).play("buy 43")


def over() -> State:
    return desert(2, last_round=True, fate=7, pack=["yellow"]).play("end_turn").play("end_turn")


def endless() -> State:
    state = desert(2, conquest_only=True, last_round=True, fate=7, pack=["yellow"])
    return state.play("end_turn").play("end_turn")


def conquered() -> State:
    return desert(2, fields={31: ("yellow", 0), 30: ("green", 1)}, cards={30: "hills"}, die=3).play("march 30 S")


ARRANGED = [
    lambda: GAME.new(3, seed=1),
    lambda: GAME.new(3, seed=1).play("settle 32"),
    desert,
    march,
    fight,
    advance,
    purchase,
    over,
    conquered,
]


@pytest.mark.parametrize("arrange", ARRANGED)
def test_round_trip_in_every_phase(arrange: Callable[[], State]) -> None:
    """TG-D3: export, import, export is the same in every phase, events of the last decision included; play goes on alike."""
    state = arrange()
    written = json.loads(json.dumps(state.position()))
    again = GAME.position(written, seed=5)
    assert again.position() == written
    assert again.view(0) == state.view(0)
    assert again.legal.ids.tolist() == state.legal.ids.tolist()
    assert bytes(again.record["owner"]) == bytes(state.record["owner"])
    for missing in ("game", "events"):
        shorter = {key: value for key, value in written.items() if key != missing}
        assert {**GAME.position(shorter).position(), "events": []} == {**written, "events": []}


def test_events_of_the_last_decision() -> None:
    """TG-D8: the position and the view carry what the last decision caused."""
    state = march().play("amount 2")
    expected = [{"event": "marched", "colour": "green", "origin": 1, "target": 8, "n": 2, "taken_from": None}]
    assert state.position()["events"] == state.view(None)["events"] == expected
    assert GAME.new(2, seed=1).position()["events"][0]["event"] == "layout"
    assert state.redeal(0, 1).view(0)["events"] == expected
    assert state.play("buy 1").position()["events"] == []


def put(*path: Any, value: Any) -> Callable[[Json], None]:
    def change(written: Json) -> None:
        place: Any = written
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value

    return change


def drop(key: str) -> Callable[[Json], None]:
    return lambda written: written.pop(key)


def both(*changes: Callable[[Json], None]) -> Callable[[Json], None]:
    def change(written: Json) -> None:
        for one in changes:
            one(written)

    return change


WRONG: list[tuple[Callable[[], State], Callable[[Json], Any]]] = [
    *[(desert, drop(key)) for key in position() if key not in ("game", "events")],
    (desert, put("extra", value=1)),
    (desert, put("game", value="chess")),
    (desert, put("options", value=None)),
    (desert, put("options", "stacking", value=1)),
    (desert, put("options", "fates", value="full")),
    (desert, put("options", "fates", value=[1, 2])),
    (desert, put("colours", value=["blue", "red"])),
    (desert, put("colours", value="blue")),
    (desert, put("rounds", value=15)),
    (desert, put("rounds", value=None)),
    (desert, put("phase", value="sleep")),
    (desert, put("phase", value=3)),
    (desert, put("card", 1, value="oasis")),
    (desert, put("card", 5, value="swamp")),
    (desert, put("card", 5, value="salt_works")),
    (desert, put("card", 0, value="oasis")),
    (desert, put("card", 2, value="oasis")),
    (desert, put("card", 2, value="settlement_blue")),
    (desert, put("card", value=[None] * 3)),
    (desert, both(put("card", 43, value="dunes"), put("card", 2, value="settlement_blue"))),
    (desert, put("owner", 2, value="pink")),
    (desert, put("owner", 30, value="blue")),
    (desert, put("owner", 0, value="blue")),
    (desert, put("owner", 43, value=None)),
    (desert, put("camels", 43, value=-1)),
    (desert, put("camels", 43, value=11)),
    (desert, put("camels", 43, value="10")),
    (desert, put("camels", 43, value=True)),
    (desert, put("camels", 0, value=1)),
    (desert, put("camels", 2, value=3)),
    (desert, put("camels", 43, value=10**9)),
    (desert, put("money", "blue", value=-3)),
    (desert, put("money", value={"blue": 1})),
    (desert, put("money", value=7)),
    (desert, put("supply", value=None)),
    (desert, put("supply", value=361)),
    (desert, put("bank", value=90)),
    (desert, put("out", value=["blue"])),
    (desert, put("out", value=["blue", "blue"])),
    (desert, put("out", value=["pink"])),
    (desert, put("out", value=None)),
    (lambda: desert(3, out=["green"], turn="red"), put("out", value=[])),
    (lambda: desert(3, out=["green"], turn="red"), put("money", "green", value=4)),
    (lambda: desert(2, money_limit=True), put("bank", value=None)),
    (lambda: desert(2, money_limit=True), put("bank", value=1)),
    (lambda: desert(2, camel_limit=False), put("supply", value=380)),
    (desert, put("round", value=0)),
    (desert, put("round", value=17)),
    (desert, put("die", value=None)),
    (desert, put("die", value=7)),
    (desert, put("die", value=2)),
    (desert, put("fate_deck", 0, value=99)),
    (desert, put("fate_deck", value=[])),
    (desert, put("fate_deck", 0, value={"a": 1})),
    (desert, put("fate_seen", value=[3])),
    (desert, put("fate_now", value=3)),
    (desert, put("fate_now", value="3")),
    (lambda: desert(2, fate=8), put("fate_now", value=None)),
    (lambda: desert(2, fate=8), put("fate_seen", value=[])),
    (lambda: desert(2, fate=8), put("revealed", value=["green"])),
    (lambda: desert(2, fate=8), put("revealed", value=[8, {}])),
    (desert, put("pack", value=[])),
    (desert, put("pack", 0, value="pink")),
    (desert, put("pack", 0, value=None)),
    (desert, put("revealed", value=["red"])),
    (desert, put("revealed", value=[])),
    (desert, put("turn", value=None)),
    (desert, put("turn", value="red")),
    (desert, put("turn", value="pink")),
    (desert, put("turns_left", value=2)),
    (desert, put("turns_left", value=0)),
    (desert, put("moved", value=0)),
    (desert, put("bought", value=None)),
    (desert, put("pending", value={"field": 3})),
    (desert, put("result", value={"reason": "rounds"})),
    (desert, put("events", value="none")),
    (desert, put("events", value=[3])),
    (desert, put("events", value=[{"event": "earthquake"}])),
    (desert, put("events", value=[{"event": "turn_end", "colour": "green"}])),
    (desert, put("events", value=[{"event": "round_end", "round": 1, "note": "read this"}])),
    (desert, put("events", value=[{"event": "round_end", "round": {"note": "read this"}}])),
    (desert, put("events", value=[{"event": "eliminated", "colour": "green", "by": "<b>me</b>"}])),
    (desert, put("events", value=[{"event": "fight_end", "outcome": "a draw"}])),
    (desert, put("events", value=[{"event": "layout", "cards": ["desert"]}])),
    (march, put("pending", value=None)),
    (march, put("pending", "from", value=0)),
    (march, put("pending", "to", value=40)),
    (march, put("pending", "from", value=8)),
    (march, put("pending", "to", value=7)),
    (march, put("moved", value=True)),
    (march, put("bought", value=True)),
    (march, put("pending", value={"field": 1})),
    (march, put("pending", value=[1, 8])),
    (march, both(put("camels", 1, value=1), put("supply", value=379))),
    (march, put("phase", value="fight")),
    (march, put("phase", value="turn")),
    (fight, put("phase", value="march_amount")),
    (fight, put("pending", "to", value=3)),
    (advance, put("pending", "defender", value="green")),
    (advance, put("pending", "defender", value=None)),
    (advance, put("owner", 2, value="yellow")),
    (purchase, put("pending", "field", value=2)),
    (purchase, put("pending", "field", value="43")),
    (purchase, put("money", "green", value=1)),
    (purchase, put("bought", value=True)),
    (over, put("result", value=None)),
    (over, put("result", "winners", value=["green"])),
    (over, put("result", "table", "green", "income", value=99)),
    (over, put("turns_left", value=1)),
    (over, put("turn", value="green")),
    (endless, put("round", value=3)),
    (over, put("phase", value="turn")),
    (lambda: GAME.new(3, seed=1).play("settle 32"), put("round", value=1)),
    (lambda: GAME.new(3, seed=1).play("settle 32"), put("die", value=1)),
    (lambda: GAME.new(3, seed=1).play("settle 32"), put("turn", value="yellow")),
    (lambda: GAME.new(3, seed=1).play("settle 32"), put("pack", value=["red"])),
    (lambda: GAME.new(3, seed=1).play("settle 32"), put("owner", 2, value="red")),
    (lambda: GAME.new(3, seed=1).play("settle 32"), put("owner", 2, value="green")),
    (lambda: GAME.new(3, seed=1).play("settle 32"), put("turns_left", value=1)),
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_what_cannot_be_is_refused(number: int) -> None:
    """TG-2.4, TG-2.7: a position that cannot exist is refused with a reason, whatever is wrong with it; nothing ever crashes."""
    arrange, change = WRONG[number]
    written = copy.deepcopy(arrange().position())
    change(written)
    with pytest.raises(BadPosition) as error:
        GAME.position(written)
    assert len(str(error.value)) > 10


@pytest.mark.parametrize("foreign", [{"html": "<img src=x>"}, {"event": "<img src=x>"}, {"colour": {"own": ["JSON"]}}, {"field": "<b>"}])
def test_events_bring_nothing_of_their_makers(foreign: Json) -> None:
    """TG-D8: what the last decision did is shown to everybody; whoever prepares a position cannot say something of their own there."""
    written = GAME.new(3, seed=1).play("settle 32").position()
    settled = next(event for event in written["events"] if event["event"] == "settled")
    assert {"colour", "field"} <= set(settled)
    GAME.position(written)
    with pytest.raises(BadPosition):
        GAME.position({**written, "events": [{**settled, **foreign}]})


@pytest.mark.parametrize("nonsense", [None, 3, "x", [], {}, True])
def test_nonsense_anywhere(nonsense: Any) -> None:
    """TG-D3: any value in any place of a position is read or refused, never a crash."""
    with pytest.raises(BadPosition):
        GAME.position(nonsense)
    for arrange in ARRANGED:
        whole = arrange().position()
        for key, value in whole.items():
            read_or_refused({**whole, key: nonsense})
            for part in list(value) if isinstance(value, dict) else range(3) if isinstance(value, list) and len(value) > 2 else []:
                written = copy.deepcopy(whole)
                written[key][part] = nonsense
                read_or_refused(written)


def read_or_refused(written: Json) -> None:
    with contextlib.suppress(BadPosition):
        GAME.position(written)


def test_a_view_is_no_position() -> None:
    """TG-H3: what a client gets cannot be imported as the truth."""
    with pytest.raises(BadPosition):
        GAME.position(desert().view(0))


def test_unreachable_positions_are_welcome() -> None:
    """TG-R22: a position need not be reachable, if nothing in it contradicts the rules."""
    state = desert(2, fields={43: ("green", 0), 26: ("green", 200)}, money={"green": 999})
    assert "march 26 W" in state.legal
    late = desert(2, round=9)
    while not late.over:
        late.play("end_turn")
    assert late.position()["round"] <= 14
