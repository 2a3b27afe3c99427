"""Refusals (section (i)): every code is reached, cites its rule, and has words in both languages."""

import re
from pathlib import Path
from typing import Any

import pytest

from sandtable import State
from sandtable.games.five_tribes.refusals import RULES
from sandtable.kernel.words import LANGUAGES

from .build import GAME, at, code, play, seat, turn

MOVE = {"a1": "Y", "b1": "YR"}
RICH = seat(elders=5, fakir=5, fish=1, djinns="sloar sibittis leta utug enki bouraq echidna iblis hagis lamia anun_nak boaz kumarbi")


def in_stage(name: str, kind: str = "large_market", me: dict[str, Any] | None = None, **given: Any) -> State:
    now = turn(at="c3", previous="b3", final="c3", colour="red", count=1, **given.pop("turn", {}))
    board = given.pop("board", {"c3": "RY", "c2": "B"})
    return at(board, {"c3": kind, **given.pop("kinds", {})}, me or RICH, *given.pop("others", ()), stage=name, turn=now, **given)


def sowing(board: dict[str, str], lift: str) -> State:
    return play(at(board), f"lift {lift}")


OVER: dict[str, Any] = {"stage": "over", "seat": None, "turn": None, "queue": [], "next_order": [0, 1, 2]}
TARGET = {"pending": {"djinn": "leta", "origin": None, "back": "end"}}
MOVED = {"pending": {"djinn": "bouraq", "origin": "c3", "back": "end"}}
LOOK = {"pending": {"djinn": "sibittis", "origin": None, "back": "end"}, "peek": ["boaz"]}
KILLED = {"place": "c2", "iblis": True, "struck": True}

REACHED: list[tuple[str, Any, str]] = [
    ("UNKNOWN_DECISION", lambda: at(MOVE), "dance"),
    ("UNKNOWN_DECISION", lambda: at(MOVE), "bid 2 0"),
    ("UNKNOWN_DECISION", lambda: at(MOVE), "djinn sloar E"),
    ("UNKNOWN_DECISION", lambda: at(MOVE), "djinn utug"),
    ("UNKNOWN_DECISION", lambda: at(MOVE), "take_card 10"),
    ("UNKNOWN_DECISION", lambda: at(MOVE), "drop_at z9 red"),
    ("UNKNOWN_DECISION", lambda: at(MOVE), "bid 5 19"),
    ("UNKNOWN_DECISION", lambda: at(MOVE), "camel"),
    ("GAME_OVER", lambda: at(MOVE, **OVER), "lift a1"),
    ("STEP_BIDDING", lambda: at(MOVE, stage="bid"), "lift a1"),
    ("STEP_BIDDING", lambda: at(MOVE, stage="bid"), "camel a1"),
    ("STEP_TARGET", lambda: in_stage("target", turn=TARGET), "end_turn"),
    ("STEP_KEEP", lambda: in_stage("sibittis", turn=LOOK), "end_turn"),
    ("STEP_REDIRECT", lambda: in_stage("redirect", turn=MOVED), "djinn lamia E"),
    ("STEP_SOW", lambda: sowing({"a1": "YW", "c1": "W"}, "a1"), "end_turn"),
    ("STEP_SECOND_KILL", lambda: in_stage("second_kill", turn=KILLED), "no_kill"),
    ("STEP_SECOND_CARD", lambda: in_stage("second_card"), "skip"),
    ("STEP_OPEN_SET", lambda: in_stage("sell", turn={"set": ["ivory"], "closed": True}), "end_turn"),
    ("BID_NOT_NOW", lambda: at(MOVE), "bid 5 0"),
    ("BID_SPOT_TAKEN", lambda: at(stage="bid", bids=[[5, 1]], bid_order=[0, 2]), "bid 5 0"),
    ("BID_ZERO_FULL", lambda: at(stage="bid", players=4, bids=[[0, 1], [0, 2], [0, 3]], bid_order=[0]), "bid 0 0"),
    ("BID_NO_KUMARBI", lambda: at(None, None, seat(fakir=3), stage="bid"), "bid 5 1"),
    ("BID_KUMARBI_USED", lambda: at(None, None, seat(fakir=3, djinns="kumarbi", used="kumarbi"), stage="bid"), "bid 5 1"),
    ("BID_FAKIRS_MISSING", lambda: at(None, None, seat(fakir=3, djinns="kumarbi"), stage="bid"), "bid 5 18"),
    ("BID_FAKIRS_SURPLUS", lambda: at(None, None, seat(fakir=9, djinns="kumarbi"), stage="bid"), "bid 5 4"),
    ("BID_NO_GOLD", lambda: at(None, None, seat(gold=4), stage="bid"), "bid 5 0"),
    ("LIFT_IN_PROGRESS", lambda: sowing({"a1": "YW", "c1": "W"}, "a1"), "lift c1"),
    ("LIFT_DONE", lambda: in_stage("end"), "lift c3"),
    ("LIFT_EMPTY", lambda: at(MOVE), "lift f5"),
    ("LIFT_NO_FINISH", lambda: at({"a1": "Y", "b1": "Y", "f5": "R"}), "lift f5"),
    ("DROP_NOT_NOW", lambda: at(MOVE), "drop E yellow"),
    ("DROP_NOT_NOW", lambda: at(MOVE), "drop_at b1 yellow"),
    ("DROP_OFF_BOARD", lambda: sowing({"a1": "YW", "c1": "W"}, "a1"), "drop N yellow"),
    ("DROP_SAME_TILE", lambda: sowing({"a1": "YW", "c1": "W"}, "a1"), "drop_at a1 yellow"),
    ("DROP_DIAGONAL", lambda: sowing({"a1": "YW", "c1": "W"}, "a1"), "drop_at b2 yellow"),
    ("DROP_FAR", lambda: sowing({"a1": "YW", "c1": "W"}, "a1"), "drop_at c1 white"),
    ("DROP_BACK", lambda: play(sowing({"a1": "YW", "c1": "W"}, "a1"), "drop E yellow"), "drop W white"),
    ("DROP_BACK", lambda: play(sowing({"a1": "YW", "c1": "W"}, "a1"), "drop E yellow"), "drop_at a1 white"),
    ("DROP_NO_COLOUR", lambda: sowing({"a1": "YW", "c1": "W"}, "a1"), "drop E red"),
    ("DROP_LAST_COLOUR", lambda: play(sowing({"a1": "YW", "c1": "W"}, "a1"), "drop E yellow"), "drop S white"),
    ("DROP_DEAD_END", lambda: sowing({"a1": "YW", "c1": "W"}, "a1"), "drop S yellow"),
    ("PASS_NOT_NOW", lambda: in_stage("end"), "pass"),
    ("PASS_NOT_NOW", lambda: sowing({"a1": "YW", "c1": "W"}, "a1"), "pass"),
    ("PASS_MOVE_EXISTS", lambda: at(MOVE), "pass"),
    ("CAMEL_AUTOMATIC", lambda: at(MOVE), "camel f5"),
    ("CAMEL_AUTOMATIC", lambda: sowing({"a1": "YW", "c1": "W"}, "a1"), "camel b1"),
    ("FAKIRS_NOT_NOW", lambda: in_stage("assassins"), "fakirs 1"),
    ("FAKIRS_MISSING", lambda: in_stage("builders", kinds={"c2": "village"}), "fakirs 6"),
    ("FAKIRS_NO_BLUE", lambda: in_stage("builders"), "fakirs 1"),
    ("KILL_NOT_NOW", lambda: at(MOVE), "kill a1 yellow"),
    ("KILL_NOT_NOW", lambda: at(MOVE), "no_kill"),
    ("KILL_NOT_NOW", lambda: at(MOVE), "kill_owned 1 white"),
    ("KILL_OTHER_PLACE", lambda: in_stage("second_kill", turn=KILLED), "kill c3 red"),
    ("KILL_OWN", lambda: in_stage("assassins"), "kill_owned 0 white"),
    ("KILL_BOAZ", lambda: in_stage("assassins", others=[seat(djinns="boaz", elders=1)]), "kill_owned 1 white"),
    ("KILL_NOBODY", lambda: in_stage("assassins"), "kill f5 red"),
    ("KILL_NOBODY", lambda: in_stage("assassins"), "kill_owned 1 white"),
    ("KILL_TOO_FAR", lambda: in_stage("assassins", me=seat(), board={"c3": "R", "f5": "Y"}), "kill f5 yellow"),
    ("KILL_COMPULSORY", lambda: in_stage("assassins"), "no_kill"),
    ("TILE_NOT_NOW", lambda: in_stage("end"), "build"),
    ("TILE_NOT_NOW", lambda: at(MOVE), "take_card 9"),
    ("TILE_COMPULSORY", lambda: in_stage("tile", "oasis"), "skip"),
    ("TILE_OTHER_KIND", lambda: in_stage("tile", "oasis"), "take_card 1"),
    ("TILE_OTHER_KIND", lambda: in_stage("tile", "oasis"), "take_djinn 1 EE"),
    ("TILE_OTHER_KIND", lambda: in_stage("tile"), "build"),
    ("CARD_OUT_OF_REACH", lambda: in_stage("tile", "small_market"), "take_card 4"),
    ("CARD_OUT_OF_REACH", lambda: in_stage("tile"), "take_card 7"),
    ("CARD_OUT_OF_REACH", lambda: in_stage("second_card"), "take_card 6"),
    ("CARD_NOT_THERE", lambda: in_stage("tile", row=["fish"]), "take_card 2"),
    ("CARD_NO_GOLD", lambda: in_stage("tile", me=seat(gold=5)), "take_card 1"),
    ("DJINN_NOT_THERE", lambda: in_stage("tile", "sacred", djinn_row=["boaz"]), "take_djinn 2 EE"),
    ("DJINN_NO_PAYMENT", lambda: in_stage("tile", "sacred", me=seat(fakir=2)), "take_djinn 1 EF"),
    ("POWER_NOT_OWNED", lambda: at(MOVE), "djinn sloar F"),
    ("POWER_NOT_OWNED", lambda: at(MOVE), "djinn boaz"),
    ("POWER_PASSIVE", lambda: at(MOVE, None, RICH), "djinn boaz"),
    ("POWER_BID_ONLY", lambda: at(MOVE, None, RICH), "djinn kumarbi F"),
    ("POWER_USED", lambda: at(MOVE, None, seat(fakir=1, djinns="sloar", used="sloar")), "djinn sloar F"),
    ("POWER_AFTER_PASS", lambda: play(at({}, None, RICH), "pass"), "djinn sloar F"),
    ("POWER_SALE_BEGUN", lambda: play(in_stage("end"), "sell_add fish", "sell_set"), "djinn sloar F"),
    ("POWER_IN_MOVE", lambda: play(at(MOVE, None, RICH), "lift a1"), "djinn sloar F"),
    ("POWER_TOO_LATE", lambda: in_stage("tile"), "djinn echidna EE"),
    ("POWER_TOO_LATE", lambda: in_stage("end"), "djinn iblis E"),
    ("POWER_NOT_NOW", lambda: at(MOVE, None, RICH), "djinn iblis E"),
    ("POWER_NOT_NOW", lambda: in_stage("assassins"), "djinn echidna EE"),
    ("POWER_NOT_NOW", lambda: in_stage("tile", "oasis"), "djinn hagis E"),
    ("POWER_NO_PAYMENT", lambda: at(MOVE, None, seat(djinns="sloar")), "djinn sloar F"),
    ("POWER_NO_STOCK", lambda: GAME.position(in_stage("end", "oasis").position() | {"palms": 0}), "djinn enki E"),
    ("POWER_NO_CAMEL", lambda: at(MOVE, None, seat(camels=0, elders=2, djinns="leta")), "djinn leta EE"),
    ("POWER_NO_CARD", lambda: at(MOVE, None, RICH, pile=[]), "djinn sloar F"),
    ("POWER_NO_CARD", lambda: at(MOVE, None, RICH, djinn_pile=[]), "djinn sibittis EE"),
    ("POWER_BAG_EMPTY", lambda: at(MOVE, None, RICH), "djinn anun_nak E"),
    ("POWER_NO_TARGET", lambda: at(MOVE, None, RICH), "djinn enki E"),
    ("TARGET_NOT_NOW", lambda: at(MOVE), "place a1"),
    ("TARGET_NOT_EMPTY", lambda: in_stage("target", turn=TARGET), "place c3"),
    ("TARGET_NO_MEEPLE", lambda: play(in_stage("end"), "djinn utug EE"), "place f5"),
    ("TARGET_NOT_ONLY_MEEPLES", lambda: play(in_stage("end", camels={"c2": 1}), "djinn utug EE"), "place c2"),
    ("TARGET_NOT_VILLAGE", lambda: play(in_stage("end", "village"), "djinn bouraq E"), "place c2"),
    ("TARGET_NOT_OASIS", lambda: play(in_stage("end", "oasis"), "djinn enki E"), "place c2"),
    ("TARGET_NOT_NEIGHBOUR", lambda: play(in_stage("tile", "oasis"), "djinn lamia E"), "place c3"),
    ("KEEP_NOT_THERE", lambda: at(MOVE), "keep 1"),
    ("KEEP_NOT_THERE", lambda: in_stage("sibittis", turn=LOOK), "keep 2"),
    ("SELL_NOT_NOW", lambda: at(MOVE, None, RICH), "sell_add fish"),
    ("SELL_NOT_NOW", lambda: at(MOVE, None, RICH), "sell_set"),
    ("SELL_FAKIR", lambda: in_stage("end"), "sell_add fakir"),
    ("SELL_DOUBLE", lambda: play(in_stage("end"), "sell_add fish"), "sell_add fish"),
    ("SELL_NONE", lambda: in_stage("end"), "sell_add ivory"),
    ("SELL_ORDER", lambda: play(in_stage("end", me=seat(fish=1, silk=1)), "sell_add fish"), "sell_add silk"),
    ("SELL_EMPTY", lambda: in_stage("end"), "sell_set"),
    ("END_TOO_EARLY", lambda: at(MOVE), "end_turn"),
    ("UNDO_NOTHING", lambda: at(MOVE), "undo"),
    ("LOOK_HIDDEN", lambda: at(MOVE), "look pile"),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "arrange", "attempt"), REACHED, ids=[f"{name}-{attempt}" for name, _, attempt in REACHED])
def test_codes_are_reached(expected: str, arrange: Any, attempt: str) -> None:
    """FT-6.4, FT-2.2.7: the first line that applies gives the code."""
    assert code(arrange(), attempt) == expected


def test_askers() -> None:
    """FT-6.1.1, FT-7.4: another seat and a spectator are refused first."""
    assert code(at(MOVE), "lift a1", seat=1) == "NOT_YOUR_DECISION"
    assert code(at(MOVE), "lift a1", seat=None) == "SPECTATOR"
    assert code(at(MOVE), "dance", seat=None) == "UNKNOWN_DECISION"
    assert code(at(MOVE), "undo", seat=1) == "NOT_YOUR_DECISION"


def test_undo_is_a_gesture() -> None:
    """FT-7.5: `undo` is answered from what has been played, as the application would carry it out."""
    state = play(at(MOVE, None, seat(djinns="sloar", fakir=1)), "lift a1")
    assert code(state, "undo") is None
    assert code(state, "undo", seat=1) == "NOT_YOUR_DECISION"
    assert code(state.undo(), "undo") == "UNDO_NOTHING"
    assert code(play(state, "djinn sloar F"), "undo") == "UNDO_REVEALED"


def test_all_codes_are_reached() -> None:
    """FT-6.4: no code of the table is left out (undo and askers have their own tests)."""
    reached = {name for name, _, _ in REACHED} | {"SPECTATOR", "NOT_YOUR_DECISION", "UNDO_REVEALED"}
    assert reached == set(RULES)


def test_table_of_the_specification() -> None:
    """FT-7.1: codes, rules and sentences are those of the specification, with the word of the edition."""
    spec = (Path(__file__).parents[3] / "docs" / "rules" / "five-tribes.md").read_text("utf-8")
    rows = re.findall(r"^\| `([A-Z_]+)` \| FT-(\S+) \|[^|]+\| ([^|]+) \| ([^|]+) \|$", spec, re.MULTILINE)
    assert {name: rule for name, rule, _, _ in rows} == RULES
    state = at(MOVE)
    for name, _, english, german in rows:
        refusal = GAME._refusal(state.record, name)  # type: ignore[attr-defined]
        assert (refusal.words["en"], refusal.words["de"]) == (english, german)
    slaves = at(MOVE, options={"edition": "slaves"})
    for name in RULES:
        words = GAME._refusal(slaves.record, name).words  # type: ignore[attr-defined]
        assert all("akir" not in words[language] for language in LANGUAGES)
    assert GAME._refusal(slaves.record, "KILL_TOO_FAR").words["de"].count("Sklaven") == 1  # type: ignore[attr-defined]
