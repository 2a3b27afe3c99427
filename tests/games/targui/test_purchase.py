"""The purchase."""

from tests.games.targui.build import camels, desert, ids, kinds, last


def test_one_silver_each() -> None:
    """TG-5.4.1: the price of a camel."""
    state = desert(2, money={"green": 9}).play("buy 43").play("amount 4")
    assert state.position()["money"]["green"] == 5
    assert last(state) == [{"event": "bought", "colour": "green", "field": 43, "n": 4}]
    assert "buy 43" not in desert(2, money={"green": 0}).legal


def test_limited_by_money_and_supply() -> None:
    """TG-5.4.2: any number from 1 up to both."""
    assert desert(2, money={"green": 7}).play("buy 43").legal.ids.tolist() == ids("885-891")
    assert desert(2, money={"green": 90}, supply=12).play("buy 43").legal.ids.tolist() == ids("885-896")
    assert "buy" not in kinds(desert(2, supply=0))


def test_onto_one_own_field() -> None:
    """TG-5.4.3, TG-R16, TG-R17: any field with the own marker, empty or remote, also while the own settlement is lost; one per turn."""
    fields = {1: ("green", 0), 26: ("green", 3), 43: ("yellow", 2), 2: ("yellow", 3)}
    state = desert(2, fields=fields)
    assert [a.args["field"] for a in state.legal if a.kind == "buy"] == [1, 26]
    state.play("buy 1").play("amount 5")
    assert camels(state, 1) == [5]
    assert state.why("buy 26").code == "PURCHASE_USED"


def test_a_new_field_may_get_camels_at_once() -> None:
    """TG-R17: the field just marched to."""
    state = desert(2).play("march 43 E").play("amount 1").play("buy 44").play("amount 10")
    assert camels(state, 44) == [11]


def test_split_purchase() -> None:
    """TG-R16: with the option the player may buy again until he ends the turn; there is still no march after it."""
    state = desert(2, split_purchase=True, fields={1: ("green", 0)}).play("buy 1").play("amount 4")
    assert kinds(state) == {"end_turn", "buy"}
    state.play("buy 43").play("amount 3").play("buy 43").play("amount 3")
    assert camels(state, 1, 43) == [4, 16]
    assert kinds(state) == {"end_turn"}
    assert desert(2, split_purchase=True).play("buy 43").play("amount 1").why("march 43 E").code == "MOVE_AFTER_PURCHASE"


def test_camels_without_end() -> None:
    """TG-R18, TG-R50: without ``camel_limit`` the box never runs out; one decision still names at most 400 camels."""
    state = desert(2, camel_limit=False, money={"green": 900}, fields={43: ("green", 700)})
    assert state.position()["supply"] is None
    state.play("buy 43")
    assert state.legal.ids.tolist() == ids("885-1284")
    assert state.why("amount 401").code == "AMOUNT_EXCEEDS_LIMIT"
    state.play("amount 400")
    assert camels(state, 43) == [1100]
    state.play("end_turn").play("end_turn")
    state = desert(2, camel_limit=False, fields={43: ("green", 700)}).play("march 43 E")
    assert state.legal.ids.tolist() == ids("885-1284")
    assert camels(state.play("amount 400"), 43, 44) == [300, 400]
