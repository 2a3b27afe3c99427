"""Interpreted and compiled encodings write the same numbers."""

import hashlib
import random

import pytest

import sandtable
from sandtable.research import VectorEnv, encoding
from tests import interpreted
from tests.research.tables import GAMES

DECISIONS = 40
STEPS = 25


def digest(name: str) -> str:
    """Everything all seats know along a part of a random game, at tables of every size."""
    game, code, hashed, rng = sandtable.load(name), encoding(name), hashlib.sha256(), random.Random(3)
    for players in game.players:
        state = game.new(players, 3)
        while not state.over and state.number < DECISIONS:
            for seat in range(state.players):
                hashed.update(code.observe(state, seat).tobytes())
            state.play(rng.choice(state.legal.ids.tolist()))
    return hashed.hexdigest()


@pytest.mark.parametrize("name", GAMES)
def test_interpreted_encodings_agree_with_compiled_ones(name: str) -> None:
    assert interpreted.said(f"from tests.research.test_modes import digest; print(digest({name!r}))") == digest(name)


def many(name: str) -> str:
    """Everything that steps of many games side by side write."""
    env, hashed = VectorEnv(name, 33, seed=3, threads=2), hashlib.sha256()
    for _ in range(STEPS):
        chosen = env.sample()
        for written in (chosen, *env.step(chosen)):
            hashed.update(written.tobytes())
    return hashed.hexdigest()


@pytest.mark.parametrize("name", GAMES)
def test_interpreted_steps_agree_with_compiled_ones(name: str) -> None:
    assert interpreted.said(f"from tests.research.test_modes import many; print(many({name!r}))") == many(name)
