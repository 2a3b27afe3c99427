"""Sections 12 to 14: maps, the end of a stage, majorities, stage 2, the end of the game."""

from typing import Any

import pytest

from sandtable import State

from .build import GAME, Json, animal, code, counts, goods, hand, letters, market, offered, play, position, table


def last_turn(*seats: Json, **fields: Any) -> State:
    """The last turn of a stage; the seat to move may pass."""
    players = max(2, len(seats))
    return table(*seats, lap=1, current=players - 1, **fields)


def points(state: State) -> list[int]:
    return state.scores


def vp(state: State, stage: int) -> list[str]:
    """VP for water, gold, salt, millet of every seat."""
    return ["".join(str(n) for n in seat["vp"][f"goods{stage}"].values()) for seat in state.position()["seats"]]


NINTH = (
    {"hand": "M", "camels": ["SS", "G"], "donkeys": ["W", ""], "caves": ["W", ""], "thieves": [None]},
    {"camels": ["SS"], "thieves": ["G0"], "maps": 1},
    {"hand": "WG", "camels": ["M"], "maps": 1},
)


def test_closing_lap() -> None:
    """V8, TU-13.1, TU-13.2, TU-13.14, TU-R25, TU-R27: who drew the last card finishes the turn and has the last one of the lap."""
    hands = [{"hand": "M"}] * 4
    state = table(*hands, current=2, pile="WGS", rest="discard").play("draw")
    assert state.position()["ender"] == 2
    play(state, "to_market water", "end_turn")
    seen = []
    while state.position()["stage"] == 1:
        assert code(state, "draw") == "PILE_EMPTY TU-13.2"
        assert code(state, "pass") is None
        assert code(state, "load_hand camel1 millet") is None
        seen.append((state.seat, state.position()["lap"]))
        play(state, "load_hand camel1 millet", "end_turn") if state.seat == 3 else state.play("pass")
    assert seen == [(3, 4), (0, 3), (1, 2), (2, 1)]
    assert state.seat == 3
    assert state.position()["start"] == 3


def test_end_of_stage_1() -> None:
    """V9, TU-12.1, TU-12.4, TU-13.3 to TU-13.14: TU-13.4, TU-13.5, TU-13.9, TU-13.10, TU-13.11, TU-13.12, TU-9.2, TU-R18, TU-R37.

    Hidden goods count, hands do not; then the map choices; used specials go back, the others are kept; scored goods are the new pile."""
    state = last_turn(*NINTH, market="MMM").play("pass")
    assert vp(state, 1) == ["6430", "0430", "0003"]
    assert points(state) == [13, 7, 3]
    between = state.position()
    assert (between["phase"], between["map_queue"], between["current"]) == ("maps", [1, 2], 0)
    assert between["turn"]["main"] is None
    assert between["seats"][1]["thieves"][0]["public"]
    assert state.seat == 1
    play(state, "use_map", "keep_map")
    after = state.position()
    assert points(state) == [13, 9, 3]
    assert after["maps_out"] == 1
    assert after["stage"] == 2
    assert sorted(after["pile"]) == sorted(goods("WWGGSSSSM"))
    assert after["supply"] == {"donkey": 2, "cave": 2, "thief": 2, "map": 0}
    first = after["seats"][0]
    assert first["animals"] == {"camel1": [], "camel2": [], "donkey1": []}
    assert (first["caves"], first["thieves"], first["maps"]) == ([[]], [None], 0)
    assert after["seats"][2]["maps"] == 1
    assert [hand(state, seat) for seat in range(3)] == ["M", "", "WG"]
    assert market(state) == "MMM"
    assert (state.seat, after["start"], after["ender"], after["lap"]) == (0, 0, None, None)


def test_hands_do_not_count() -> None:
    """TU-13.3: put aside, kept for stage 2, and not counted for majorities."""
    state = last_turn({"hand": "WWWW"}, {"camels": ["W"]}).play("pass")
    assert vp(state, 1) == ["0000", "6000"]
    assert hand(state, 0) == "WWWW"


def test_hidden_goods_are_turned_over() -> None:
    """TU-13.4, TU-17.6: everyone sees them when the stage ends; the events tell it."""
    state = last_turn({"caves": ["WS"], "maps": 1}, {"thieves": ["M0"]}).play("pass")
    for seat in (0, 1, None):
        cave = state.view(seat)["seats"][0]["caves"][0]
        assert [(card["good"], card["public"]) for card in cave] == [("water", True), ("salt", True)]
        uncovered = [event["good"] for event in state.events(seat=seat) if event["event"] == "uncovers"]
        assert uncovered == ["water", "salt", "millet"]


@pytest.mark.parametrize(
    ("loads", "expected"),
    [
        (["WGG", "WG", "G"], ["5500", "5000", "0000"]),
        (["SM"] * 5, ["0032"] * 5),
        (["", "M"], ["0000", "0003"]),
        (["", ""], ["0000", "0000"]),
    ],
)
def test_majorities(loads: list[str], expected: list[str]) -> None:
    """V11, TU-13.5 to TU-13.8: TU-13.6 alone ahead, TU-13.7 shared minus 1, also by all, TU-13.8 nobody; TU-R22, TU-R23, TU-R24."""
    seats = [{"camels": ["".join(k for k in load if k not in "W")], "caves": ["W"] if "W" in load else []} for load in loads]
    assert vp(last_turn(*seats).play("pass"), 1) == expected


def test_majority_counts_once() -> None:
    """TU-13.6: the VP do not depend on the number of cards."""
    assert vp(last_turn({"camels": ["MMMM", "MMM"]}, {"camels": ["M"]}).play("pass"), 1) == ["0003", "0000"]


def test_maps_are_used_or_kept() -> None:
    """TU-12.1, TU-12.3, TU-R20, TU-R21: any number now, 2 VP each; the rest counts at the end; none counts twice."""
    state = last_turn({"maps": 2}, {"maps": 1}).play("pass")
    assert offered(state, "use_map") + offered(state, "keep_map") == ["use_map", "keep_map"]
    assert code(state, "draw") == "MAPS_FIRST TU-12.4"
    play(state, "use_map", "keep_map")
    assert state.seat == 1
    play(state, "use_map")
    assert points(state) == [2, 2]
    assert state.position()["stage"] == 2
    play(state, "pass", "pass")
    assert state.over
    assert points(state) == [4, 2]
    assert [seat["vp"]["maps2"] for seat in state.position()["seats"]] == [2, 0]
    assert code(table({"maps": 1}), "use_map") == "NO_MAP_CHOICE TU-12.1"


@pytest.mark.parametrize(("used_maps", "out", "supply"), [("out", 1, 2), ("back", 0, 3)])
def test_used_maps(used_maps: str, out: int, supply: int) -> None:
    """TU-12.2, TU-R20: out of the game, or back to the supply by option."""
    state = play(last_turn({"maps": 1}, {}, options={"used_maps": used_maps}), "pass", "use_map")
    assert (state.position()["maps_out"], state.position()["supply"]["map"]) == (out, supply)


def test_map_choices_begin_with_the_next_start_player() -> None:
    """TU-12.4, TU-R37: in turn order from the start player of stage 2, after the majorities."""
    state = table({"maps": 1, "camels": ["M"]}, {}, {"maps": 1}, lap=1, current=1).play("pass")
    assert state.position()["map_queue"] == [2, 0]
    assert state.position()["current"] == 2
    assert points(state) == [3, 0, 0]


def test_empty_donkey_is_unused() -> None:
    """TU-9.2, TU-13.9, TU-13.10: a donkey emptied before the end is kept and renumbered, a loaded one goes back."""
    state = last_turn({"donkeys": ["M", ""]}, {}, {"donkeys": ["G"], "caves": [""]})
    play(state, "hide_animal 1 donkey1", "pass")
    after = state.position()
    assert list(after["seats"][0]["animals"]) == ["camel1", "camel2", "donkey1"]
    assert list(after["seats"][2]["animals"]) == ["camel1", "camel2", "donkey1"]
    assert after["seats"][2]["caves"] == []
    assert after["supply"]["donkey"] == 1
    assert points(state) == [3, 0, 5]


@pytest.mark.parametrize(("option", "pile", "discard"), [("out", "M", "WWWWWWWW"), ("in", "WWWWWWWWM", "")])
def test_discard_pile_in_stage_2(option: str, pile: str, discard: str) -> None:
    """TU-13.13, TU-R17: it stays out, or is shuffled in by option."""
    state = last_turn({"camels": ["M"], "hand": ""}, {}, market="G" * 10 + "S" * 12 + "M" * 13, options={"discard": option}).play("pass")
    assert letters(counts("".join(name[0].upper() for name in state.position()["pile"]))) == pile
    assert letters(state.position()["discard"]) == discard
    assert letters(state.position()["stage_pile"]) == pile


def test_nothing_scored() -> None:
    """V14, TU-13.15, TU-R26: with an empty new pile stage 2 is a closing lap only."""
    state = last_turn({"hand": "M"}, {}, {}).play("pass")
    after = state.position()
    assert (after["stage"], after["pile"], after["lap"], after["ender"]) == (2, [], 3, 2)
    assert state.seat == 0
    play(state, "pass", "pass", "pass")
    assert state.over


def test_stage_2_pile_is_shuffled() -> None:
    """TU-13.11: the goods are shuffled; a script names the order, top first."""
    state = last_turn({"camels": ["SS", "M"]}, {"camels": ["G"]}).play("pass", chance=[goods("SMGS")])
    assert state.position()["pile"] == goods("SMGS")


TENTH = (
    {"hand": "WM", "camels": ["GG", "SSMM"], "donkeys": ["", "W"], "caves": ["", "WW"]},
    {"hand": "GG", "camels": ["GG"], "thieves": [None, "s"], "maps": 1},
    {"camels": ["WWW"]},
)


def test_end_of_the_game() -> None:
    """V10, TU-14.1, TU-14.2, TU-14.3, TU-14.4, TU-R19: majorities, unused specials 1 VP, maps 2 VP, no map choice."""
    state = last_turn(*TENTH, stage=2, maps_out=1).play("pass")
    assert state.over
    assert vp(state, 2) == ["5443", "0400", "5000"]
    assert [seat["vp"]["unused"] for seat in state.position()["seats"]] == [2, 1, 0]
    assert [seat["vp"]["maps2"] for seat in state.position()["seats"]] == [0, 2, 0]
    assert points(state) == [18, 7, 5]
    assert state.winners == [0]
    assert state.ranks == [1, 2, 3]
    end = state.position()
    assert (end["phase"], end["current"], end["ender"], end["lap"]) == ("over", 2, 2, None)
    assert code(state, "draw", 0) == "GAME_OVER TU-14.1"


def test_both_stages_count() -> None:
    """TU-14.4: the VP of stage 1 are added."""
    earlier = {"vp": {"goods1": counts("WWWWW"), "maps1": 2}}
    assert points(last_turn(earlier, {"camels": ["M"]}, stage=2).play("pass")) == [7, 3]


@pytest.mark.parametrize(
    ("hands", "preset", "winners"),
    [
        (["W", "G", "MM"], "A", [0]),
        (["G", "S", "MM"], "A", [0, 1, 2]),
        (["G", "S", "MM"], "B", [0, 2]),
        (["", "MM", "S"], "A", [1, 2]),
    ],
)
def test_tie_break(hands: list[str], preset: str, winners: list[int]) -> None:
    """V12, TU-14.5, TU-14.6, TU-R28: the dearest hand, then a shared win."""
    state = last_turn(*[{"hand": cards} for cards in hands], stage=2, options={"goods": preset}).play("pass")
    assert state.winners == winners
    assert points(state) == [0, 0, 0]


def test_ranks_do_not_betray_hands() -> None:
    """TU-14.5: the tie-break enters only when the game is over."""
    assert table({"hand": "WW"}, {}).ranks == [1, 1]


def test_new_game_is_scored_twice() -> None:
    """TU-14.1, TU-13.14: a whole game has two stages, the second begun by the left neighbour of the first one's ender."""
    state = GAME.new(3, seed=11)
    while not state.over:
        state.play(state.legal[len(state.legal) // 2])
    told = state.events(everything=True)
    assert [event["stage"] for event in told if event["event"] == "stage_ends"] == [1, 2]
    ender = next(event["seat"] for event in told if event["event"] == "pile_empty")
    assert [event["seat"] for event in told if event["event"] == "stage_begins"][1] == (ender + 1) % 3


def test_goods_on_camels_are_unloaded() -> None:
    """TU-13.11: camels are empty in stage 2."""
    state = last_turn({"camels": ["SSMM", "GG"]}, {}).play("pass")
    assert [animal(state, f"camel{i}") for i in (1, 2, 3)] == ["", "", ""]
    assert position()["stage"] == 1
