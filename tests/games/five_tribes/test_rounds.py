"""Turns, skipped decision points, the next round and the end (FT-2.1, FT-3, FT-4, FT-6.2)."""

from typing import Any

import pytest

from sandtable import State

from .build import GAME, at, code, events, play, player, position, seat, stage, texts, turn

STEP = ("lift a1", "drop E yellow", "skip", "end_turn")


def last_turn(board: dict[str, str] | None = None, *seats: dict[str, Any], **given: Any) -> State:
    """The last turn of round 3 with 3 players; seat 0 plays it."""
    given = {"next_order": [1, 2, 0], "queue": [], "bids": [[5, 1], [1, 2], [0, 0]], **given}
    return at(board or {"a1": "Y", "b1": "YR", "e5": "W", "f5": "WWBR"}, None, *seats, **given)


def test_marker_moves_at_the_start_of_a_turn() -> None:
    """FT-2.1, FT-2.1.1, FT-2.1.2: the order of play is the bidding order of the next round; a turn begins when the last has ended."""
    state = at({"a1": "Y", "b1": "YR"}, next_order=[2], queue=[0, 1], seat=2)
    play(state, *STEP)
    assert (state.seat, state.position()["next_order"], state.position()["queue"]) == (0, [2, 0], [1])


def test_next_round() -> None:
    """FT-3, FT-3.1, FT-3.2, FT-3.4: the row is refilled to 9 behind what is left, the djinns to 3 in the last slots; marks are removed."""
    state = last_turn(None, seat(djinns="sloar", used="sloar"), row=["silk", "fish"], djinn_row=["boaz"], discard=["spice"] * 6)
    play(state, *STEP, chance=[["spice"] * 6])
    p = state.position()
    assert p["row"] == ["silk", "fish", "fish", "fakir", "wheat", "ivory", "spice", "spice", "spice"]
    assert p["djinn_row"] == ["boaz", "jafaar", "boaz"]
    assert (p["round"], p["stage"], p["bid_order"], p["bids"], p["next_order"]) == (4, "bid", [1, 2, 0], [], [])
    assert p["seats"][0]["used"] == []
    assert (p["seat"], p["turn"]) == (1, None)


def test_reshuffle_when_a_card_is_needed() -> None:
    """FT-3.3: at the moment a card is needed and the pile is empty the discards become the pile; with nothing left fewer are shown."""
    state = last_turn(row=["silk"] * 8, pile=["fish"], discard=["spice", "wheat"])
    p = play(state, *STEP).position()
    assert (len(p["row"]), p["pile"], sorted(p["discard"])) == (9, [], ["spice", "wheat"])
    assert not events(state, "reshuffle")
    state = last_turn(row=["silk"] * 3, pile=["fish"], discard=["spice", "wheat"], djinn_row=[], djinn_pile=[], djinn_discard=["leta"])
    p = play(state, *STEP, chance=[["wheat", "spice"], ["leta"]]).position()
    assert p["row"] == ["silk", "silk", "silk", "fish", "wheat", "spice"]
    assert (p["pile"], p["discard"], p["djinn_row"], p["djinn_discard"]) == ([], [], ["leta"], [])
    told = events(state, "reshuffle")
    assert [GAME.sentence(event, "en", []) for event in told] == [
        "The discarded cards are shuffled (2).",
        "The discarded djinns are shuffled (1).",
    ]


def test_last_camel_ends_the_game_after_the_round() -> None:
    """FT-4.1, FT-R28: turn and round are played to the end."""
    state = at({"a1": "Y", "b1": "Y", "e5": "W", "f5": "WWBR", "d5": "W"}, None, seat(camels=1))
    play(state, "lift a1", "drop E yellow")
    assert state.position()["ending"] is True
    assert not state.over
    play(state, "skip", "end_turn")
    assert state.seat == 1
    while not state.over:
        state.play(state.legal[-1] if stage(state) == "end" else state.legal[0])
    assert state.position()["round"] == 3
    assert len(state.position()["next_order"]) == 3


def test_pass_ends_the_game_after_the_round() -> None:
    """FT-4.2, FT-4.3, FT-2.2.8: without a legal move a player may use powers, then passes, may sell and ends the turn."""
    state = at({"c3": "RG", "c2": "Y"}, None, seat(djinns="sloar", fakir=1, fish=1))
    assert texts(state) == ["djinn sloar F", "pass"]
    play(state, "djinn sloar F", "pass")
    assert state.position()["ending"] is True
    play(state, "sell_add fish", "sell_set", "end_turn")
    assert state.seat == 1
    play(state, "pass", "end_turn", "pass", "end_turn")
    assert state.over


def test_power_creates_a_move() -> None:
    """FT-4.3, FT-R27: if Anun-Nak creates a move, the player must move and may not pass; only an actual pass triggers the end."""
    state = at({"a1": "Y"}, None, seat(djinns="anun_nak", fakir=1), bag="YYY")
    assert texts(state) == ["djinn anun_nak F", "pass"]
    play(state, "djinn anun_nak F", "place b1")
    assert texts(state) == ["lift a1", "lift b1"]
    assert code(state, "pass") == "PASS_MOVE_EXISTS"
    assert state.position()["ending"] is False


def test_no_move_after_the_last_turn() -> None:
    """FT-4.4, FT-4.5, FT-8.3: no legal move on the board after the last turn: over at once, whatever powers there are, without clean-up."""
    rich = seat(djinns="anun_nak", elders=2)
    state = play(last_turn({"a1": "Y", "b1": "YR"}, rich, rich, rich, bag="GG", row=["silk"] * 3), *STEP)
    p = state.position()
    assert state.over
    assert (p["stage"], p["seat"], p["turn"], p["ending"]) == ("over", None, None, False)
    assert (p["bid_order"], p["bids"], p["queue"]) == ([], [], [])
    assert (p["round"], p["next_order"], p["row"]) == (3, [1, 2, 0], ["silk"] * 3)
    assert events(state, "over")[0]["by"] == "stuck"
    assert code(state, "end_turn") == "GAME_OVER"


def test_end_is_checked_before_the_refill() -> None:
    """FT-3.1, FT-4.5: after the last round nothing is refilled."""
    state = play(last_turn(ending=True, row=["silk"]), *STEP)
    assert state.over
    assert state.position()["row"] == ["silk"]
    assert [event["points"] for event in events(state, "score")] == state.scores


# ---- decision points that are skipped -------------------------------------------------------------------------------------------------


def test_stages_of_a_turn() -> None:
    """FT-6.2: start, sow, builders, tile, second_card, end, sell follow each other."""
    state = at({"a1": "YB", "c1": "BR"}, {"c1": "large_market", "b1": "village"}, seat(fakir=1))
    seen = [stage(state)]
    for decision in ("lift a1", "drop E yellow", "drop E blue", "fakirs 1", "take_card 1", "take_card 1", "sell_add ivory", "sell_set"):
        seen.append(stage(play(state, decision)))
    assert seen == ["start", "sow", "sow", "builders", "tile", "second_card", "end", "sell", "end"]


@pytest.mark.parametrize(("board", "kinds"), [({"a1": "B", "b1": "B"}, {"b1": "village"}), ({"a1": "R", "b1": "R"}, {"b1": "oasis"})])
def test_single_choices_are_made_automatically(board: dict[str, str], kinds: dict[str, str]) -> None:
    """FT-6.2.1: `fakirs 0`, `no_kill`, `build` without any other choice are carried out; they are no decisions but appear in the log."""
    colour = "blue" if board["a1"] == "B" else "red"
    state = play(at(board, kinds), "lift a1", f"drop E {colour}")
    assert stage(state) == "end"
    assert state.number == 2
    assert events(state, "palace" if colour == "blue" else "palm")
    assert len(events(state, "no_kill")) == (colour == "red")


def test_never_skipped() -> None:
    """FT-6.2.1: lift, drop, kill, target, sell and end are asked even with a single option."""
    state = at({"a1": "R", "b1": "R", "c1": "Y"}, {"b1": "oasis"})
    assert texts(play(state, "lift a1")) == ["drop E red"]
    assert texts(play(state, "drop E red")) == ["kill c1 yellow"]
    assert texts(play(state, "kill c1 yellow")) == ["end_turn"]
    state = at({"a1": "Y", "b1": "Y"}, {"c3": "oasis"}, seat(djinns="enki", fakir=1))
    assert texts(play(state, "djinn enki F")) == ["place c3"]
    state = at({"a1": "Y", "b1": "Y"}, None, seat(djinns="sibittis", elders=2), djinn_pile=["leta"])
    assert texts(play(state, "djinn sibittis EE")) == ["keep 1"]


def test_looks_again_after_a_power() -> None:
    """FT-6.2.1, FT-2.5.3: when a power in W3 uses up the last palm, the tile action lapses."""
    p = position({"a1": "Y", "b1": "YR"}, {"b1": "oasis", "c3": "oasis"}, seat(djinns="enki", elders=1)) | {"palms": 1}
    state = play(GAME.position(p, 1), "lift a1", "drop E yellow", "djinn enki E", "place c3")
    assert stage(state) == "end"
    assert events(state, "lapse")


def test_reading_decides_nothing() -> None:
    """FT-8.2: a position is taken as it stands; skipping applies only after the next decision."""
    now = turn(at="b1", previous="a1", final="b1", colour="blue", count=2)
    state = at({"a1": "Y", "b1": "YR"}, None, seat(gold=0), stage="builders", turn=now)
    assert (stage(state), texts(state)) == ("builders", ["fakirs 0"])
    assert stage(play(state, "fakirs 0")) == "end"
    assert player(state)["gold"] == 0


def test_gold_never_runs_out() -> None:
    """FT-R34: the bank is never empty."""
    state = at({"a1": "B", "b1": "B" * 300}, {"b1": "village"}, base="sacred")
    play(state, "lift a1", "drop E blue")
    assert player(state)["gold"] == 50 + 301 * 6
