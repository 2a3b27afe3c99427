"""Economic values and income."""

import pytest

from tests.games.targui.build import desert, last

RICH = {21: ("green", 4), 22: ("green", 0), 23: ("green", 1), 24: ("green", 0), 41: ("green", 2), 42: ("green", 0)}
KINDS = {21: "oasis", 22: "hills", 23: "hills", 24: "dunes", 41: "mountains", 42: "mountains"}


def incomes(**what: object) -> dict[str, tuple[int, int, int]]:
    state = desert(2, turn="yellow", pack=["green"] if what.get("fate") else None, cards=KINDS, **what)  # type: ignore[arg-type]
    while True:
        state.play("end_turn")
        if last(state, "round_end"):
            return {e["colour"]: (e["land"], e["due"], e["paid"]) for e in last(state, "income")}


def test_income_of_all_marked_fields() -> None:
    """TG-5.5.1, TG-5.5.2, K5: the sum of the economic values, camels there or not; paid to everybody at the end of the round."""
    paid = incomes(fields=RICH, next_fate=7)
    assert paid == {"green": (12, 12, 12), "yellow": (4, 4, 4)}


@pytest.mark.parametrize("fate", [8, 16])
def test_silver_in_the_mountains(fate: int) -> None:
    """TG-9.16, TG-R27, K5: mountains count 3 at this round's income, whenever the card came."""
    assert incomes(fields=RICH, fate=fate)["green"][1] == (18 if fate == 16 else 12)


def test_a_foreign_settlement() -> None:
    """TG-5.5.3, K5: it counts its 4 but does not replace the own one."""
    more = {**RICH, 31: ("green", 1), 32: ("yellow", 3)}
    paid = incomes(fields=more, next_fate=7)
    assert paid["green"] == (16, 16, 16)
    assert paid["yellow"][1:] == (0, 0)
    lost = {**RICH, 43: ("yellow", 1), 31: ("green", 1), 32: ("yellow", 3)}
    assert incomes(fields=lost, next_fate=7)["green"] == (12, 0, 0)


def test_empty_fields_count() -> None:
    """TG-5.5.2, K5: with no camels at all the income is the same."""
    empty = {field: (colour, 0) for field, (colour, _) in RICH.items()} | {43: ("green", 0)}
    assert incomes(fields=empty, next_fate=7)["green"] == (12, 12, 12)


def test_money_is_added() -> None:
    """TG-5.5.1: the income is paid in silver."""
    state = desert(2, fate=7, pack=["yellow"], money={"green": 3, "yellow": 0}).play("end_turn").play("end_turn", chance=[1])
    assert state.position()["money"] == {"green": 7, "yellow": 4}


def test_the_bank_can_run_short() -> None:
    """TG-R19: with ``money_limit`` payments go in the order of the colours, each getting what is left; purchases flow back."""
    state = desert(2, fate=7, pack=["yellow"], money_limit=True, money={"green": 60, "yellow": 65})
    state.play("end_turn").play("end_turn", chance=[1])
    assert [(e["due"], e["paid"]) for e in last(state, "income")] == [(4, 4), (4, 1)]
    assert state.position()["bank"] == 0
    short = desert(2, next_fate=8, money_limit=True, money={"green": 60, "yellow": 58}).play("end_turn")
    assert [e["change"] for e in last(short, "fate_money")] == [10, 2]
    buyer = desert(2, money_limit=True, money={"green": 60, "yellow": 70}).play("buy 43").play("amount 30")
    assert buyer.position()["bank"] == 30
    raid = desert(2, next_fate=15, money_limit=True, money={"green": 60, "yellow": 70}).play("end_turn")
    assert raid.position()["bank"] == 130


def test_the_final_comparison_uses_the_income_due() -> None:
    """TG-R19, TG-R38: yellow is due more but paid less; yellow wins."""
    state = desert(
        2,
        last_round=True,
        fate=7,
        pack=["yellow"],
        money_limit=True,
        money={"green": 60, "yellow": 70},
        fields={32: ("yellow", 1)},
        cards={32: "oasis"},
    )
    state.play("end_turn").play("end_turn")
    assert [(e["due"], e["paid"]) for e in last(state, "income")] == [(4, 0), (7, 0)]
    assert state.position()["result"]["winners"] == ["yellow"]


def test_markers_without_limit() -> None:
    """TG-R20: more than 35 fields can carry one colour."""
    fields = {f: ("green", 0) for f in range(2, 46) if f not in (31, 43)}
    lakes = {46: "salt_lake", 47: "salt_lake", 48: "salt_lake", 49: "salt_lake"}
    state = desert(2, fields={**fields, 43: ("green", 3)}, cards=lakes)
    assert state.position()["owner"].count("green") == 43
    assert state.scores[0] > 35
