"""The djinns one by one (FT-D01 to FT-D22) and the general rules of their powers (FT-5).

Al-Amin, Haurvatat, Jafaar and Shamhat only score: see test_scoring.
"""

from importlib import import_module
from typing import Any

import pytest

from sandtable import State
from sandtable.games.five_tribes.components import COSTS, DJINNS
from sandtable.games.five_tribes.djinns import WHERE

from .build import GAME, at, code, events, meeples, play, player, position, seat, stage, texts, tile, turn

MOVE = {"a1": "Y", "b1": "YR"}
STEP = ("lift a1", "drop E yellow")


def owner(djinns: str, elders: int = 3, fakir: int = 3, **given: Any) -> dict[str, Any]:
    return seat(djinns=djinns, elders=elders, fakir=fakir, **given)


def strike(me: dict[str, Any], *others: dict[str, Any], board: dict[str, str], count: int = 2, **given: Any) -> State:
    """The assassins of c3 are about to strike."""
    kinds = given.pop("kinds", {"c3": "oasis"})
    now = turn(at="c3", previous="b3", final="c3", colour="red", count=count)
    return at(board, kinds, me, *others, stage="assassins", turn=now, **given)


# ---- powers in general ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for i, name in enumerate(DJINNS) if i not in COSTS and name != "kumarbi"])
def test_powers_without_cost_work_by_themselves(name: str) -> None:
    """FT-5, FT-5.1: they are never used by a decision."""
    state = at(MOVE, None, owner(name))
    assert code(state, f"djinn {name}") == "POWER_PASSIVE"
    assert code(state, f"djinn {name} E") == "POWER_PASSIVE"
    assert texts(state, "djinn") == []


def test_once_per_round_and_only_in_the_own_turn() -> None:
    """FT-5.2, FT-3.4: a power with a cost is used once per round, in the own turn; the marks go with the round."""
    state = at(MOVE, None, owner("sloar"), owner("enki"))
    assert code(state, "djinn enki E") == "POWER_NOT_OWNED"
    assert code(state, "djinn enki E", seat=1) == "NOT_YOUR_DECISION"
    play(state, "djinn sloar F")
    assert code(state, "djinn sloar F") == "POWER_USED"
    assert player(state)["used"] == ["sloar"]


@pytest.mark.parametrize(("limit", "second"), [("round", "POWER_USED"), ("turn", None)])
def test_two_turns_in_a_round(limit: str, second: str | None) -> None:
    """FT-R08: with `djinn_limit` = `turn` the marks of a seat are removed when one of its turns begins."""
    board = {"a1": "Y", "b1": "YRR", "f5": "W", "e5": "WBB"}
    state = at(board, None, owner("sloar"), players=2, next_order=[0], queue=[0, 1, 1], options={"djinn_limit": limit})
    play(state, "djinn sloar F", *STEP, "skip", "end_turn")
    assert state.seat == 0
    assert code(state, "djinn sloar F") == second


def test_payments() -> None:
    """FT-5.3, FT-R45: E, F, EE, EF as the cost allows; elders to the bag, Fakirs to the discards; two Fakirs are no EE."""
    both = at(MOVE, {"c3": "oasis"}, owner("enki sibittis sloar"))
    assert texts(both, "djinn") == ["djinn enki E", "djinn enki F", "djinn sibittis EE", "djinn sibittis EF", "djinn sloar F"]
    fakirs = at(MOVE, {"c3": "oasis"}, owner("enki sibittis", elders=0))
    assert texts(fakirs, "djinn") == ["djinn enki F"]
    assert code(fakirs, "djinn sibittis EF") == "POWER_NO_PAYMENT"
    one = at(MOVE, {"c3": "oasis"}, owner("enki sibittis", elders=1, fakir=0))
    assert texts(one, "djinn") == ["djinn enki E"]
    p = play(both, "djinn sibittis EF").position()
    assert (p["bag"]["white"], p["discard"], p["seats"][0]["elders"]) == (1, ["fakir"], 2)
    assert code(both, "djinn sloar E") == "UNKNOWN_DECISION"


def test_djinn_taken_this_turn() -> None:
    """FT-5.4, FT-R22: usable at once, but Echidna and Iblis from the sacred place come too late."""
    given = {"djinn_row": ["sloar", "echidna", "iblis"]}
    state = play(at(MOVE, {"b1": "sacred"}, owner(""), **given), *STEP, "take_djinn 1 EE")
    assert code(state, "djinn sloar F") is None
    for slot, name, payment in ((2, "echidna", "EF"), (3, "iblis", "E")):
        state = play(at(MOVE, {"b1": "sacred"}, owner(""), **given), *STEP, f"take_djinn {slot} EE")
        assert code(state, f"djinn {name} {payment}") == "POWER_TOO_LATE"


def test_windows() -> None:
    """FT-5.5, FT-R21: before lifting, before builders or assassins, before and after the tile action, before a pass; in no other stage."""
    me = owner("sloar bouraq")
    assert code(at(MOVE, None, me), "djinn sloar F") is None
    stages = {"builders": None, "assassins": None, "tile": None, "end": None, "second_card": "STEP_SECOND_CARD"}
    for name, expected in stages.items():
        now = turn(at="b1", previous="a1", final="b1", colour="red", count=2)
        state = at({"b1": "RY"}, {"b1": "large_market"}, me, stage=name, turn=now)
        assert code(state, "djinn sloar F") == expected
    assert code(at({}, None, me), "djinn sloar F") is None
    assert texts(at({}, None, me)) == ["djinn sloar F", "pass"]


def test_several_powers_in_one_window() -> None:
    """FT-5.5: any number of different powers per window, in any order."""
    state = at(MOVE, {"c3": "oasis", "d3": "village"}, owner("enki bouraq sloar"))
    play(state, "djinn sloar F", "djinn bouraq E", "place d3", "djinn enki F", "place c3", *STEP)
    assert (tile(state, "c3")["palms"], tile(state, "d3")["palaces"]) == (1, 1)


def test_own_windows() -> None:
    """FT-5.6: Echidna with builders (assassins only with Kandicha), Iblis with assassins, Hagis and Lamia when placing."""
    state = at(MOVE, None, owner("echidna iblis hagis lamia"))
    for attempt in ("echidna EE", "iblis E", "hagis E", "lamia E"):
        assert code(state, f"djinn {attempt}") == "POWER_NOT_NOW"
    state = strike(owner("echidna"), board={"c2": "B"}, base="village")
    assert code(state, "djinn echidna EE") == "POWER_NOT_NOW"


def test_only_powers_with_an_effect() -> None:
    """FT-5.7, FT-R38, FT-6.4.11: a power without target, stock or effect is not offered."""
    state = at(MOVE, None, owner("enki bouraq"))
    assert code(state, "djinn enki E") == "POWER_NO_TARGET"
    assert code(state, "djinn bouraq E") == "POWER_NO_TARGET"
    p = position(MOVE, {"c3": "oasis", "d3": "village"}, owner("enki bouraq")) | {"palms": 0, "palaces": 0}
    state = GAME.position(p, 1)
    assert code(state, "djinn enki E") == "POWER_NO_STOCK"
    assert code(state, "djinn bouraq E") == "POWER_NO_STOCK"


def test_cost_comes_first() -> None:
    """FT-5.8, FT-R40: the cost is paid first, so the elder may come back from the bag and the Fakir from the reshuffled discards."""
    state = play(at(MOVE, None, owner("anun_nak"), bag="R"), "djinn anun_nak E", "place c3", chance=["white", "red"])
    assert meeples(state, "c3") == "WR"
    p = position(MOVE, None, owner("sloar", fakir=1)) | {"pile": [], "discard": ["fish"]}
    state = play(GAME.position(p, 1), "djinn sloar F", chance=[["fakir", "fish"]])
    assert player(state)["hand"]["fakir"] == 1
    assert state.position()["pile"] == ["fish"]


def test_djinns_stay() -> None:
    """FT-5.9: a djinn is never lost by using it."""
    state = play(at(MOVE, None, owner("sloar boaz")), "djinn sloar F")
    assert player(state)["djinns"] == ["sloar", "boaz"]


# ---- one by one -----------------------------------------------------------------------------------------------------------------------


def test_anun_nak() -> None:
    """FT-D02, FT-R20: a bare tile is chosen, then 3 meeples drawn; with fewer in the bag all of them.

    Marid pays nothing, no control follows."""
    state = at(MOVE, None, owner("anun_nak marid"), bag="RRGG", palms={"c3": 1}, palaces={"d3": 1}, camels={"e3": 0})
    play(state, "djinn anun_nak F")
    for name in ("a1", "c3", "d3", "e3"):
        assert code(state, f"place {name}") == "TARGET_NOT_EMPTY"
    play(state, "place f3", chance=["red", "green", "red"])
    assert meeples(state, "f3") == "GRR"
    assert state.position()["bag"]["green"] == 1
    assert tile(state, "f3")["camel"] is None
    assert player(state)["gold"] == 50
    assert stage(state) == "start"


def test_anun_nak_needs_bag_and_tile() -> None:
    """FT-D02, FT-R20: not usable with an empty bag or without a bare tile."""
    assert code(at(MOVE, None, owner("anun_nak")), "djinn anun_nak F") == "POWER_BAG_EMPTY"
    full = {f"{c}{r}": "R" for c in "abcdef" for r in range(1, 6)}
    assert code(at(full, None, owner("anun_nak"), bag="R"), "djinn anun_nak F") == "POWER_NO_TARGET"


def test_baal() -> None:
    """FT-D03, FT-R23, FT-R46: 1 gold for an own djinn, 2 for an opponent's, also with Sibittis.

    Nothing for himself, a discard or a refill."""
    board, kinds = MOVE, {"b1": "sacred"}
    state = play(at(board, kinds, owner("baal")), *STEP, "take_djinn 1 EE")
    assert player(state)["gold"] == 51
    state = play(at(board, kinds, owner(""), owner("baal")), *STEP, "take_djinn 1 EE")
    assert (player(state, 0)["gold"], player(state, 1)["gold"]) == (50, 52)
    state = play(at(board, kinds, owner(""), djinn_row=["baal"]), *STEP, "take_djinn 1 EE")
    assert player(state)["gold"] == 50
    state = play(at(board, kinds, owner("sibittis"), owner("baal")), "djinn sibittis EE", "keep 1")
    assert player(state, 1)["gold"] == 52


def test_boaz() -> None:
    """FT-D04, FT-R49: his owner's viziers and elders are no target; meeples on the board are."""
    state = strike(owner(""), owner("boaz", viziers=2), board={"c2": "Y"})
    assert texts(state) == ["kill c2 yellow"]
    assert code(state, "kill_owned 1 yellow") == "KILL_BOAZ"
    state = strike(owner("boaz kandicha"), board={"c2": "Y"})
    assert player(play(state, "kill c2 yellow"))["viziers"] == 1


def test_bouraq() -> None:
    """FT-D05, FT-6.4.12: a palace on any village, own, foreign or free; Monkir pays."""
    kinds = {"c3": "village", "d3": "village", "e3": "village", "f3": "oasis"}
    state = play(at(MOVE, kinds, owner("bouraq monkir"), camels={"c3": 0, "d3": 1}), "djinn bouraq E")
    assert texts(state) == ["place c3", "place d3", "place e3"]
    assert code(state, "place f3") == "TARGET_NOT_VILLAGE"
    play(state, "place d3")
    assert tile(state, "d3")["palaces"] == 1
    assert player(state)["gold"] == 51


def test_echidna_with_builders() -> None:
    """FT-D06, FT-R35: doubles the whole product of this turn, Fakirs included; not offered without a blue tile; it ends with the turn."""
    board = {"a1": "B", "b1": "B", "f5": "W", "e5": "WR"}
    state = at(board, {"b1": "village"}, owner("echidna"), players=2, next_order=[0], queue=[0, 1, 1])
    play(state, "lift a1", "drop E blue", "djinn echidna EE", "fakirs 1")
    assert player(state)["gold"] == 50 + 2 * (2 + 1)
    assert state.position()["turn"]["echidna"] is True
    play(state, "end_turn")
    assert state.seat == 0
    assert state.position()["turn"]["echidna"] is False
    state = at({"a1": "B", "b1": "BR"}, None, owner("echidna sloar"))
    play(state, "lift a1", "drop E blue")
    assert code(state, "djinn echidna EE") == "POWER_NO_TARGET"


def test_echidna_with_kandicha() -> None:
    """FT-D06, FT-5.7: with assassins only if, after paying, a builder with blue tiles around is in reach; doubles Kandicha's gold."""
    kinds = {"c3": "oasis", "f3": "village"}
    state = strike(owner("echidna kandicha", fakir=1), board={"f3": "BY", "c2": "B"}, kinds=kinds)
    assert code(state, "djinn echidna EE") is None
    assert code(state, "djinn echidna EF") == "POWER_NO_TARGET"
    play(state, "djinn echidna EE", "kill f3 blue")
    assert player(state)["gold"] == 52
    far = strike(owner("echidna kandicha", fakir=0), board={"f3": "B"}, kinds=kinds)
    assert code(far, "djinn echidna EE") == "POWER_NO_TARGET"


def test_enki() -> None:
    """FT-D07: a palm on any oasis; nobody is paid."""
    state = play(at(MOVE, {"c3": "oasis", "d3": "village"}, owner("enki monkir"), camels={"c3": 2}), "djinn enki E")
    assert code(state, "place d3") == "TARGET_NOT_OASIS"
    play(state, "place c3")
    assert (tile(state, "c3")["palms"], player(state)["gold"]) == (1, 50)


@pytest.mark.parametrize(("djinn", "kind", "piece"), [("hagis", "village", "palaces"), ("lamia", "oasis", "palms")])
def test_hagis_and_lamia(djinn: str, kind: str, piece: str) -> None:
    """FT-D08, FT-D14, FT-D17: the piece goes to one of the up to 8 neighbours, of any kind and owner.

    It does not go to the tile itself; Monkir pays for palaces."""
    state = play(at({"b2": "Y", "c2": "YR"}, {"c2": kind}, owner(f"{djinn} monkir"), camels={"d3": 1}), "lift b2", "drop E yellow")
    assert texts(state) == [f"djinn {djinn} E", f"djinn {djinn} F", "build"]
    play(state, f"djinn {djinn} F")
    assert texts(state) == [f"place {name}" for name in ("b1", "c1", "d1", "b2", "d2", "b3", "c3", "d3")]
    assert code(state, "place c2") == "TARGET_NOT_NEIGHBOUR"
    play(state, "place d3")
    assert (tile(state, "d3")[piece], tile(state, "c2")[piece]) == (1, 0)
    assert player(state)["gold"] == (51 if piece == "palaces" else 50)
    assert stage(state) == "end"


@pytest.mark.parametrize(("option", "targets"), [("eight", ["b1", "a2", "b2"]), ("orthogonal", ["b1", "a2"])])
def test_neighbours(option: str, targets: list[str]) -> None:
    """FT-R13: option `neighbours`: all eight tiles around, or the four beside; the edge cuts them off."""
    state = at({"b1": "Y", "a1": "YR"}, {"a1": "village"}, owner("hagis"), options={"neighbours": option})
    play(state, "lift b1", "drop W yellow", "djinn hagis E")
    assert texts(state) == [f"place {name}" for name in targets]


def test_hagis_and_lamia_need_their_piece() -> None:
    """FT-D08, FT-D14, FT-R14: on another kind of tile, or without stock, they are not usable."""
    state = play(at(MOVE, {"b1": "oasis"}, owner("hagis sloar")), *STEP)
    assert code(state, "djinn hagis E") == "POWER_NOT_NOW"
    p = position(MOVE, {"b1": "village"}, owner("hagis")) | {"palaces": 0}
    assert stage(play(GAME.position(p, 1), *STEP)) == "end"


@pytest.mark.parametrize(("first", "second", "kind"), [("bouraq", "hagis", "village"), ("enki", "lamia", "oasis")])
def test_redirect(first: str, second: str, kind: str) -> None:
    """FT-R47, FT-D08, FT-D14: with `redirect` = `any` Hagis and Lamia may move pieces of Bouraq and Enki; with `tile_action` not."""
    piece = "palaces" if kind == "village" else "palms"
    state = play(at(MOVE, {"c3": kind}, owner(f"{first} {second} monkir")), f"djinn {first} E", "place c3")
    assert stage(state) == "redirect"
    assert texts(state) == [f"djinn {second} E", f"djinn {second} F", "build"]
    assert state.position()["turn"]["pending"] == {"djinn": first, "origin": "c3", "back": "start"}
    assert code(state, "lift a1") == "STEP_REDIRECT"
    left = play(state.copy(), "build")
    assert (tile(left, "c3")[piece], stage(left)) == (1, "start")
    assert player(left)["gold"] == (51 if piece == "palaces" else 50)
    play(state, f"djinn {second} F", "place d4")
    assert (tile(state, "d4")[piece], tile(state, "c3")[piece], stage(state)) == (1, 0, "start")
    assert player(state)["gold"] == player(left)["gold"]
    for given in ({"options": {"redirect": "tile_action"}}, {"me": owner(f"{first} {second}", elders=1, fakir=0)}):
        me = given.pop("me", owner(f"{first} {second}"))
        state = play(at(MOVE, {"c3": kind}, me, **given), f"djinn {first} E", "place c3")
        assert (tile(state, "c3")[piece], stage(state)) == (1, "start")


def test_iblis() -> None:
    """FT-D10, FT-R09, FT-R39: paid first; two victims of one tile, the second compulsory and free; the emptied tile is controlled."""
    state = strike(owner("iblis", fakir=2), board={"f3": "RG", "c2": "Y"})
    play(state, "djinn iblis E", "kill f3 red")
    assert stage(state) == "second_kill"
    assert player(state)["hand"]["fakir"] == 1
    assert texts(state) == ["kill f3 green"]
    assert code(state, "kill c2 yellow") == "KILL_OTHER_PLACE"
    assert code(state, "no_kill") == "STEP_SECOND_KILL"
    assert code(state, "djinn sloar F") == "STEP_SECOND_KILL"
    play(state, "kill f3 green")
    assert player(state)["hand"]["fakir"] == 1
    assert tile(state, "f3")["camel"] == 0


def test_iblis_on_an_opponent() -> None:
    """FT-D10, FT-R52, FT-6.4.7: any mix of viziers and elders of one opponent, in any order."""
    state = strike(owner("iblis"), seat(viziers=1, elders=1), seat(viziers=5), board={"c3": "R"})
    play(state, "djinn iblis E", "kill_owned 1 white")
    assert texts(state) == ["kill_owned 1 yellow"]
    assert code(state, "kill_owned 2 yellow") == "KILL_OTHER_PLACE"
    play(state, "kill_owned 1 yellow")
    assert (player(state, 1)["viziers"], player(state, 1)["elders"], player(state, 2)["viziers"]) == (0, 0, 5)


def test_iblis_needs_a_double_victim() -> None:
    """FT-D10, FT-5.7, FT-R38: offered only if some place in reach has two victims after the payment.

    A place with one victim may still be chosen."""
    assert code(strike(owner("iblis"), seat(viziers=1), board={"c2": "Y", "f5": "RRR"}, count=0), "djinn iblis E") == "POWER_NO_TARGET"
    state = strike(owner("iblis", fakir=1), board={"f3": "RR", "c2": "Y"})
    assert code(state, "djinn iblis E") is None
    assert code(state, "djinn iblis F") == "POWER_NO_TARGET"
    play(state, "djinn iblis E", "kill c2 yellow")
    assert tile(state, "c2")["camel"] == 0
    assert stage(state) != "second_kill"


def test_kill_stays_compulsory_with_iblis() -> None:
    """FT-6.4.8: after Iblis `no_kill` is judged as before."""
    state = play(strike(owner("iblis", fakir=2), board={"f3": "RR"}), "djinn iblis E")
    assert texts(state) == ["kill f3 red", "no_kill"]
    near = play(strike(owner("iblis"), board={"c2": "RR"}), "djinn iblis E")
    assert code(near, "no_kill") == "KILL_COMPULSORY"


def test_kandicha() -> None:
    """FT-D12, FT-R10: merchant: a hidden card; builder: the blue tiles round his tile; vizier or elder: to the owner; assassin: nothing."""
    kinds = {"c3": "oasis", "c2": "village", "d2": "sacred"}
    board = {"c2": "YWGBR"}
    me = owner("kandicha", fakir=0, elders=0)
    state = play(strike(me, board=board, kinds=kinds), "kill c2 green")
    assert player(state)["hand"]["fish"] == 1
    assert player(state)["seen"]["fish"] == 0
    assert state.position()["bag"]["green"] == 1
    state = play(strike(me, board=board, kinds=kinds), "kill c2 blue")
    assert player(state)["gold"] == 52
    state = play(strike(me, board=board, kinds=kinds), "kill c2 yellow")
    assert (player(state)["viziers"], state.position()["bag"]["yellow"]) == (1, 0)
    state = play(strike(me, seat(elders=1), board=board, kinds=kinds), "kill_owned 1 white")
    assert (player(state)["elders"], player(state, 1)["elders"]) == (1, 0)
    state = play(strike(me, board=board, kinds=kinds), "kill c2 red")
    assert (player(state)["gold"], state.position()["bag"]["red"]) == (50, 1)


def test_kandicha_control_and_iblis() -> None:
    """FT-D12: the tile is emptied all the same, so control follows; with Iblis both victims serve."""
    state = strike(owner("kandicha iblis", elders=1), board={"c2": "YW"})
    play(state, "djinn iblis E", "kill c2 yellow", "kill c2 white")
    assert (player(state)["viziers"], player(state)["elders"]) == (1, 1)
    assert tile(state, "c2")["camel"] == 0


def test_kandicha_without_cards() -> None:
    """FT-R19, FT-D12: an empty pile is made from the discards; with nothing at all there is no card."""
    p = position(
        {"c2": "G"}, {"c3": "oasis"}, seat(djinns="kandicha"), stage="assassins", turn=turn(at="c3", final="c3", colour="red", count=2)
    )
    state = play(GAME.position(p | {"pile": [], "discard": ["silk"]}, 1), "kill c2 green")
    assert player(state)["hand"]["silk"] == 1
    state = play(GAME.position(p | {"pile": [], "discard": []}, 1), "kill c2 green")
    assert sum(player(state)["hand"].values()) == 0


def test_leta() -> None:
    """FT-D15, FT-R28, FT-R29: a camel on a bare tile, also the one just emptied by lifting; the last camel triggers the end."""
    state = at(MOVE, None, owner("leta", camels=1))
    assert code(play(state.copy(), "djinn leta EE"), "place a1") == "TARGET_NOT_EMPTY"
    play(state, *STEP, "skip", "djinn leta EF", "place a1")
    assert tile(state, "a1")["camel"] == 0
    assert state.position()["ending"] is True
    assert stage(state) == "end"


def test_marid() -> None:
    """FT-D16: each meeple dropped on an own tile: 1 gold in the own move, 2 in an opponent's.

    The last one counts; a tile won only now does not."""
    board = {"a1": "BYW", "d1": "W"}
    drops = ("lift a1", "drop E blue", "drop E yellow", "drop E white")
    state = play(at(board, None, owner("marid"), camels={"b1": 0, "d1": 0}), *drops)
    assert player(state)["gold"] == 52
    state = play(at(board, None, owner(""), owner("marid"), camels={"b1": 1, "d1": 1, "c1": 0}), *drops)
    assert (player(state, 0)["gold"], player(state, 1)["gold"]) == (50, 54)
    state = play(at(board, None, owner("marid")), *drops)
    assert (tile(state, "d1")["camel"], player(state)["gold"]) == (0, 50)


def test_monkir() -> None:
    """FT-D17, FT-R46: each palace placed: 1 gold if the owner places it, 2 if an opponent does."""
    state = play(at(MOVE, {"b1": "village"}, owner("", elders=0, fakir=0), owner("monkir")), *STEP)
    assert player(state, 1)["gold"] == 52
    state = play(at(MOVE, {"b1": "village"}, owner("monkir", elders=0, fakir=0)), *STEP)
    assert player(state)["gold"] == 51


def test_nekir() -> None:
    """FT-D18, FT-R12: once per strike that kills, also with two victims or when Kandicha takes over; nothing if nobody dies."""
    state = strike(owner("iblis kandicha"), owner("nekir"), board={"c2": "YW"})
    play(state, "djinn iblis E", "kill c2 yellow", "kill c2 white")
    assert player(state, 1)["gold"] == 52
    assert player(play(strike(owner("nekir"), board={"c2": "Y"}), "kill c2 yellow"))["gold"] == 51
    assert player(play(strike(owner("nekir", fakir=1), board={"f3": "Y"}), "no_kill"))["gold"] == 50


def test_sibittis() -> None:
    """FT-D20, FT-R41: look at the top 3, keep one, the others lie open on the discards; the kept one may be used at once."""
    state = at(MOVE, None, owner("sibittis"), djinn_pile=["sloar", "boaz", "leta", "utug"])
    play(state, "djinn sibittis EE")
    assert state.position()["turn"]["peek"] == ["sloar", "boaz", "leta"]
    assert code(state, "lift a1") == "STEP_KEEP"
    assert texts(state) == ["keep 1", "keep 2", "keep 3"]
    play(state, "keep 1")
    p = state.position()
    assert p["seats"][0]["djinns"] == ["sibittis", "sloar"]
    assert (p["djinn_discard"], p["djinn_pile"]) == (["boaz", "leta"], ["utug"])
    assert code(state, "djinn sloar F") is None


def test_sibittis_with_a_short_pile() -> None:
    """FT-D20, FT-3.3: the look goes on in the reshuffled discards; with fewer than 3 those; with none not usable."""
    state = at(MOVE, None, owner("sibittis"), djinn_pile=["sloar"], djinn_discard=["boaz", "leta"])
    play(state, "djinn sibittis EE", chance=[["leta", "boaz"]])
    assert state.position()["turn"]["peek"] == ["sloar", "leta", "boaz"]
    state = play(at(MOVE, None, owner("sibittis"), djinn_pile=["sloar"]), "djinn sibittis EE")
    assert texts(state) == ["keep 1"]
    assert code(state, "keep 2") == "KEEP_NOT_THERE"
    assert code(at(MOVE, None, owner("sibittis"), djinn_pile=[]), "djinn sibittis EE") == "POWER_NO_CARD"


def test_sloar() -> None:
    """FT-D21, FT-R19: the top card, hidden; not usable when pile and discards are both empty before paying."""
    state = play(at(MOVE, None, owner("sloar")), "djinn sloar F")
    assert player(state)["hand"]["fish"] == 1
    assert player(state)["seen"]["fish"] == 0
    p = position(MOVE, None, owner("sloar")) | {"pile": []}
    assert code(GAME.position(p, 1), "djinn sloar F") == "POWER_NO_CARD"


def test_utug() -> None:
    """FT-D22, FT-R28, FT-R29: a camel on a tile with meeples only; they stay; no tile action; the last camel triggers the end."""
    board = {**MOVE, "c3": "Y", "d3": "Y", "e3": "Y"}
    state = play(at(board, {"a1": "oasis"}, owner("utug", camels=1), camels={"c3": 1}, palms={"d3": 1}), "djinn utug EE")
    assert texts(state) == ["place a1", "place b1", "place e3"]
    assert code(state, "place f5") == "TARGET_NO_MEEPLE"
    assert code(state, "place c3") == "TARGET_NOT_ONLY_MEEPLES"
    assert code(state, "place d3") == "TARGET_NOT_ONLY_MEEPLES"
    play(state, "place a1")
    assert (tile(state, "a1")["camel"], meeples(state, "a1"), tile(state, "a1")["palms"]) == (0, "Y", 0)
    assert state.position()["ending"] is True


def test_utug_before_the_tile_action() -> None:
    """FT-D22: in W3 he can claim the final tile before its palm is placed."""
    state = play(at(MOVE, {"b1": "oasis"}, owner("utug")), *STEP, "djinn utug EE", "place b1")
    assert (tile(state, "b1")["camel"], tile(state, "b1")["palms"]) == (0, 1)


def test_order_of_effects() -> None:
    """FT-D16, FT-D18, FT-D03, FT-D17: at one event: Marid before collecting and control; Fakirs, Nekir, victim, Kandicha, control."""
    me = owner("marid nekir kandicha", fakir=1)
    state = at({"b3": "R", "c3": "R", "f3": "Y"}, {"c3": "oasis"}, me, camels={"c3": 0})
    play(state, "lift b3", "drop E red", "kill f3 yellow")
    names = [(e["event"], e.get("by")) for e in state.events(everything=True)]
    wanted = [("drop", None), ("gold", "marid"), ("collect", None), ("fakirs", "kill"), ("gold", "nekir"), ("kill", None)]
    assert names[1:] == [*wanted, ("taken_over", None), ("camel", "kill"), ("palm", None)]
    assert events(state, "camel")[0]["tile"] == "f3"


def test_the_table_says_where_a_djinn_acts() -> None:
    """FT-D01 to FT-D22: every djinn is in the table, and what it names exists."""
    assert tuple(WHERE) == DJINNS
    for places in WHERE.values():
        for place in places:
            module, _, name = place.partition(".")
            assert callable(getattr(import_module(f"sandtable.games.five_tribes.{module}"), name))
