"""Nobody peeks: whatever the seat cannot know may be anything, the choice stays the same."""

from __future__ import annotations

import random

import numpy as np
import pytest

from sandtable import games, load
from sandtable.bots import Bot, Knowledge, seat_named
from sandtable.kernel.conformance import walk

BOTS = ("random", "greedy", "level1", "level2@24", "uct@16", "search@24", "level5@24")  # the last one asks a network


def choice(spec: str, knowledge: Knowledge) -> int:
    bot: Bot = seat_named(spec).make(knowledge.game.id)
    bot.start(knowledge.game, knowledge.players, knowledge.seat, 5)
    return int(bot.decide(knowledge))  # type: ignore[call-overload]


@pytest.mark.parametrize("name", games())
def test_choices_do_not_depend_on_hidden_facts(name: str) -> None:
    game = load(name)
    rng, generator = random.Random(11), np.random.default_rng(11)
    different = 0
    for players in (game.players[0], game.players[-1]):
        for step, state in enumerate(walk(game.new(players, 12), rng)):
            if step % 29 or state.over or len(state.legal) < 2:
                continue
            seat = state.seat
            truth = Knowledge.of(state)
            worlds = [state.redeal(seat, generator) for _ in range(3)]
            different += any(world.record.tobytes() != state.record.tobytes() for world in worlds)
            for world in worlds:
                imagined = Knowledge.of(world)
                assert imagined.world.tobytes() == truth.world.tobytes()
                assert imagined.view == truth.view
            for spec in BOTS:
                assert choice(spec, truth) == choice(spec, Knowledge.of(worlds[0])), f"{spec} peeks in {name}"
    assert different > 3


@pytest.mark.parametrize("name", games())
def test_a_bot_cannot_reach_the_state(name: str) -> None:
    """Knowledge shares no memory with the game and is not the truth where something is hidden."""
    game = load(name)
    state = game.new(None, 3)
    knowledge = Knowledge.of(state)
    assert not np.shares_memory(knowledge.world, state._states)
    before = state.record.tobytes()
    knowledge.world["seat"] = 1
    assert state.record.tobytes() == before
    assert knowledge.world[0]["rng"].tolist() != state.record["rng"].tolist()


def test_knowledge_needs_a_decision() -> None:
    state = load("tuareg").new(2, 3)
    for _ in walk(state, random.Random(1)):
        pass
    with pytest.raises(ValueError, match="over"):
        Knowledge.of(state)
