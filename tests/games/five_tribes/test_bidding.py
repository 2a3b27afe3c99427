"""Bidding (FT-1)."""

from typing import Any

import pytest

from sandtable import State

from .build import GAME, at, code, play, player, seat, stage, texts


def bidding(*seats: dict[str, Any], players: int = 4, board: dict[str, str] | None = None, **given: Any) -> State:
    return at(board, None, *seats, players=players, stage="bid", **given)


def test_bidding_example() -> None:
    """FT-9.1, FT-1, FT-1.1, FT-1.2, FT-1.3, FT-1.8, FT-2.1.1: bids 3, 1, 0, 0 are paid at once.

    Play goes P, Q, T, R, and so does the next bidding."""
    state = bidding(board={"a1": "YW", "c1": "W", "f5": "RR", "e4": "RRRRR", "d3": "RY"})
    play(state, "bid 3 0")
    assert player(state, 0)["gold"] == 47
    assert code(state, "bid 3 0") == "BID_SPOT_TAKEN"
    play(state, "bid 1 0", "bid 0 0", "bid 0 0")
    assert [player(state, n)["gold"] for n in range(4)] == [47, 49, 50, 50]
    p = state.position()
    assert (p["next_order"], p["queue"], p["seat"], p["stage"]) == ([0], [1, 3, 2], 0, "start")
    order = []
    while state.position()["round"] == 3 and not state.over:
        if stage(state) == "start":
            order.append(state.seat)
        state.play(state.legal[-1] if stage(state) == "end" else state.legal[0])
    assert order == [0, 1, 3, 2]
    if not state.over:
        assert state.position()["bid_order"] == [0, 1, 3, 2]


def test_three_zero_bids() -> None:
    """FT-9.1, FT-1.4: after three 0 bids the fourth marker needs a spot with a price and plays before all; then the last 0 bidder."""
    state = play(bidding(), "bid 0 0", "bid 0 0", "bid 0 0")
    assert code(state, "bid 0 0") == "BID_ZERO_FULL"
    assert "bid 0 0" not in texts(state)
    play(state, "bid 1 0")
    assert state.position()["next_order"] + state.position()["queue"] == [3, 2, 1, 0]


def test_price_is_paid_in_full() -> None:
    """FT-1.5, FT-R24: no bid above one's gold."""
    state = bidding(seat(gold=7))
    assert texts(state) == ["bid 0 0", "bid 1 0", "bid 3 0", "bid 5 0"]
    assert code(state, "bid 8 0") == "BID_NO_GOLD"


def test_destitute_bidder() -> None:
    """FT-1.6, FT-R25, FT-6.4.1: with the 0 spots full and no gold for any spot, the lowest free one.

    It is taken for whatever gold there is; Fakirs for Kumarbi are offered, not forced."""
    poor = {"bids": [], "bid_order": [0, 1, 2, 3]}
    state = bidding(seat(gold=0), **poor)
    assert texts(state) == ["bid 0 0"]
    full = {"players": 2, "bids": [[0, 1], [0, 0], [0, 1]], "bid_order": [0]}
    state = bidding(seat(gold=0), **full)
    assert texts(state) == ["bid 1 0"]
    assert code(state, "bid 3 0") == "BID_NO_GOLD"
    state = bidding(seat(gold=2, djinns="kumarbi", fakir=6), **{**full, "bids": [[0, 1], [0, 0], [0, 1]]})
    assert texts(state, "bid")[:3] == ["bid 1 0", "bid 1 1", "bid 3 1"]
    state = bidding(seat(gold=0, djinns="kumarbi", fakir=2), **full)
    assert texts(state) == ["bid 1 0", "bid 1 1", "bid 3 2"]
    play(state, "bid 1 0")
    assert player(state)["gold"] == 0
    assert player(state)["hand"]["fakir"] == 2


def test_destitute_pays_what_there_is() -> None:
    """FT-1.6, FT-1.8: the spot counts for the order of play, not the gold paid for it."""
    full = {"players": 2, "bids": [[0, 1], [1, 1], [0, 0]], "bid_order": [0]}
    state = bidding(seat(gold=2), **full)
    assert "bid 0 0" in texts(state)
    state = bidding(seat(gold=0), players=2, bids=[[0, 1], [0, 1], [0, 0]], bid_order=[0])
    play(state, "bid 1 0")
    assert state.position()["bids"][-1] == [1, 0]
    assert state.position()["next_order"] == [0]


def test_two_players() -> None:
    """FT-1.9, FT-R48: every marker bids and plays by itself; both of one player may stand on 0 spots and play in a row."""
    state = bidding(players=2, bid_order=[0, 0, 1, 1])
    play(state, "bid 0 0", "bid 0 0", "bid 0 0", "bid 12 0")
    p = state.position()
    assert p["next_order"] + p["queue"] == [1, 1, 0, 0]


def test_kumarbi_example() -> None:
    """FT-9.2, FT-1.7, FT-D13, FT-R11: 18 with 1 Fakir costs 12, with 6 Fakirs 0; 1 with 1 Fakir costs 0. Only the price falls."""
    for bid, gold in (("bid 18 1", 38), ("bid 18 6", 50), ("bid 1 1", 50), ("bid 8 2", 47)):
        state = play(bidding(seat(djinns="kumarbi", fakir=6)), bid)
        assert player(state)["gold"] == gold
        assert player(state)["hand"]["fakir"] == 6 - int(bid[-1])
        assert state.position()["bids"] == [[int(bid.split()[1]), 0]]


def test_kumarbi_limits() -> None:
    """FT-D13, FT-6.4.1, FT-R38: never more Fakirs than owned or than lead to price 0.

    The reduced price must be affordable; whether cheaper spots are taken does not matter."""
    state = bidding(seat(gold=4, djinns="kumarbi", fakir=2), bids=[[3, 1]], bid_order=[0, 2, 3])
    assert texts(state) == ["bid 0 0", "bid 1 0", "bid 1 1", "bid 5 1", "bid 5 2", "bid 8 2"]
    assert code(state, "bid 8 3") == "BID_FAKIRS_MISSING"
    assert code(state, "bid 1 2") == "BID_FAKIRS_SURPLUS"
    assert code(state, "bid 0 1") == "BID_FAKIRS_SURPLUS"
    assert code(state, "bid 8 1") == "BID_NO_GOLD"
    assert code(bidding(), "bid 5 1") == "BID_NO_KUMARBI"


@pytest.mark.parametrize(("limit", "again"), [("round", "BID_KUMARBI_USED"), ("turn", None)])
def test_kumarbi_once_per_round(limit: str, again: str | None) -> None:
    """FT-D13, FT-R08, FT-5.2: with 2 players the other marker's bid is at full price.

    With `djinn_limit` = `turn` both may be reduced, and Kumarbi gets no mark."""
    state = bidding(seat(djinns="kumarbi", fakir=3), players=2, bid_order=[0, 0, 1, 1], options={"djinn_limit": limit})
    play(state, "bid 3 1")
    assert code(state, "bid 5 1") == again
    assert player(state)["used"] == (["kumarbi"] if limit == "round" else [])


def test_kumarbi_outside_a_bid() -> None:
    """FT-5.6, FT-D13: Kumarbi helps only with an own bid."""
    assert code(at({"a1": "YW", "c1": "W"}, None, seat(djinns="kumarbi", fakir=1)), "djinn kumarbi") == "POWER_BID_ONLY"
    assert code(bidding(), "bid 5 0", seat=1) == "NOT_YOUR_DECISION"
    assert GAME.actions.attempt("bid 5 0").action is not None
