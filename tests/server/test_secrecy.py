"""What leaves the server depends on what the receiver may know, to the byte.

Two worlds that differ only in what a receiver cannot know are put on two tables with the same ids and times. Every message to the receiver,
over whole games, must be the same: updates from any number seen, refusals, conflicts, what comes after the same next decision.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import orjson
import pytest

from sandtable.kernel import conformance
from sandtable.kernel.registry import load
from sandtable.kernel.state import State
from sandtable.server.errors import Denied
from sandtable.server.tables import updates
from sandtable.server.tables.messages import encode
from sandtable.server.tables.playing import play
from sandtable.server.tables.status import status as public_facts
from sandtable.server.tables.table import Table
from tests.server.worlds import PERSON, done, table_of

CASES = [case for case in conformance.cases() if not case.options or case.players == case.game.players[0]]
LONGEST = 900
"""Decisions of a game that are played (a random game of Targui may take thousands)."""
OFTEN, SELDOM = 0.1, 0.02
"""At how many positions of a game the worlds are compared: at first, and after many comparisons."""


def on_table(state: State, case: Any) -> Table:
    """The state as the beginning of a table's game; everything else is the same for every world."""
    table = table_of(*[PERSON] * case.players, game=case.game.id, options=case.options)
    table.state = State(case.game, np.array([state.record], case.game.dtype), table.setup.seed)
    return table


def message(table: Table, seat: int | None, seen: int = 0) -> bytes:
    return encode(updates.update(table, seat, seen, public_facts(table, 5000.0)))


def refusals(table: Table, seat: int, rng: random.Random) -> list[Any]:
    """What the receiver is told when it tries things, in turn or not."""
    told = []
    for decision in [rng.randrange(table.game.num_actions) for _ in range(6)] + ["fly away"]:
        try:
            told.append([entry["kind"] for entry in done(table, play, seat, table.number, decision).new][:1])
        except Denied as denied:
            told.append(denied.body())
    return told


@pytest.mark.parametrize("case", CASES, ids=str)
def test_messages_of_indistinguishable_worlds_are_identical(case: Any) -> None:
    rng = random.Random(7)
    state = case.game.new(case.players, seed=11, **case.options)
    compared = different = 0
    while not state.over and state.number < LONGEST:
        if rng.random() < (OFTEN if compared < 60 else SELDOM):
            for seat in (*range(case.players), None):
                other = state.redeal(seat, rng.randrange(1 << 30))
                ours, theirs = on_table(state, case), on_table(other, case)
                assert message(ours, seat) == message(theirs, seat)
                if seat is not None:
                    dice = rng.randrange(1 << 30)
                    assert refusals(ours, seat, random.Random(dice)) == refusals(theirs, seat, random.Random(dice))
                different += state.position() != other.position()
                compared += 1
                compare_next(ours, theirs, seat, rng)
        state.play(rng.choice(state.legal.ids.tolist()))
    assert compared >= 10
    assert different > compared // 3, "the worlds were hardly ever different: this test proves nothing"


def compare_next(ours: Table, theirs: Table, seat: int | None, rng: random.Random) -> None:
    """The receiver's own decision in both worlds, if it uncovers nothing: it hears the same. (What others decide may itself show what
    was hidden; for those the updates before and after are compared, each with its own other world.)"""
    assert ours.state is not None
    assert theirs.state is not None
    mover = ours.to_decide
    both = [a for a in ours.state.legal if a in theirs.state.legal and not ours.state.reveals(a) and not theirs.state.reveals(a)]
    if not both or mover is None or mover != seat:
        return
    action = rng.choice(both).id
    one = done(ours, play, mover, ours.number, action, at=2000.0)
    two = done(theirs, play, mover, theirs.number, action, at=2000.0)
    assert message(one, seat, ours.number) == message(two, seat, theirs.number)


@pytest.mark.parametrize("game", sorted({case.game.id for case in CASES}))
def test_nothing_of_the_truth_is_in_any_message(game: str) -> None:
    """No field of the server's own facts (seed, setup, stored decisions of others) is ever in an update of a running game."""
    rng = random.Random(3)
    players = load(game).players[0]
    table = table_of(*[PERSON] * players, game=game, seed=5)
    while table.to_decide is not None and table.decisions < LONGEST:
        seat = table.to_decide
        for receiver in (*range(players), None):
            text = message(table, receiver, max(0, table.number - 1)).decode()
            told = orjson.loads(text)
            assert set(told) == {"type", "table", "seat", "number", "entries", "invite", "status", "position", "turns"}
            assert all(set(turn) == {"seat", "first", "last", "done", "words", "gain", "marks"} for turn in told["turns"])
            for entry in told["entries"]:
                assert "text" not in entry
                assert ("decision" in entry) == (entry["kind"] == "played" and entry["seat"] == receiver)
            assert table.setup.seed.hex() not in text
            assert (told["position"]["legal"] != []) == (receiver == seat)
        assert table.state is not None
        table = done(table, play, seat, table.number, rng.choice(table.state.legal.ids.tolist()))


@pytest.mark.parametrize("game", sorted({case.game.id for case in CASES}))
def test_replays_show_what_was_seen_then(game: str) -> None:
    """A frame of one's own replay is the view one had."""
    rng = random.Random(4)
    players = load(game).players[0]
    table = table_of(*[PERSON] * players, game=game, seed=6)
    assert table.state is not None
    views: list[list[Any]] = [[table.state.view(seat)] for seat in (*range(players), None)]
    for _ in range(40):
        seat = table.to_decide
        if seat is None:
            break
        table = done(table, play, seat, table.number, rng.choice(table.state.legal.ids.tolist()))  # type: ignore[union-attr]
        for place, receiver in enumerate((*range(players), None)):
            views[place].append(table.state.view(receiver))
    for place, receiver in enumerate((*range(players), None)):
        frames = updates.frames(table, receiver, False, 0, 100)
        assert [frame["view"] for frame in frames] == views[place]
