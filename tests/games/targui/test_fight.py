"""Fights."""

import pytest

from sandtable.games.targui.components import SV
from tests.games.targui.build import camels, desert, ids, kinds, last, names, owners

TABLE = {
    0: (0, 1, 1, 2, 2, 3),
    1: (1, 1, 2, 2, 3, 3),
    2: (1, 2, 2, 3, 3, 4),
    3: (2, 2, 3, 3, 4, 4),
    4: (2, 3, 3, 4, 4, 5),
    5: (3, 3, 4, 4, 5, 5),
}
TERRAIN = {0: "hills", 1: "mountains", 2: "sand_plain", 3: "oasis"}


def duel(here: str, a: int, there: str, d: int, **more: object):  # type: ignore[no-untyped-def]
    """Green attacks from field 11 (or its settlement on 20, or the salt works) to the east; yellow defends field 28 or the like."""
    return desert(2, fields={11: ("green", a), 28: ("yellow", d)}, cards={11: here, 28: there}, **more)


@pytest.mark.parametrize("value", range(4))
@pytest.mark.parametrize("die", range(1, 7))
def test_combat_table(value: int, die: int) -> None:
    """TG-5.3.3, K1: hits = floor((value of the own field + die) / 2), lost to the supply."""
    state = duel(TERRAIN[value], 30, "hills", 30).play("attack 11 E", chance=[die, 1])
    strike = last(state, "strike")[0]
    hits = TABLE[value][die - 1]
    expected = {"side": "attacker", "field": 11, "sv": value, "die": die, "hits": hits, "lost": hits, "left": 30 - hits}
    assert strike == {"event": "strike", **expected}
    assert state.position()["supply"] == 400 - 20 - 60 + hits


@pytest.mark.parametrize("die", range(1, 7))
def test_combat_table_settlement_and_salt_works(die: int) -> None:
    """TG-5.3.3, K1: settlements strike with 4, the salt works with 5."""
    state = desert(2, homes={"green": 20}, fields={20: ("green", 30), 6: ("yellow", 30)})
    assert last(state.play("attack 20 SE", chance=[die, 1]), "strike")[0]["hits"] == TABLE[4][die - 1]
    state = desert(2, fields={1: ("green", 30), 6: ("yellow", 30)})
    assert last(state.play("attack 1 W", chance=[die, 1]), "strike")[0]["hits"] == TABLE[5][die - 1]
    assert int(SV.max()) == 5


def test_what_can_be_attacked() -> None:
    """TG-5.3.1: from an own field with camels a neighbouring field with camels of another player."""
    fields = {1: ("green", 5), 2: ("yellow", 1), 4: ("yellow", 0), 6: ("green", 3), 20: ("green", 0), 19: ("yellow", 4)}
    state = desert(2, fields=fields)
    attacks = {action.text for action in state.legal if action.kind == "attack"}
    assert attacks == {"attack 1 E", "attack 6 W"}


def test_all_camels_of_both_fields_take_part() -> None:
    """TG-5.3.2, TG-R8: third fields play no role."""
    state = desert(2, fields={1: ("green", 5), 8: ("green", 50), 2: ("yellow", 9), 3: ("yellow", 50)})
    state.play("attack 1 E", chance=[6, 6])
    assert camels(state, 1, 2, 8, 3) == [5 - 3, 9 - 5, 50, 50]


def test_settlement_against_sand_plain() -> None:
    """TG-5.3.4, TG-5.3.5, TG-5.3.6, TG-5.3.8, TG-R12, K4: the attacker strikes first, surplus hits are ignored, the victor advances."""
    fields, cards = {20: ("green", 8), 6: ("yellow", 7)}, {6: "sand_plain"}
    state = desert(2, homes={"green": 20}, fields=fields, cards=cards).play("attack 20 SE", chance=[3, 4])
    assert camels(state, 20, 6) == [5, 4]
    assert kinds(state) == {"fight_on", "break_off"}
    state.play("fight_on", chance=[6])
    strike = last(state, "strike")
    assert [(s["hits"], s["lost"]) for s in strike] == [(5, 4)]
    assert names(state) == ["strike", "fight_end"]
    assert owners(state, 6) == [None]
    assert state.legal.ids.tolist() == ids("885-889")
    state.play("amount 2")
    assert last(state) == [{"event": "advanced", "colour": "green", "origin": 20, "target": 6, "n": 2, "taken_from": "yellow"}]
    assert owners(state, 20, 6) == ["green", "green"]
    assert camels(state, 20, 6) == [3, 2]


def test_a_lost_fight() -> None:
    """TG-5.3.7, TG-5.3.9, K4: the attacker keeps his marker, the defender does not advance, the purchase is still open."""
    state = desert(2, fields={2: ("green", 2), 1: ("yellow", 9)}, cards={2: "dunes"}).play("attack 2 W", chance=[6, 1])
    assert camels(state, 2, 1) == [0, 6]
    assert owners(state, 2, 1) == ["green", "yellow"]
    assert last(state, "fight_end")[0]["outcome"] == "defender_won"
    assert [(s["hits"], s["lost"]) for s in last(state, "strike")] == [(3, 3), (3, 2)]
    assert kinds(state) == {"end_turn", "buy"}
    assert state.why("march 43 E").code == "MOVE_USED"


@pytest.mark.parametrize(("fate", "left"), [(None, 7), (13, 5)])
def test_dunes_against_dunes(fate: int | None, left: int) -> None:
    """TG-9.13, TG-R9, TG-R29, K4: after a change of climate every dunes field strikes with 3, in attack and defence."""
    state = duel("dunes", 9, "dunes", 9, fate=fate).play("attack 11 E", chance=[5, 5])
    assert camels(state, 11, 28) == [left, left]
    assert kinds(state) == {"fight_on", "break_off"}
    assert {s["sv"] for s in last(state, "strike")} == {3 if fate else 0}


def test_the_climate_does_not_change_other_fields() -> None:
    """TG-9.13: hills keep 0 beside dunes with 3; the next round is as before."""
    state = duel("hills", 9, "dunes", 9, fate=13).play("attack 11 E", chance=[2, 3])
    assert [(s["side"], s["sv"]) for s in last(state, "strike")] == [("attacker", 0), ("defender", 3)]
    state = duel("dunes", 9, "dunes", 9, fate=13, pack=["yellow"]).play("end_turn").play("end_turn", chance=[1, ["green", "yellow", 1]])
    assert state.position()["round"] == 2
    assert last(state.play("attack 11 E", chance=[5, 5]), "strike")[0]["sv"] == 0


def test_oasis_against_hills() -> None:
    """TG-R10, TG-R13, TG-D4, K4: no strike back by a wiped-out defender; the one camel advances unasked, the origin keeps its marker."""
    state = duel("oasis", 1, "hills", 2).play("attack 11 E", chance=[1])
    assert names(state) == ["attack", "strike", "fight_end", "advanced"]
    assert camels(state, 11, 28) == [0, 1]
    assert owners(state, 11, 28) == ["green", "green"]
    assert kinds(state) == {"end_turn", "buy"}


def test_an_exchange_without_loss() -> None:
    """K4: both dice 1 from fields of value 0; TG-5.3.8: the attacker may stop now, his field and the other stay as they are."""
    state = duel("hills", 3, "dunes", 3).play("attack 11 E", chance=[1, 1])
    assert camels(state, 11, 28) == [3, 3]
    state.play("break_off")
    assert last(state) == [{"event": "fight_end", "outcome": "broken_off"}]
    assert owners(state, 11, 28) == ["green", "yellow"]
    assert kinds(state) == {"end_turn", "buy"}


def test_the_defender_decides_nothing() -> None:
    """TG-R11: his strike is automatic, and only the attacker may stop."""
    state = duel("hills", 9, "dunes", 9).play("attack 11 E", chance=[1, 1])
    assert state.seat == 0
    assert [s["side"] for s in last(state, "strike")] == ["attacker", "defender"]
    assert state.why("break_off", 1).code == "DEFENDER_CANNOT_DECIDE"
    assert state.why("fight_on", 1).code == "DEFENDER_CANNOT_DECIDE"


def test_one_fight_or_one_march() -> None:
    """TG-R14: a fight, however it ends, is the march of the turn, and a march leaves no fight."""
    fields = {1: ("green", 9), 2: ("yellow", 9), 43: ("green", 10), 44: ("yellow", 2)}
    state = desert(2, fields=fields).play("attack 1 E", chance=[1, 1]).play("break_off")
    assert state.why("attack 43 E").code == "MOVE_USED"
    state = desert(2, fields=fields).play("march 1 N").play("amount 1")
    assert state.why("attack 43 E").code == "MOVE_USED"


def test_whose_value() -> None:
    """TG-R9, TG-5.3.6, K2: each striker uses his own field: mountains with a six hit 3, the salt works with a six hit 5."""
    state = desert(2, fields={2: ("green", 9), 1: ("yellow", 9)}, cards={2: "mountains"}).play("attack 2 W", chance=[6, 6])
    assert [(s["field"], s["sv"], s["hits"]) for s in last(state, "strike")] == [(2, 1, 3), (1, 5, 5)]
