"""Selling goods (FT-2.6)."""

from sandtable import State

from .build import at, code, play, player, seat, stage, texts

SIX = ("ivory", "jewels", "gold", "papyrus", "silk", "spice")


def selling(**cards: int) -> State:
    me = seat(djinns="sloar", **cards)
    return play(at({"c3": "RG", "c2": "Y"}, None, me), "pass")


def at_end(**cards: int) -> State:
    """A turn that has come to its end after a move, Sloar still usable."""
    state = at({"a1": "Y", "b1": "YR"}, None, seat(djinns="sloar", **cards))
    return play(state, "lift a1", "drop E yellow", "skip")


def test_sale_example() -> None:
    """FT-9.9, FT-2.6, FT-2.6.1: sets of 6 and of 3 different goods bring 30 + 7 = 37 gold; the cards go to the discards."""
    state = at_end(fakir=1, ivory=2, jewels=2, nuggets=2, papyrus=1, silk=1, spice=1)
    play(state, *(f"sell_add {good}" for good in SIX), "sell_set")
    assert player(state)["gold"] == 80
    play(state, "sell_add ivory", "sell_add jewels", "sell_add gold", "sell_set", "end_turn")
    assert player(state)["gold"] == 87
    assert sorted(state.position()["discard"]) == sorted([*SIX, *SIX[:3]])
    assert player(state)["hand"]["fakir"] == 1


def test_fakirs_are_never_sold() -> None:
    """FT-2.6.2: a Fakir is no merchandise."""
    state = at_end(fakir=2)
    assert texts(state) == ["djinn sloar F", "end_turn"]
    assert code(state, "sell_add fakir") == "SELL_FAKIR"


def test_sale_only_at_the_end_of_the_own_turn() -> None:
    """FT-2.6.3, FT-R33: not during the bidding, not before, not in other players' turns."""
    assert code(at(None, None, seat(fish=1), stage="bid"), "sell_add fish") == "STEP_BIDDING"
    state = at({"a1": "Y", "b1": "YR"}, None, seat(fish=1), seat(fish=1))
    assert code(state, "sell_add fish") == "SELL_NOT_NOW"
    play(state, "lift a1", "drop E yellow", "skip")
    assert code(state, "sell_add fish") is None
    assert code(state, "sell_add fish", seat=1) == "NOT_YOUR_DECISION"


def test_no_power_after_the_sale_has_begun() -> None:
    """FT-2.6.4, FT-R42: once the first card is laid down, powers are closed for the turn."""
    state = at_end(fakir=1, fish=1)
    assert code(state, "djinn sloar F") is None
    play(state, "sell_add fish")
    assert code(state, "djinn sloar F") == "STEP_OPEN_SET"
    play(state, "sell_set")
    assert code(state, "djinn sloar F") == "POWER_SALE_BEGUN"
    assert texts(state) == ["end_turn"]


def test_turn_ends_by_decision() -> None:
    """FT-2.6.5, FT-2.1.2, FT-6.4.15: the turn ends with `end_turn` and not before."""
    state = at({"a1": "Y", "b1": "YR"})
    assert code(state, "end_turn") == "END_TOO_EARLY"
    play(state, "lift a1", "drop E yellow", "skip")
    assert texts(state) == ["end_turn"]
    assert state.seat == 0
    assert play(state, "end_turn").seat == 1


def test_fixed_order_of_a_set() -> None:
    """FT-6.4.13, FT-6.4.14: each set has one spelling: later goods only, at least one card, different goods."""
    state = at_end(fish=2, wheat=1, ivory=1)
    assert code(state, "sell_set") == "SELL_EMPTY"
    play(state, "sell_add fish")
    assert texts(state) == ["sell_add wheat", "sell_set"]
    assert code(state, "sell_add fish") == "SELL_DOUBLE"
    assert code(state, "sell_add ivory") == "SELL_ORDER"
    assert code(state, "sell_add pottery") == "SELL_NONE"


def test_a_begun_set_is_completed() -> None:
    """FT-R43: a begun set cannot be left, but taken back."""
    state = play(at_end(fish=1), "sell_add fish")
    assert code(state, "end_turn") == "STEP_OPEN_SET"
    assert stage(state.undo()) == "end"
    assert player(state)["hand"]["fish"] == 1


def test_sale_after_a_pass() -> None:
    """FT-R44, FT-4.3: after `pass` only sale and `end_turn`."""
    state = selling(fish=1, fakir=1)
    assert texts(state) == ["sell_add fish", "end_turn"]
    assert code(state, "djinn sloar F") == "POWER_AFTER_PASS"
