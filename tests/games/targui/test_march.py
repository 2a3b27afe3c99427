"""The turn and the march."""

import pytest

from sandtable import Refused
from tests.games.targui.build import camels, desert, kinds, last, names, owners


def test_march_then_purchase() -> None:
    """TG-5.1.1, TG-5.1.3, TG-R4: first one march or fight, then one purchase; each may be left out, also both."""
    both = desert(2).play("march 43 E").play("amount 3")
    assert kinds(both) == {"end_turn", "buy"}
    both.play("buy 44").play("amount 2")
    assert kinds(both) == {"end_turn"}
    assert desert(2).play("end_turn").seat == 1
    assert desert(2).play("buy 43").play("amount 1").play("end_turn").seat == 1
    assert desert(2).play("march 43 E").play("amount 3").play("end_turn").seat == 1


def test_no_march_after_a_purchase() -> None:
    """TG-5.1.2: the order is fixed."""
    state = desert(2).play("buy 43").play("amount 1")
    assert kinds(state) == {"end_turn"}
    assert state.why("march 43 E").code == "MOVE_AFTER_PURCHASE"


def test_one_origin_one_neighbour() -> None:
    """TG-5.2.1: from an own field with camels to a field that touches it."""
    state = desert(2, fields={1: ("green", 5), 20: ("green", 0), 3: ("yellow", 2)})
    marches = [action for action in state.legal if action.kind == "march"]
    assert {action.args["from"] for action in marches} == {1, 43}
    assert len([a for a in marches if a.args["from"] == 1]) == 8 - 1 - 1  # a salt lake on 7, foreign camels on 3
    assert state.why("march 20 N").code == "ORIGIN_EMPTY"
    assert state.why("march 3 N").code == "ORIGIN_NOT_YOURS"


def test_one_to_all_camels() -> None:
    """TG-5.2.2, K2: 12 camels on an oasis: 1 to 12 may march."""
    state = desert(2, fields={11: ("green", 12)}, cards={11: "oasis"}).play("march 11 N")
    assert [action.args["n"] for action in state.legal] == list(range(1, 13))
    assert camels(state.copy().play("amount 12"), 11, 10) == [0, 12]
    assert state.why("amount 0").code == "AMOUNT_TOO_SMALL"
    assert state.why("amount 13").code == "AMOUNT_EXCEEDS_STACK"


def test_salt_lakes_are_never_entered() -> None:
    """TG-5.2.3: no march onto a salt lake, whoever stands beside it."""
    state = desert(2, fields={1: ("green", 5)}, cards={7: "salt_lake"})
    assert "march 1 NW" not in state.legal
    assert state.why("march 1 NW").code == "TARGET_SALT_LAKE"


def test_one_march_per_turn() -> None:
    """TG-5.2.4, K2: no second target, no second origin."""
    state = desert(2, fields={11: ("green", 12), 2: ("green", 4)}).play("march 11 N").play("amount 5")
    assert state.why("march 11 S").code == "MOVE_USED"
    assert state.why("march 2 NE").code == "MOVE_USED"
    assert "march" not in kinds(state)


def test_the_target_gets_the_marker() -> None:
    """TG-5.2.5: a marker of another player goes back to him."""
    state = desert(2, fields={1: ("green", 5), 2: ("yellow", 0)})
    state.play("march 1 E").play("amount 2")
    assert owners(state, 2) == ["green"]
    assert last(state) == [{"event": "marched", "colour": "green", "origin": 1, "target": 2, "n": 2, "taken_from": "yellow"}]
    state = desert(2, fields={1: ("green", 5)}).play("march 1 E").play("amount 2")
    assert last(state)[0]["taken_from"] is None


def test_a_field_left_keeps_its_marker() -> None:
    """TG-5.2.6: it stays owned, and counts for the income, until another player takes it."""
    state = desert(2, fields={43: ("green", 3)}).play("march 43 E").play("amount 3")
    assert owners(state, 43, 44) == ["green", "green"]
    assert camels(state, 43) == [0]
    state.play("end_turn")
    assert state.scores[0] > 0


def test_foreign_camels_must_be_attacked() -> None:
    """TG-5.2.7: no march onto a field with camels of another player."""
    state = desert(2, fields={1: ("green", 5), 2: ("yellow", 1)})
    assert state.why("march 1 E").code == "TARGET_OCCUPIED"
    assert "attack 1 E" in state.legal


def test_own_camels_join() -> None:
    """TG-5.2.8, TG-R5: a field with own camels may be marched into; with ``stacking`` false only an own field without camels."""
    fields = {1: ("green", 5), 2: ("green", 30), 4: ("green", 0)}
    state = desert(2, fields=fields).play("march 1 E").play("amount 5")
    assert camels(state, 1, 2) == [0, 35]
    assert last(state)[0]["taken_from"] is None
    strict = desert(2, fields=fields, stacking=False)
    assert strict.why("march 1 E").code == "STACKING_OFF"
    assert "march 1 E" not in strict.legal
    assert "march 1 S" in strict.legal


def test_an_empty_foreign_field_is_simply_taken() -> None:
    """TG-5.2.9, TG-R6: a plain march, without a fight."""
    state = desert(2, fields={1: ("green", 5), 2: ("yellow", 0)})
    assert state.why("attack 1 E").code == "ATTACK_EMPTY"
    state.play("march 1 E").play("amount 1")
    assert names(state) == ["marched"]
    assert owners(state, 2) == ["green"]


def test_an_empty_foreign_settlement_too() -> None:
    """TG-R7: its colour has no income until it is retaken."""
    state = desert(2, fields={31: ("yellow", 0), 30: ("green", 5), 32: ("yellow", 6)}, cards={30: "hills", 32: "oasis"})
    assert state.scores[1] == 4 + 3
    state.play("march 30 S").play("amount 2")
    assert state.scores[1] == 0
    state.play("end_turn").play("attack 32 E", chance=[6])
    state.play("amount 1")
    assert state.scores[1] == 4 + 3


def test_diagonal_between_two_salt_lakes() -> None:
    """TG-R15: allowed."""
    state = desert(2, fields={1: ("green", 5)}, cards={8: "salt_lake", 2: "salt_lake"})
    assert "march 1 NE" in state.legal


def test_a_single_camel_goes_unasked() -> None:
    """TG-D4: an amount with one possible value is not asked for."""
    state = desert(2, fields={1: ("green", 1)}).play("march 1 E")
    assert state.position()["phase"] == "turn"
    assert camels(state, 1, 2) == [0, 1]
    assert desert(2, money={"green": 1}).play("buy 43").position()["money"]["green"] == 0
    assert desert(2, supply=1).play("buy 43").position()["supply"] == 0


def test_end_turn_is_never_automatic() -> None:
    """TG-D5, TG-R23: without camels and money the turn still has to be ended."""
    state = desert(2, fields={43: ("green", 0)}, money={"green": 0})
    assert [action.text for action in state.legal] == ["end_turn"]
    assert state.play("end_turn").seat == 1


def test_there_is_no_cancel_but_undo() -> None:
    """TG-D6: a march once chosen needs its number; undo takes the choice back."""
    state = desert(2)
    before = state.position()
    state.play("march 43 E")
    assert names(state) == []
    with pytest.raises(Refused):
        state.play("end_turn")
    assert state.undo().position() == before


def test_phases() -> None:
    """TG-D3: what is legal in each phase, in ascending id order."""
    fields = {1: ("green", 9), 2: ("yellow", 9)}
    seen = {}
    state = desert(2, fields=fields)
    seen["turn"] = kinds(state)
    seen["march_amount"] = kinds(state.copy().play("march 1 N"))
    seen["buy_amount"] = kinds(state.copy().play("buy 1"))
    seen["fight"] = kinds(state.copy().play("attack 1 E", chance=[1, 1]))
    won = desert(2, fields={1: ("green", 9), 2: ("yellow", 1)}).play("attack 1 E")
    seen["advance_amount"] = kinds(won)
    assert won.position()["phase"] == "advance_amount"
    assert seen == {
        "turn": {"end_turn", "buy", "march", "attack"},
        "march_amount": {"amount"},
        "buy_amount": {"amount"},
        "fight": {"fight_on", "break_off"},
        "advance_amount": {"amount"},
    }
    assert state.legal.ids.tolist() == sorted(state.legal.ids.tolist())
    marches = {a.text.partition(" ")[2] for a in state.legal if a.kind == "march"}
    assert not marches & {a.text.partition(" ")[2] for a in state.legal if a.kind == "attack"}
