"""Decisions: vocabulary, notation, undo (FT-6, FT-7.5)."""

import random

import pytest

from sandtable import Refused
from sandtable.games.five_tribes.components import SPOTS

from .build import GAME, at, code, play, player, seat, stage, texts, turn


def test_vocabulary() -> None:
    """FT-6.1, FT-6.1.2, FT-6.3: exactly 336 decisions in the order of the table, whatever the number of players."""
    ids = {
        0: "bid 0 0", 1: "bid 1 0", 2: "bid 1 1", 21: "bid 18 0", 27: "bid 18 6", 28: "djinn anun_nak E", 29: "djinn anun_nak F",
        30: "djinn bouraq E", 32: "djinn echidna EE", 34: "djinn enki E", 36: "djinn hagis E", 38: "djinn iblis E", 40: "djinn lamia E",
        42: "djinn leta EE", 44: "djinn sibittis EE", 46: "djinn sloar F", 47: "djinn utug EE", 48: "djinn utug EF", 49: "lift a1",
        54: "lift f1", 55: "lift a2", 78: "lift f5", 79: "drop N yellow", 84: "drop E yellow", 98: "drop W red", 99: "pass",
        100: "fakirs 0", 118: "fakirs 18", 119: "kill a1 yellow", 268: "kill f5 red", 269: "kill_owned 0 yellow", 276: "kill_owned 3 white",
        277: "no_kill", 278: "build", 279: "skip", 280: "take_card 1", 285: "take_card 6", 286: "take_djinn 1 EE", 291: "take_djinn 3 EF",
        292: "place a1", 321: "place f5", 322: "keep 1", 325: "sell_add ivory", 333: "sell_add pottery", 334: "sell_set", 335: "end_turn",
    }  # fmt: skip
    assert len(GAME.actions) == 336
    for number, text in ids.items():
        assert GAME.actions[number].text == text
    assert [action.args["fakirs"] for action in GAME.actions if action.kind == "bid"] == [f for n in range(7) for f in range(n + 1)]
    assert len(SPOTS) == 7


def test_notation() -> None:
    """FT-6.1.4: kind and arguments separated by blanks; ids, texts and named arguments mean the same."""
    assert GAME.actions.attempt("djinn utug EF").action == GAME.actions.attempt("djinn", {"name": "utug", "payment": "EF"}).action
    assert GAME.actions.attempt(84).action == GAME.actions.attempt("drop E yellow").action


def test_one_seat_decides() -> None:
    """FT-6.1.1, FT-6.1: at any time exactly one seat is to decide, or the game is over; a decision has a kind and its arguments."""
    state, rng = GAME.new(3, seed=4), random.Random(4)
    while not state.over:
        assert state.seat in (0, 1, 2)
        assert code(state, "end_turn", seat=(state.seat + 1) % 3) == "NOT_YOUR_DECISION"
        state.play(rng.choice(state.legal.ids.tolist()))
    assert state.seat is None


def test_no_cancelling() -> None:
    """FT-6.1.3, FT-6.4: no decision takes another back; every legal decision leads on."""
    assert {action.kind for action in GAME.actions} == {
        "bid", "djinn", "lift", "drop", "pass", "fakirs", "kill", "kill_owned", "no_kill", "build", "skip", "take_card", "take_djinn",
        "place", "keep", "sell_add", "sell_set", "end_turn",
    }  # fmt: skip
    state = play(at({"a1": "YW", "c1": "W"}), "lift a1")
    assert texts(state) == ["drop E yellow"]


def test_drop_by_target_tile() -> None:
    """FT-6.4.3: a drop named by its target tile is simply the drop."""
    state = play(at({"a1": "YW", "c1": "W"}), "lift a1")
    assert code(state, "drop_at b1 yellow") is None
    state.play("drop_at b1 yellow")
    state.play("drop_at", tile="c1", colour="white")
    assert player(state)["elders"] == 2
    with pytest.raises(Refused, match="DROP_NOT_NOW"):
        state.play("drop_at c1 white")


# ---- undo -----------------------------------------------------------------------------------------------------------------------------


def test_undo_within_the_turn() -> None:
    """FT-7.5: decisions of a turn can be taken back down to its start, with the automatic decisions that followed."""
    state = at({"a1": "Y", "b1": "Y"}, {"b1": "oasis"})
    assert state.why_undo(0).code == "UNDO_NOTHING"
    before = state.position()
    play(state, "lift a1", "drop E yellow")
    assert stage(state) == "end"
    state.undo()
    assert (stage(state), state.position()["tiles"]["b1"]["palms"]) == ("sow", 0)
    state.undo()
    assert state.position() == before


def test_undo_stops_at_the_turn_of_another() -> None:
    """FT-7.5: `bid` and `end_turn` commit; spectators and others cannot take back."""
    state = play(at(None, None, stage="bid"), "bid 5 0")
    assert state.reveals("bid 1 0")
    assert state.why_undo(0).code == "NOT_YOUR_DECISION"
    assert state.why_undo(1).code == "UNDO_NOTHING"
    assert state.why_undo(None).code == "SPECTATOR"
    state = at({"a1": "Y", "b1": "YR", "f1": "W"}, None, players=2, next_order=[0], queue=[0, 1, 1])
    play(state, "lift a1", "drop E yellow", "skip", "end_turn")
    assert (state.seat, state.why_undo(0).code) == (0, "UNDO_NOTHING")
    over = at(stage="over", seat=None, turn=None, queue=[], next_order=[0, 1, 2])
    assert over.why_undo(0).code == "GAME_OVER"


@pytest.mark.parametrize(
    ("decisions", "reveals"),
    [
        (["djinn sloar F"], True),
        (["djinn sibittis EE"], True),
        (["djinn sibittis EE", "keep 2"], True),
        (["djinn anun_nak E"], False),
        (["djinn anun_nak E", "place c3"], True),
        (["djinn enki E", "place d4"], False),
        (["lift a1"], False),
    ],
)
def test_what_reveals(decisions: list[str], reveals: bool) -> None:
    """FT-7.5: Sloar, Sibittis, `keep` and the tile for Anun-Nak reveal; other decisions do not."""
    me = seat(elders=5, fakir=5, djinns="sloar sibittis anun_nak enki")
    state = play(at({"a1": "Y", "b1": "YR"}, {"d4": "oasis"}, me, bag="RRR"), *decisions)
    assert state.moves[-1].reveals == reveals
    assert (state.why_undo(0) is None) != reveals
    if reveals:
        assert state.why_undo(0).code == "UNDO_REVEALED"


@pytest.mark.parametrize(("djinns", "victim", "reveals"), [("kandicha", "green", True), ("", "green", False), ("kandicha", "blue", False)])
def test_kandicha_reveals(djinns: str, victim: str, reveals: bool) -> None:
    """FT-7.5: killing a green meeple reveals a card to the owner of Kandicha."""
    now = turn(at="c3", previous="b3", final="c3", colour="red", count=2)
    state = at({"c2": "GBRR"}, {"c3": "oasis"}, seat(djinns=djinns), stage="assassins", turn=now)
    assert state.reveals(f"kill c2 {victim}") == reveals
    play(state, f"kill c2 {victim}")
    assert (state.why_undo(0) is None) != reveals
