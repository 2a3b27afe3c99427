"""The search: repeatable, bounded, and sensible."""

from __future__ import annotations

import dataclasses
import itertools
import random
import time

import numpy as np
import pytest

from sandtable import games, load
from sandtable.kernel.conformance import walk
from sandtable.kernel.state import State
from sandtable.search import Knowledge, Limits, Search, SearchResult

GAMES = games()


def positions(name: str, seed: int, every: int = 23, players: int | None = None) -> list[State]:
    """Positions with a choice, from a random game."""
    state = load(name).new(players, seed)
    found = [s.copy() for step, s in enumerate(walk(state, random.Random(seed))) if step % every == 0 and len(s.legal) > 1]
    assert found
    return found


def think(state: State, seed: int = 1, **limits: int) -> SearchResult:
    return Search(state.game, Limits(**{"simulations": 60, "memory": 8 << 20, **limits}), seed=seed).think(Knowledge.of(state))


def timeless(thought: SearchResult) -> SearchResult:
    return dataclasses.replace(thought, seconds=0.0)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_thinks_the_same(name: str) -> None:
    for state in positions(name, 3):
        assert timeless(think(state)) == timeless(think(state))
        assert timeless(think(state, threads=2)) == timeless(think(state, threads=2))


@pytest.mark.parametrize("name", GAMES)
def test_a_thought_is_complete(name: str) -> None:
    """Every legal decision with its share, scores and chances of all seats, a line that begins with the best decision."""
    for players in load(name).players:
        for state in positions(name, 4, 40, players):
            thought = think(state)
            assert sorted(o.action.id for o in thought.options) == state.legal.ids.tolist()
            assert sum(o.share for o in thought.options) == pytest.approx(1)
            assert thought.options[0].visits == max(o.visits for o in thought.options)
            assert len(thought.scores) == len(thought.chances) == players
            assert sum(c.mean for c in thought.chances) == pytest.approx(1)
            assert all(c.error >= 0 for c in thought.chances)
            assert thought.line[0] == thought.best
            state.play(thought.best)


@pytest.mark.parametrize("name", GAMES)
def test_stopping_early_changes_no_choice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(state, think(state, simulations=300)) for state in positions(name, 5, 31)]
    assert any(thought.simulations < 300 for _, thought in found)
    monkeypatch.setattr(Search, "_lead", lambda self: None)
    for state, thought in found:
        patient = think(state, simulations=300)
        assert patient.simulations >= 300
        assert patient.best == thought.best


@pytest.mark.parametrize("name", GAMES)
def test_memory_is_bounded(name: str) -> None:
    """With hardly any room the tree stops growing, the search does not."""
    state = positions(name, 6)[0]
    search = Search(state.game, Limits(simulations=4000, memory=1 << 20), seed=1)
    monkeyed = search.think(Knowledge.of(state))
    tree = search.trees[0]
    assert tree.nodes.nbytes + tree.spare.nbytes <= 1 << 20
    assert tree.head[search.tree.SIZE] <= len(tree.nodes)
    assert monkeyed.best.id in state.legal.ids


@pytest.mark.parametrize("name", GAMES)
def test_a_single_option_costs_nothing(name: str) -> None:
    for state in walk(load(name).new(None, 7), random.Random(7)):
        if len(state.legal) == 1:
            thought = think(state)
            assert (thought.simulations, thought.best) == (0, state.legal[0])
            return


@pytest.mark.parametrize("name", GAMES)
def test_the_tree_is_kept_while_nothing_is_revealed(name: str) -> None:
    """Own decisions that follow each other go on in the same tree; anything new starts afresh."""
    state = load(name).new(None, 8)
    search = Search(state.game, Limits(simulations=80, memory=8 << 20), seed=1)
    kept = fresh = 0
    before: tuple[int, bool] | None = None
    while not state.over and state.number < 120:
        if len(state.legal) == 1:
            state.play(state.legal[0])
            before = None
            continue
        knowledge = Knowledge.of(state)
        search._resume(knowledge)
        known = int(search.trees[0].nodes[0]["visits"])
        if before == (knowledge.seat, False):
            kept += known > 0
        elif before is None or before[0] != knowledge.seat or before[1]:
            assert known == 0
            fresh += 1
        thought = search.think(knowledge)
        before = (knowledge.seat, state.reveals(thought.best))
        search.play(knowledge, thought.best.id)
        state.play(thought.best)
    assert kept > 5
    assert fresh > 5


def test_limits_are_checked() -> None:
    for bad in ({}, {"milliseconds": 5, "simulations": 5}, {"simulations": 0}, {"milliseconds": -1.0}, {"simulations": 5, "threads": 0}):
        with pytest.raises(ValueError, match="A search"):
            Limits(**bad)  # type: ignore[arg-type]
    for unbound in ({"simulations": 5}, {"milliseconds": 5, "threads": 2}):
        with pytest.raises(ValueError, match="Processor time"):
            Limits(clock="processor", **unbound)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="1 MB"):
        Limits(simulations=5, memory=1000)


def test_a_search_ends_by_the_clock_it_is_given() -> None:
    """That of the processor, for one that is to compute so long; nothing else is looked at."""
    state, ticks = load("tuareg").new(2, 1), itertools.count()
    search = Search(state.game, Limits(milliseconds=20, memory=8 << 20, clock="processor"), seed=1)
    assert search.clock is time.thread_time
    search.clock = lambda: next(ticks) / 1000
    found = search.think(Knowledge.of(state))
    assert next(ticks) < 40
    assert found.seconds <= 0.03
    assert found.simulations > 0


def test_knobs_are_checked() -> None:
    with pytest.raises(ValueError, match="no knob 'nonsense'"):
        Search(load("tuareg"), Limits(simulations=5), {"nonsense": 1.0})


def test_it_takes_an_undefended_settlement() -> None:
    """Targui: the other tribe has nothing left but an empty settlement next to own camels."""
    game = load("targui")
    state = game.new(2, 1)
    state.play("settle 20").play("settle 13")
    mine = state.seat
    assert mine is not None
    record = state.record
    home = int(record["home"][1 - mine])
    beside = {13: 12, 20: 19}[home]
    for field in range(1, 50):
        if record["owner"][field] == 1 - mine:
            record["camels"][field] = 0
    record["card"][beside] = 3
    record["owner"][beside] = mine
    record["camels"][beside] = 6
    state._ids = None
    thought = think(state, simulations=300)
    assert thought.best.kind == "march"
    state.play(thought.best)
    if state.seat is not None and len(state.legal) > 1:
        state.play(think(state).best)
    assert state.record["owner"][home] == mine


def test_progress_is_told() -> None:
    state = load("tuareg").new(2, 1)
    told: list[float] = []
    search = Search(state.game, Limits(simulations=200, memory=8 << 20), seed=1)
    search.think(Knowledge.of(state), told.append)
    assert told == sorted(told)
    assert told[0] == 0
    assert np.all(np.array(told) <= 1)
