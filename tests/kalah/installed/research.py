"""The doors for researchers, with the encoding that is derived from the record."""

from __future__ import annotations

import random

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from sandtable.kernel.registry import load
from sandtable.registration import IDS
from sandtable.research import encoding, openspiel
from sandtable.research.pettingzoo import env

PLAYERS = (2, 3, 4)


@pytest.mark.parametrize("players", PLAYERS)
def test_pettingzoo(players: int) -> None:
    api_test(env("kalah", players=players), num_cycles=500)
    seed_test(lambda: env("kalah", players=players), num_cycles=200)


@pytest.mark.parametrize("players", PLAYERS)
def test_gymnasium(players: int) -> None:
    check_env(gymnasium.make(f"sandtable.research.gymnasium:{IDS['kalah']}", players=players, render_mode="ansi").unwrapped)


@pytest.mark.parametrize("players", PLAYERS)
def test_openspiel(players: int) -> None:
    game = pyspiel.load_game(openspiel.short_name("kalah"), {"players": players})
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_an_observation_is_the_record() -> None:
    code, state, rng = encoding("kalah"), load("kalah").new(3, seed=2), random.Random(2)
    while not state.over:
        for seat in range(3):
            look = code.named(code.observe(state, seat))
            assert look["observer"].tolist() == [int(seat == place) for place in range(4)]
            assert look["row"].tolist() == state.record["row"].tolist()
            assert look["store"].tolist() == state.record["store"].tolist()
            assert int(look["seat"][0]) == state.seat
            assert np.all(code.observe(state, seat) <= code.high)
        state.play(rng.choice(state.legal))
    look = code.named(code.observe(state, 0))
    at = sum(look[name].size for name in ("players",))
    assert (int(look["seat"][0]), int(look["below_zero"][at])) == (0, 1), "nobody is to decide: -1"
