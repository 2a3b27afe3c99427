"""Why a decision is not possible: every code, its rule, the order of the checks."""

import json
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable import State
from sandtable.kernel.words import LANGUAGES
from tests.games.targui.build import GAME, desert

FIELDS = {1: ("green", 5), 2: ("yellow", 6), 3: ("green", 0), 4: ("green", 4), 8: ("yellow", 0)}


def turn(**more: Any) -> State:
    return desert(2, fields=FIELDS, cards={7: "salt_lake", 2: "hills"}, **more)


def fight() -> State:
    return turn().play("attack 1 E", chance=[1, 1])


def over() -> State:
    state = desert(2, last_round=True, fate=7, pack=["yellow"])
    return state.play("end_turn").play("end_turn")


def conquered() -> State:
    return desert(2, fields={31: ("yellow", 0), 30: ("green", 1)}, cards={30: "hills"}).play("march 30 S")


def three_with_one_out() -> State:
    return desert(3, out=["green"], turn="red")


CASES = [
    ("UNKNOWN_DECISION", "TG-D2", turn, "dance", 0),
    ("UNKNOWN_DECISION", "TG-D2", turn, "march 1", 0),
    ("UNKNOWN_DECISION", "TG-D2", turn, "end_turn 3", 0),
    ("UNKNOWN_DECISION", "TG-D2", turn, "amount many", 0),
    ("UNKNOWN_DECISION", "TG-D2", over, "amount 1.5", None),
    ("UNKNOWN_DECISION", "TG-D2", turn, 1285, 0),
    ("UNKNOWN_DECISION", "TG-D2", turn, -1, 0),
    ("NO_SUCH_FIELD", "TG-2.4", turn, "march 50 X", 0),
    ("NO_SUCH_FIELD", "TG-2.4", over, "settle 0", 0),
    ("NO_SUCH_DIRECTION", "TG-2.6", turn, "attack 1 X", 0),
    ("NO_SUCH_DIRECTION", "TG-2.6", over, "march 1 NO", 0),
    ("GAME_OVER", "TG-6.3", over, "end_turn", None),
    ("GAME_OVER", "TG-6.2", conquered, "end_turn", 1),
    ("SPECTATOR", "TG-D1", turn, "end_turn", None),
    ("PLAYER_OUT", "TG-6.1", three_with_one_out, "end_turn", 1),
    ("DEFENDER_CANNOT_DECIDE", "TG-5.3.8", fight, "break_off", 1),
    ("NOT_YOUR_DECISION", "TG-4.6", fight, "end_turn", 1),
    ("NOT_YOUR_DECISION", "TG-4.6", turn, "break_off", 1),
    ("NOT_YOUR_DECISION", "TG-3.6", lambda: GAME.new(2, seed=1), "settle 13", 1),
    ("SETTLE_FIRST", "TG-3.6", lambda: GAME.new(2, seed=1), "end_turn", 0),
    ("NOT_YOUR_START_FIELD", "TG-3.6", lambda: GAME.new(2, seed=1), "settle 13", 0),
    ("FIGHT_RUNNING", "TG-5.3.8", fight, "end_turn", 0),
    ("FIGHT_RUNNING", "TG-5.3.8", fight, "amount 2", 0),
    ("ADVANCE_REQUIRED", "TG-5.3.5", lambda: turn().play("attack 1 E", chance=[6, 1]).play("fight_on", chance=[6]), "end_turn", 0),
    ("AMOUNT_REQUIRED", "TG-5.2.2", lambda: turn().play("march 1 N"), "march 1 N", 0),
    ("AMOUNT_REQUIRED", "TG-5.4.2", lambda: turn().play("buy 1"), "end_turn", 0),
    ("AMOUNT_TOO_SMALL", "TG-5.2.2", lambda: turn().play("march 1 N"), "amount 0", 0),
    ("AMOUNT_TOO_SMALL", "TG-5.4.2", lambda: turn().play("buy 1"), "amount -3", 0),
    ("AMOUNT_TOO_SMALL", "TG-5.3.5", lambda: turn().play("attack 1 E", chance=[6, 1]).play("fight_on", chance=[6]), "amount 0", 0),
    ("AMOUNT_EXCEEDS_MONEY", "TG-5.4.1", lambda: turn().play("buy 1"), "amount 11", 0),
    ("AMOUNT_EXCEEDS_SUPPLY", "TG-5.4.2", lambda: turn(supply=5).play("buy 1"), "amount 6", 0),
    ("AMOUNT_EXCEEDS_STACK", "TG-5.2.2", lambda: turn().play("march 1 N"), "amount 6", 0),
    ("AMOUNT_EXCEEDS_STACK", "TG-5.3.5", lambda: turn().play("attack 1 E", chance=[6, 1]).play("fight_on", chance=[6]), "amount 6", 0),
    ("AMOUNT_EXCEEDS_LIMIT", "TG-R50", lambda: turn(camel_limit=False, money={"green": 500}).play("buy 1"), "amount 401", 0),
    ("SETTLE_OVER", "TG-3.6", turn, "settle 13", 0),
    ("NO_FIGHT", "TG-5.3.8", turn, "fight_on", 0),
    ("AMOUNT_NOT_ASKED", "TG-D3", turn, "amount 3", 0),
    ("PURCHASE_USED", "TG-5.4.3", lambda: turn(bought=True), "buy 2", 0),
    ("BUY_FIELD_NOT_YOURS", "TG-5.4.3", lambda: turn(money={"green": 0}), "buy 2", 0),
    ("NO_MONEY", "TG-5.4.1", lambda: turn(money={"green": 0}, supply=0), "buy 1", 0),
    ("NO_SUPPLY", "TG-5.4.2", lambda: turn(supply=0), "buy 1", 0),
    ("MOVE_USED", "TG-5.2.4", lambda: turn(moved=True, bought=True), "march 8 N", 0),
    ("MOVE_AFTER_PURCHASE", "TG-5.1.2", lambda: turn(bought=True), "attack 8 N", 0),
    ("ORIGIN_NOT_YOURS", "TG-5.2.1", turn, "march 2 N", 0),
    ("ORIGIN_EMPTY", "TG-5.2.1", turn, "attack 3 N", 0),
    ("OFF_BOARD", "TG-2.6", turn, "march 43 N", 0),
    ("TARGET_SALT_LAKE", "TG-5.2.3", turn, "attack 1 NW", 0),
    ("TARGET_OCCUPIED", "TG-5.2.7", turn, "march 1 E", 0),
    ("STACKING_OFF", "TG-R5", lambda: turn(stacking=False), "march 1 S", 0),
    ("ATTACK_OWN", "TG-5.3.1", turn, "attack 1 S", 0),
    ("ATTACK_EMPTY", "TG-5.3.1", turn, "attack 1 N", 0),
    ("ATTACK_EMPTY", "TG-5.3.1", turn, "attack 1 W", 0),
]


@pytest.mark.parametrize(("code", "rule", "arrange", "attempt", "seat"), CASES, ids=lambda v: str(v) if isinstance(v, str) else "")
def test_every_refusal(code: str, rule: str, arrange: Any, attempt: Any, seat: int | None) -> None:
    """TG-D2, TG-D3: code and rule of every refused attempt, in the specified order of checks; words in both languages."""
    refusal = arrange().why(attempt, seat)
    assert (refusal.code, refusal.rule) == (code, rule)
    assert set(refusal.words) == set(LANGUAGES)
    assert all(refusal.words.values())


def test_words_are_those_of_the_specification() -> None:
    """TG-D3: every code of section J has its sentence in both languages, and no other code exists."""
    spec = Path(__file__).parents[3] / "docs" / "rules" / "targui.md"
    for language, column in (("en", -2), ("de", -1)):
        path = Path(sandtable.__file__).parent / "games" / "targui" / "words" / f"{language}.json"
        words = json.loads(path.read_text("utf-8"))["refusals"]
        rows = [line.strip("| \n").split(" | ") for line in spec.read_text("utf-8").splitlines() if line.startswith("| `")]
        table = {row[0].strip("`"): row[column].strip() for row in rows if row[0].strip("`").isupper()}
        assert words == table
    reached = {code for code, *_ in CASES}
    outside = {"NOT_ADJACENT", "UNDO_NOTHING", "UNDO_REVEALED", "UNDO_OTHER_PLAYER", "PLAYER_COUNT", "UNKNOWN_OPTION"}
    assert set(words) == reached | outside | {code for code in words if code.startswith("FATE_")}


def test_named_arguments() -> None:
    """TG-D2: incomplete or wrong names are no action."""
    state = turn()
    assert state.why("march", **{"from": 1, "dir": "W"}) is None
    assert state.why("march", **{"from": 1}).code == "UNKNOWN_DECISION"
    assert state.why("march", **{"from": 1, "direction": "W"}).code == "UNKNOWN_DECISION"
    assert state.why("end_turn", field=3).code == "UNKNOWN_DECISION"
    assert state.why("").code == "UNKNOWN_DECISION"
