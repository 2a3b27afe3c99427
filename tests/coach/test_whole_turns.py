"""The whole turns of Five Tribes: every gain is what the turn brings, every mark is true, nothing hidden is in it."""

from __future__ import annotations

import random

import numpy as np

from sandtable import load
from sandtable.coach import whole_turns
from sandtable.games.five_tribes.whole_turns import BLOCKING, MARKS, next_rival, rival_gain
from sandtable.kernel.conformance import walk
from sandtable.kernel.game import JSON
from sandtable.kernel.state import State

SIMPLE = {"gold", "viziers", "elders", "control", "build"}


def starts(players: int, seed: int, every: int = 3) -> list[State]:
    """Positions of a game in which a turn begins."""
    found = []
    for state in walk(load("five-tribes").new(players, seed), random.Random(seed)):
        if not state.over and any(action.kind == "lift" for action in state.legal):
            found.append(state.copy())
    return found[::every]


def test_gains_are_what_the_turn_brings() -> None:
    checked = 0
    for state in starts(3, 4):
        seat = state.seat
        assert seat is not None
        for turn in whole_turns(state, seat)[::9]:
            if turn["colour"] not in ("yellow", "white") or not set(turn["parts"]) <= SIMPLE:
                continue
            after = state.copy()
            for text in turn["texts"]:
                after.play(text)
            if "build" in after.legal and turn["parts"].get("build"):
                after.play("build")
            assert after.scores[seat] - state.scores[seat] == turn["gain"], turn
            checked += 1
    assert checked > 20


def test_they_are_ordered_and_different() -> None:
    for state in starts(4, 6):
        assert state.seat is not None
        turns = whole_turns(state, state.seat)
        worths = [turn["worth"] for turn in turns]
        assert worths == sorted(worths, reverse=True)
        assert len({(t["start"], t["final"], t["colour"], t["count"], t["gain"], str(t["parts"])) for t in turns}) == len(turns)
        assert all(set(turn["marks"]) <= set(MARKS) for turn in turns)


def test_marks_are_true() -> None:
    seen: set[str] = set()
    for state in starts(4, 7, every=2):
        seat = state.seat
        assert seat is not None
        position, rival = state.position(), next_rival(state.record, seat)
        for turn in whole_turns(state, seat)[::5]:
            marks = set(turn["marks"])
            seen |= marks
            after = state.copy()
            for text in turn["texts"]:
                after.play(text)
            camel = after.position()["tiles"][turn["final"]]["camel"]
            assert ("claims" in marks) == (camel == seat and position["tiles"][turn["final"]]["camel"] is None)
            kind = position["tiles"][turn["final"]]["kind"]
            assert ("palm" in marks) == (kind == "oasis" and position["palms"] > 0)
            assert ("elders" in marks) == (turn["colour"] == "white" and turn["count"] >= 2)
            assert ("builders" in marks) == (turn["colour"] == "blue")
            assert "sacred" not in marks or kind == "sacred"
            if rival < 0:
                assert not marks & {"blocks", "empties"}
            elif turn["colour"] in ("white", "blue"):
                if "build" in after.legal:
                    after.play("build")
                lost = rival_gain(state.record, rival) - rival_gain(after.record, rival)
                assert "blocks" not in marks or lost >= BLOCKING
    assert {"claims", "palm", "palace", "elders", "viziers", "builders", "kills", "market", "blocks", "empties"} <= seen


def test_a_sacred_place_that_can_be_paid() -> None:
    state = next(s for s in starts(2, 3, every=1) if any("sacred" in t["marks"] for t in whole_turns(s, s.seat or 0)))
    seat = state.seat
    assert seat is not None
    for turn in whole_turns(state, seat):
        if "sacred" in turn["marks"] and turn["colour"] in ("yellow", "white"):
            after = state.copy()
            for text in turn["texts"]:
                after.play(text)
            assert any(action.kind == "take_djinn" for action in after.legal)


def test_nothing_hidden_is_in_them() -> None:
    generator = np.random.default_rng(1)
    different = 0
    for state in starts(4, 9, every=5):
        assert state.seat is not None
        world = state.redeal(state.seat, generator)
        different += world.record.tobytes() != state.record.tobytes()
        assert whole_turns(world, state.seat) == whole_turns(state, state.seat)
    assert different > 2


def test_there_are_none_where_no_turn_begins() -> None:
    state = load("five-tribes").new(2, 1)
    assert whole_turns(state, state.seat or 0) == []
    begun = starts(2, 1)[0]
    assert begun.seat is not None
    assert whole_turns(begun, 1 - begun.seat) == []


def test_the_whole_turn_can_be_played_and_brings_what_it_says() -> None:
    """The move, its victim, its market, its djinn: banked and lead are what the score sheet counts after them."""
    kinds: set[str] = set()
    leads = 0
    for players, seed in ((2, 5), (3, 8), (4, 11)):
        for state in starts(players, seed, every=4):
            seat = state.seat
            assert seat is not None
            before = state.position()
            for turn in whole_turns(state, seat)[::7]:
                after = state.copy()
                for text in (*turn["texts"], *turn["then"]):
                    assert text in after.legal
                    after.play(text)
                kinds |= {text.split()[0] for text in turn["then"]}
                assert after.scores[seat] - state.scores[seat] == turn["gain"] == turn["banked"] + turn["lead"]
                assert turn["lead"] == 10 * (outdone(after.position(), seat) - outdone(before, seat))
                assert sum(turn["brings"].values()) == turn["banked"]
                leads += turn["lead"] > 0
    assert {"kill", "kill_owned", "take_card", "take_djinn", "fakirs"} <= kinds
    assert leads > 10


def outdone(position: JSON, seat: int) -> int:
    return sum(other["viziers"] < position["seats"][seat]["viziers"] for other in position["seats"])


def test_a_lead_counts_by_the_chance_that_it_holds() -> None:
    """At the beginning with four players the bonus of 30 does not make every vizier turn the best one (FT-4.6.2)."""
    state = load("five-tribes").new(4, 3)
    while not any(action.kind == "lift" for action in state.legal):
        state.play(state.legal[0])
    assert state.seat is not None
    turns = whole_turns(state, state.seat)
    viziers = [turn for turn in turns if turn["colour"] == "yellow"]
    assert viziers
    assert all(turn["lead"] == 30 and turn["banked"] < turn["worth"] < turn["gain"] for turn in viziers)
    assert turns[0]["lead"] == 0
    helps = state.game.helps(state, state.seat)["lifts"]
    best = max((lift["ways"][0] for lift in helps.values()), key=lambda way: way["gain"])
    assert best["banked"] == best["gain"] == turns[0]["worth"]
